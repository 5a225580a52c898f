import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  type ChunkRange,
  covers,
  dyadicRanges,
  isDyadic,
  rangeEnd,
  trimmed,
} from "../../../src/simulation/chunks/chunk-range.ts";

const ranges = fc.record({ first: fc.nat(2 ** 40), count: fc.integer({ min: 1, max: 5000 }) });

describe("dyadicRanges", () => {
  it("are the fewest that make up a range, in order", () => {
    expect([...dyadicRanges({ first: 3, count: 6 })]).toEqual([
      { first: 3, count: 1 },
      { first: 4, count: 4 },
      { first: 8, count: 1 },
    ]);
    expect([...dyadicRanges({ first: 0, count: 2 ** 40 })]).toEqual([{ first: 0, count: 2 ** 40 }]);
  });

  it("touch, are dyadic, and no two of them could be one", () => {
    fc.assert(
      fc.property(ranges, (range) => {
        const parts = [...dyadicRanges(range)];
        let next = range.first;
        for (const part of parts) {
          expect(part.first).toBe(next);
          expect(isDyadic(part)).toBe(true);
          next = rangeEnd(part);
        }
        expect(next).toBe(rangeEnd(range));
        for (const [i, { first, count }] of parts.slice(1).entries()) {
          expect(count === parts[i].count && parts[i].first % (2 * count) === 0, `${first}`).toBe(false);
        }
      }),
    );
  });

  it("of any two ranges are apart or one within the other", () => {
    fc.assert(
      fc.property(ranges, fc.nat(5000), fc.integer({ min: 1, max: 5000 }), (a, shift, count) => {
        for (const one of dyadicRanges(a)) {
          for (const other of dyadicRanges({ first: a.first + shift, count })) {
            const apart = rangeEnd(one) <= other.first || rangeEnd(other) <= one.first;
            expect(apart || covers(one, other) || covers(other, one)).toBe(true);
          }
        }
      }),
      { numRuns: 50 },
    );
  });
});

describe("trimmed", () => {
  it("ends at a multiple of the largest power of two that fits, and keeps more than half", () => {
    expect(trimmed({ first: 14, count: 8 })).toEqual({ first: 14, count: 2 });
    expect(trimmed({ first: 16, count: 12 })).toEqual({ first: 16, count: 8 });
    expect(trimmed({ first: 0, count: 1 })).toEqual({ first: 0, count: 1 });
    fc.assert(
      fc.property(ranges, (range) => {
        const { first, count } = trimmed(range);
        expect(first).toBe(range.first);
        expect(count).toBeGreaterThan(0);
        expect(count).toBeLessThanOrEqual(range.count);
      }),
    );
  });

  it("makes ranges of equal length dyadic from the second on", () => {
    let range: ChunkRange = { first: 5, count: 0 };
    const lengths = Array.from({ length: 4 }, () => {
      range = trimmed({ first: rangeEnd(range), count: 13 });
      return [...dyadicRanges(range)].length;
    });
    expect(lengths.slice(1)).toEqual([1, 1, 1]);
  });
});
