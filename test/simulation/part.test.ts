import { describe, expect, it } from "vitest";
import { InputError } from "../../src/errors.ts";
import { isDyadic, rangeEnd } from "../../src/simulation/chunks/chunk-block.ts";
import { parsePart, shareFrom } from "../../src/simulation/part.ts";

describe("parsePart", () => {
  it("reads the index and the number of parts", () => {
    expect(parsePart("2/4")).toEqual({ index: 2, of: 4 });
    expect(parsePart("1/1")).toEqual({ index: 1, of: 1 });
  });

  it.each(["", "2", "0/4", "5/4", "2/4/6", "-1/4", "1.5/4", "1/1025", "a/b"])("refuses %j", (text) => {
    expect(() => parsePart(text)).toThrow(/--part ".*": give for example 2\/4/);
    expect(() => parsePart(text)).toThrow(InputError);
  });
});

describe("shareFrom", () => {
  it.each([1, 2, 3, 4, 7, 64])("gives every chunk to exactly one of %i parts, in dyadic ranges", (of) => {
    const chunks = 20_000;
    const owners = new Int32Array(chunks).fill(-1);
    for (let index = 1; index <= of; index++) {
      for (let share = shareFrom({ index, of }, 0); share.first < chunks; ) {
        expect(isDyadic(share)).toBe(true);
        for (let chunk = share.first; chunk < Math.min(chunks, rangeEnd(share)); chunk++) {
          expect(owners[chunk]).toBe(-1);
          owners[chunk] = index;
        }
        share = shareFrom({ index, of }, rangeEnd(share));
      }
    }
    expect(owners).not.toContain(-1);
  });

  it("shares any number of chunks almost evenly", () => {
    for (const chunks of [1000, 12_345, 999_999]) {
      const counts = [1, 2, 3, 4].map((index) => {
        let count = 0;
        for (let share = shareFrom({ index, of: 4 }, 0); share.first < chunks; ) {
          count += Math.min(chunks, rangeEnd(share)) - share.first;
          share = shareFrom({ index, of: 4 }, rangeEnd(share));
        }
        return count;
      });
      expect(counts.reduce((sum, count) => sum + count, 0)).toBe(chunks);
      for (const count of counts) expect(Math.abs(count / chunks - 0.25)).toBeLessThan(0.01);
    }
  });
});
