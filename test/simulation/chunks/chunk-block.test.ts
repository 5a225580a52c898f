import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  blocksOf,
  type ChunkBlock,
  inconsistency,
  joined,
  untilWrong,
  WRONG_CHUNKS_MAXIMUM,
  WRONG_NUMBERS,
} from "../../../src/simulation/chunks/chunk-block.ts";
import { isDyadic, rangeEnd } from "../../../src/simulation/chunks/chunk-range.ts";
import { ChunkRows } from "../../../src/simulation/chunks/chunk-rows.ts";
import { addCounts, COUNT_NAMES, ZERO_COUNTS } from "../../../src/simulation/counts.ts";
import { fakeCounts } from "../fake-runner.ts";
import { fakeSweep } from "../watched-ledger.ts";

const [task] = fakeSweep({ points: [1.5] }).tasks;
const { chunkFrames } = task;

const chunk = (index: number) => fakeCounts(task, index);
const chunks = (first: number, count: number) => Array.from({ length: count }, (_, i) => chunk(first + i));
const sum = (first: number, count: number) => chunks(first, count).reduce(addCounts, ZERO_COUNTS);
const blocks = (first: number, count: number, seconds = 1) => [
  ...blocksOf(ChunkRows.of(chunks(first, count)), { first, count }, seconds),
];

describe("ChunkRows", () => {
  it("give back the counts that they were made of", () => {
    expect([...ChunkRows.of(chunks(3, 5))]).toEqual(chunks(3, 5));
    expect(ChunkRows.of(chunks(3, 5)).at(4)).toEqual(chunk(7));
  });
});

describe("blocksOf", () => {
  it("makes dyadic blocks with the sums of their chunks and every wrong chunk", () => {
    fc.assert(
      fc.property(fc.nat(300), fc.integer({ min: 1, max: 100 }), (first, count) => {
        let next = first;
        for (const block of blocks(first, count)) {
          expect(isDyadic(block)).toBe(true);
          expect(block.first).toBe(next);
          expect(block.counts).toEqual(sum(block.first, block.count));
          const wrong = chunks(block.first, block.count).flatMap(({ frameErrors }, i) =>
            frameErrors > 0 ? [block.first + i] : [],
          );
          const listed = [...block.wrong!].filter((_, i) => i % WRONG_NUMBERS === 0);
          expect(listed).toEqual(wrong);
          expect(inconsistency(block, chunkFrames)).toBe(undefined);
          next = rangeEnd(block);
        }
        expect(next).toBe(first + count);
      }),
      { numRuns: 40 },
    );
  });

  it("shares the seconds out", () => {
    const total = blocks(3, 6, 1.5).map(({ seconds }) => seconds);
    expect(total).toEqual([0.25, 1, 0.25]);
  });

  it("keeps a limited number of wrong chunks in a block", () => {
    const count = 4 * WRONG_CHUNKS_MAXIMUM;
    const bad = { ...ZERO_COUNTS, frames: 1, frameErrors: 1, symbolErrors: 1, bitErrors: 1, iterations: 9 };
    const rows = ChunkRows.of(Array(count).fill({ ...bad, symbolErrorsSquared: 1, bitErrorsSquared: 1 }));
    const made = [...blocksOf(rows, { first: 0, count }, 1)];
    expect(made.map(({ count }) => count)).toEqual(Array(4).fill(WRONG_CHUNKS_MAXIMUM));
    for (const block of made) expect(inconsistency(block, 1)).toBe(undefined);
  });
});

describe("untilWrong", () => {
  it("has the counts of the chunks up to the one that reaches the errors", () => {
    const [block] = blocks(64, 64);
    const errors = block.counts.frameErrors;
    expect(errors).toBeGreaterThan(5);
    for (let wanted = 1; wanted <= errors; wanted++) {
      let end = 1;
      while (sum(64, end).frameErrors < wanted) end++;
      expect(
        untilWrong({ ...block, wrong: block.wrong! }, chunkFrames, ({ frameErrors }) => frameErrors >= wanted),
      ).toEqual({
        counts: sum(64, end),
        chunks: end,
      });
    }
    expect(untilWrong({ ...block, wrong: block.wrong! }, chunkFrames, ({ frameErrors }) => frameErrors > errors)).toBe(
      undefined,
    );
  });

  it("may end at a wrong chunk from some chunk on", () => {
    const [block] = blocks(64, 64);
    const { chunks } = untilWrong(
      { ...block, wrong: block.wrong! },
      chunkFrames,
      (_, next) => next >= block.first + 30,
    )!;
    expect(chunks).toBeGreaterThanOrEqual(30);
    expect(sum(64, chunks).frameErrors).toBeGreaterThan(sum(64, chunks - 1).frameErrors);
    expect(sum(64, chunks - 1).frameErrors).toBe(sum(64, 29).frameErrors);
  });
});

describe("joined", () => {
  it("joins two halves into the block of the whole", () => {
    fc.assert(
      fc.property(fc.nat(20), fc.integer({ min: 0, max: 5 }), (index, exponent) => {
        const count = 2 ** exponent;
        const first = 2 * index * count;
        const [[a], [b], [whole]] = [blocks(first, count), blocks(first + count, count), blocks(first, 2 * count, 2)];
        expect(joined([a, b])).toEqual(whole);
      }),
    );
  });

  it("joins many blocks of dyadic lengths into the block of the whole", () => {
    fc.assert(
      fc.property(fc.nat(5), fc.array(fc.boolean(), { maxLength: 40 }), (index, halves) => {
        const cut = (first: number, count: number): ChunkBlock[] =>
          count > 1 && halves.pop()
            ? [...cut(first, count / 2), ...cut(first + count / 2, count / 2)]
            : blocks(first, count);
        const row = cut(32 * index, 32);
        expect(joined(row)).toEqual(blocks(32 * index, 32, row.length)[0]);
      }),
    );
  });

  it("does not lose wrong chunks that a point may end at", () => {
    const [[a], [b]] = [blocks(0, 4), blocks(4, 4)];
    expect(joined([{ ...a, wrong: undefined }, b])).toBe(undefined);
    expect(joined([a, { ...b, wrong: undefined }])).toEqual({ first: 0, count: 8, counts: sum(0, 8), seconds: 2 });
  });
});

describe("inconsistency", () => {
  const [block] = blocks(64, 64);

  it.each([
    ["frames", { frames: 1 }, /frames 1 are not those of 64 chunks of 16/],
    ["frameErrors", { frameErrors: 2000 }, /frameErrors 2000 are more than frames 1024/],
    [
      "informationFrameErrors",
      { informationFrameErrors: 1000 },
      /informationFrameErrors 1000 are more than frameErrors/,
    ],
    ["undetected", { undetected: 1000 }, /undetected 1000 are more than frameErrors/],
    ["mlErrors", { mlErrors: 1000 }, /mlErrors 1000 are more than undetected/],
    ["symbolErrors", { symbolErrors: 1 }, /frameErrors \d+ are more than symbolErrors 1/],
    ["bitErrors", { bitErrors: 1 }, /symbolErrors \d+ are more than bitErrors 1/],
    ["symbolErrorsSquared", { symbolErrorsSquared: 1 }, /symbolErrors \d+ are more than symbolErrorsSquared 1/],
    ["bitErrorsSquared", { bitErrorsSquared: 1e9 }, /bitErrorsSquared 1000000000 does not belong to bitErrors/],
    ["iterations", { iterations: 1 }, /iterationsCorrect \d+ are more than iterations 1/],
    ["a fraction", { undetected: 0.5 }, /undetected 0\.5 is not a count/],
    ["a negative", { mlErrors: -1 }, /mlErrors -1 is not a count/],
  ])("finds impossible sums: %s", (_, change, message) => {
    expect(inconsistency({ ...block, counts: { ...block.counts, ...change } }, chunkFrames)).toMatch(message);
  });

  it("finds any other sum, and any other number of a wrong chunk", () => {
    for (const name of COUNT_NAMES) {
      for (const change of [-1, 1]) {
        const counts = { ...block.counts, [name]: block.counts[name] + change };
        expect(inconsistency({ ...block, counts }, chunkFrames), `${name} ${change}`).not.toBe(undefined);
      }
    }
    for (let i = 0; i < 3 * WRONG_NUMBERS; i++) {
      // The index of a chunk may change within its gap. Only the checksum reveals such a change.
      if (i % WRONG_NUMBERS === 0) continue;
      const wrong = block.wrong!.slice();
      wrong[i] += 1;
      expect(inconsistency({ ...block, wrong }, chunkFrames), `number ${i}`).not.toBe(undefined);
    }
  });

  it("finds wrong chunks out of order or outside", () => {
    const changed = (at: number, value: number): ChunkBlock => {
      const wrong = block.wrong!.slice();
      wrong[at] = value;
      return { ...block, wrong };
    };
    const last = block.wrong!.length - WRONG_NUMBERS;
    for (const [at, value] of [
      [0, 63],
      [0, 128],
      [WRONG_NUMBERS, block.wrong![0]],
      [last, 128],
    ]) {
      expect(inconsistency(changed(at, value), chunkFrames)).toMatch(/the wrong chunk \d+ is out of order/);
    }
  });
});
