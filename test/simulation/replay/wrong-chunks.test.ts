import { describe, expect, it } from "vitest";
import { BatchSize } from "../../../src/simulation/batch.ts";
import type { ChunkRunner } from "../../../src/simulation/chunks/chunk.ts";
import { ChunkRows } from "../../../src/simulation/chunks/chunk-rows.ts";
import { TaskChunks } from "../../../src/simulation/chunks/task-chunks.ts";
import { addCounts, type ChunkCounts, ZERO_COUNTS } from "../../../src/simulation/counts.ts";
import { type SummedChunks, searched, wrongChunks } from "../../../src/simulation/replay/wrong-chunks.ts";

const SOURCE = { file: "shard", line: 1 };
const right: ChunkCounts = { ...ZERO_COUNTS, frames: 4, iterations: 4, iterationsCorrect: 4 };
const wrong: ChunkCounts = {
  ...right,
  frameErrors: 1,
  informationFrameErrors: 1,
  symbolErrors: 1,
  bitErrors: 1,
  iterationsCorrect: 3,
  symbolErrorsSquared: 1,
  bitErrorsSquared: 1,
};
/** Chunks 5, 6 and 11 are wrong. */
const countsOf = (chunk: number) => ([5, 6, 11].includes(chunk) ? wrong : right);
const sum = (first: number, count: number) =>
  Array.from({ length: count }, (_, i) => countsOf(first + i)).reduce(addCounts, ZERO_COUNTS);
const runner: ChunkRunner = {
  chunksMaximum: 3,
  runsInFlight: 1,
  run: async (first, count) => ({
    counts: ChunkRows.of(Array.from({ length: count }, (_, i) => countsOf(first + i))),
    seconds: 0.01,
  }),
  close: async () => {},
};

describe("the wrong chunks of a point", () => {
  it("are those of the run up to its end, singly or as sums", () => {
    const chunks = new TaskChunks(4);
    chunks.add({ first: 0, count: 4, counts: sum(0, 4), seconds: 0 }, SOURCE);
    chunks.add({ first: 4, count: 4, counts: sum(4, 4), seconds: 0 }, SOURCE);
    const numbers = Object.values(wrong).slice(1);
    chunks.add({ first: 8, count: 4, counts: sum(8, 4), wrong: [11, 12, ...numbers], seconds: 0 }, SOURCE);
    expect([...wrongChunks(chunks, { chunks: 12 })]).toEqual([
      { first: 4, count: 4, counts: sum(4, 4) },
      { chunk: 11, counts: wrong },
    ]);
    expect([...wrongChunks(chunks, { chunks: 11 })]).toHaveLength(1);
  });

  it("are found again in a block whose sums the run has, and the sums are compared", async () => {
    const find = async (block: SummedChunks, signal = new AbortController().signal) => {
      const said: ChunkCounts[] = [];
      const found: number[] = [];
      for await (const item of searched(block, runner, new BatchSize(), (_, now) => said.push(now), signal)) {
        if ("chunk" in item) found.push(item.chunk);
      }
      return { said, found };
    };
    const block = { first: 4, count: 8, counts: sum(4, 8) };
    expect(await find(block)).toEqual({ said: [], found: [5, 6, 11] });
    const other = { ...block, counts: addCounts(block.counts, { ...ZERO_COUNTS, bitErrors: 1 }) };
    expect(await find(other)).toEqual({ said: [sum(4, 8)], found: [5, 6, 11] });
    expect(await find(block, AbortSignal.abort())).toEqual({ said: [], found: [] });
  });
});
