import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { packBits, unpackBits } from "../../../src/code/packed-bits.ts";
import { copyBits, endsWithZeros } from "../../../src/reconciliation/files/bit-string.ts";

const bits = (minimum: number) => fc.array(fc.integer({ min: 0, max: 1 }), { minLength: minimum, maxLength: 200 });

describe("copyBits", () => {
  it("copies any bits to any position, and leaves other bits unchanged", () => {
    fc.assert(
      fc.property(bits(1), bits(1), fc.nat(), fc.nat(), fc.nat(), (from, to, a, b, c) => {
        const first = a % from.length;
        const place = b % to.length;
        const count = c % (Math.min(from.length - first, to.length - place) + 1);
        const target = packBits(to, to.length);
        copyBits(packBits(from, from.length), first, target, place, count);
        const expected = [...to.slice(0, place), ...from.slice(first, first + count), ...to.slice(place + count)];
        expect([...unpackBits(target, to.length)]).toEqual(expected);
      }),
    );
  });
});

describe("endsWithZeros", () => {
  it("looks at the bits from one on", () => {
    fc.assert(
      fc.property(bits(1), fc.nat(), (all, a) => {
        const from = a % all.length;
        expect(endsWithZeros(packBits(all, all.length), from)).toBe(!all.slice(from).includes(1));
      }),
    );
  });
});
