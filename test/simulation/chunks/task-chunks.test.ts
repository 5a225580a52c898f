import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { InputError } from "../../../src/errors.ts";
import {
  blocksOf,
  type ChunkBlock,
  type ChunkRange,
  ChunkRows,
  dyadicRanges,
} from "../../../src/simulation/chunks/chunk-block.ts";
import { TaskChunks } from "../../../src/simulation/chunks/task-chunks.ts";
import { addCounts, ZERO_COUNTS } from "../../../src/simulation/counts.ts";
import { fakeCounts } from "../fake-runner.ts";
import { fakeSweep } from "../watched-ledger.ts";

const [task] = fakeSweep({ points: [1.5] }).tasks;
const { chunkFrames } = task;

const known = new Map<number, ReturnType<typeof fakeCounts>>();
function chunk(index: number) {
  if (!known.has(index)) known.set(index, fakeCounts(task, index));
  return known.get(index)!;
}

function blocks(first: number, count: number): ChunkBlock[] {
  const rows = ChunkRows.of(Array.from({ length: count }, (_, i) => chunk(first + i)));
  return [...blocksOf(rows, { first, count }, count)];
}

const source = (line: number) => ({ file: "a.jsonl", line });

function filled(ranges: readonly ChunkRange[]): TaskChunks {
  const chunks = new TaskChunks(chunkFrames);
  let line = 0;
  for (const { first, count } of ranges) for (const block of blocks(first, count)) chunks.add(block, source(++line));
  return chunks;
}

function expected(ranges: readonly ChunkRange[]) {
  const set = new Set(ranges.flatMap(({ first, count }) => Array.from({ length: count }, (_, i) => first + i)));
  let next = 0;
  let prefix = ZERO_COUNTS;
  while (set.has(next)) prefix = addCounts(prefix, chunk(next++));
  return { set, next, prefix, total: [...set].reduce((sum, i) => addCounts(sum, chunk(i)), ZERO_COUNTS) };
}

const range = fc.record({ first: fc.nat(120), count: fc.integer({ min: 1, max: 40 }) });

describe("TaskChunks", () => {
  it("is the union of all ranges, for all lengths, orders and overlaps", () => {
    fc.assert(
      fc.property(fc.array(range, { maxLength: 12 }), (ranges) => {
        const chunks = filled(ranges);
        const { set, next, prefix, total } = expected(ranges);
        expect(chunks.total).toEqual(total);
        expect(chunks.chunks).toBe(set.size);
        expect(chunks.seconds).toBeCloseTo(set.size, 9);
        expect(chunks.prefix).toMatchObject({ next, chunks: next, counts: prefix });
        for (let i = 0; i < 165; i++) {
          let end = i;
          while (set.has(end)) end++;
          expect(chunks.doneUntil(i), `done until ${i}`).toBe(end);
          const after = [...set].filter((chunk) => chunk >= i);
          expect(chunks.nextDone(i), `next done ${i}`).toBe(Math.min(Number.POSITIVE_INFINITY, ...after));
          expect(chunks.sourceOf(i) !== undefined).toBe(set.has(i));
        }
      }),
      { numRuns: 60 },
    );
  });

  it("bounds the errors before a chunk by the known errors and the unknown frames", () => {
    fc.assert(
      fc.property(fc.array(range, { maxLength: 6 }), fc.nat(160), (ranges, before) => {
        const { set } = expected(ranges);
        // Only whole blocks count: a block that extends beyond the chunk counts with all of its errors.
        const chunks = filled(ranges);
        let errors = 0;
        for (let i = 0; i < before; i++) errors += set.has(i) ? chunk(i).frameErrors : chunkFrames;
        expect(chunks.countAtMost("frameErrors", before)).toBeGreaterThanOrEqual(errors);
        const { next, prefix } = expected(ranges);
        expect(chunks.countAtMost("frameErrors", next)).toBe(prefix.frameErrors);
        expect(chunks.countAtMost("frameErrors", 0)).toBe(0);
      }),
      { numRuns: 60 },
    );
  });

  it("refuses a chunk with other counts and names both places, in any order", () => {
    const [whole] = blocks(0, 16);
    const parts = [...dyadicRanges({ first: 0, count: 16 })].flatMap(() => [blocks(0, 8)[0], blocks(8, 8)[0]]);
    const wrongChunk = blocks(8, 8)[0].wrong![0];
    for (const name of ["iterations", "frameErrors", "bitErrors"] as const) {
      const bad = falsified(parts[1], name);
      for (const order of [
        [whole, parts[0], bad],
        [parts[0], bad, whole],
        [bad, whole, parts[0]],
        [bad, parts[0], parts[1]],
      ]) {
        const chunks = new TaskChunks(chunkFrames);
        const add = () => {
          for (const [i, block] of order.entries()) chunks.add(block, { file: `${i}.jsonl`, line: 7 });
        };
        expect(add, name).toThrow(
          /^\d\.jsonl:7: chunks? \d+ .*(has|have) other counts than at \d\.jsonl:7; one of the/,
        );
        expect(add).toThrow(InputError);
      }
    }
    const chunks = new TaskChunks(chunkFrames);
    chunks.add(whole, { file: "a.jsonl", line: 3 });
    expect(() => chunks.add(falsified(parts[1], "bitErrors"), { file: "b.jsonl", line: 5 })).toThrow(
      `b.jsonl:5: chunk ${wrongChunk} has other counts than at a.jsonl:3`,
    );
  });

  it("takes the wrong chunks of a block from any record that has them", () => {
    const [block] = blocks(0, 8);
    const chunks = new TaskChunks(chunkFrames);
    chunks.add({ ...block, wrong: undefined }, source(1));
    expect([...chunks.prefixBlocks()][0].wrong).toBe(undefined);
    chunks.add(block, source(2));
    expect([...chunks.prefixBlocks()][0].wrong).toBe(block.wrong);
    expect(chunks.total).toEqual(block.counts);
  });
});

/** A block with a changed count, and the wrong chunk with it if the count is of errors. */
function falsified(block: ChunkBlock, name: "iterations" | "frameErrors" | "bitErrors"): ChunkBlock {
  const counts = { ...block.counts, [name]: block.counts[name] + 1 };
  if (name === "iterations")
    return { ...block, counts: { ...counts, iterationsCorrect: counts.iterationsCorrect + 1 } };
  const wrong = block.wrong!.slice();
  // The index and the iterations precede frameErrors, informationFrameErrors, symbolErrors, bitErrors.
  wrong[name === "frameErrors" ? 2 : 5] += 1;
  return { ...block, counts, wrong };
}
