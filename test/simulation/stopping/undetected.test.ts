import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { blocksOf, ChunkRows } from "../../../src/simulation/chunks/chunk-block.ts";
import { TaskChunks } from "../../../src/simulation/chunks/task-chunks.ts";
import { type ChunkCounts, ZERO_COUNTS } from "../../../src/simulation/counts.ts";
import { pointState, withPossibleEnds } from "../../../src/simulation/stopping.ts";

const FRAMES = 10;

function chunk([frameErrors, undetected]: readonly [number, number]): ChunkCounts {
  const errors = { symbolErrors: frameErrors, bitErrors: frameErrors, undetected };
  return { ...ZERO_COUNTS, frames: FRAMES, frameErrors, ...errors, symbolErrorsSquared: frameErrors };
}

/** The chunks that a worker records under a rule, in runs of these lengths. */
function recorded(
  pairs: readonly (readonly [number, number])[],
  rule: Parameters<typeof pointState>[1],
  lengths: readonly number[] = [1],
): TaskChunks {
  const chunks = new TaskChunks(FRAMES);
  for (let first = 0, i = 0; first < pairs.length; i++) {
    const count = Math.min(lengths[i % lengths.length], pairs.length - first);
    const rows = ChunkRows.of(pairs.slice(first, first + count).map(chunk));
    for (const block of withPossibleEnds(blocksOf(rows, { first, count }, 1), chunks, first, rule)) {
      chunks.add(block, { file: "a", line: i + 1 });
    }
    first += count;
  }
  return chunks;
}

describe("maxUndetected", () => {
  const rule = { maxErrors: 100, maxUndetected: 2, maxFrames: 1000 };

  it("ends a point at the chunk with the last of these errors", () => {
    const chunks = recorded([[3, 0], [2, 1], [0, 0], [4, 1], [1, 1]], rule); // biome-ignore format: a chunk each
    expect(pointState(chunks, rule)).toMatchObject({ chunks: 4, stoppedBy: "undetected" });
    expect(pointState(chunks, rule).counts).toMatchObject({ frameErrors: 9, undetected: 2 });
  });

  it("ends a point at the same chunk however a worker's runs are recorded", () => {
    const pair = fc.constantFrom([0, 0], [0, 0], [1, 0], [1, 1], [2, 1]) as fc.Arbitrary<[number, number]>;
    fc.assert(
      fc.property(
        fc.array(pair, { minLength: 32, maxLength: 32 }),
        fc.array(fc.integer({ min: 1, max: 16 }), { minLength: 1, maxLength: 5 }),
        fc.integer({ min: 1, max: 30 }),
        fc.integer({ min: 1, max: 12 }),
        (pairs, lengths, maxErrors, maxUndetected) => {
          const sums = (i: 0 | 1) =>
            pairs.map((_, end) => pairs.slice(0, end + 1).reduce((sum, one) => sum + one[i], 0));
          const [errors, undetected] = [sums(0), sums(1)];
          const end = pairs.findIndex(
            ([wrong], i) => wrong > 0 && (errors[i] >= maxErrors || undetected[i] >= maxUndetected),
          );
          const both = { maxErrors, maxUndetected, maxFrames: 320 };
          const stoppedBy = end < 0 ? "frames" : errors[end] >= maxErrors ? "errors" : "undetected";
          const chunks = end < 0 ? 32 : end + 1;
          expect(pointState(recorded(pairs, both, lengths), both)).toMatchObject({ chunks, stoppedBy });
        },
      ),
    );
  });
});
