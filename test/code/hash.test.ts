import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { codeHash } from "../../src/code/hash.ts";
import { packBits, unpackBits } from "../../src/code/packed-bits.ts";
import { type Entry, parityCheckMatrix } from "../../src/code/parity-check-matrix.ts";
import { InputError } from "../../src/errors.ts";
import { galoisField } from "../../src/galois/field.ts";
import { entriesOf } from "./binary-matrix.ts";

const rows = entriesOf("1 2 0", "0 1 3");
const hash = (polynomial: number, columns: number, entries: Entry[][], q = 8): string =>
  codeHash(parityCheckMatrix(galoisField(q, polynomial), columns, entries));

it("is the SHA-256 of the documented bytes", () => {
  // printf of 4 7 3 2, 2 0 1 1 2, 2 1 1 2 3 as little-endian 32-bit integers, through sha256sum.
  expect(hash(7, 3, rows, 4)).toBe("f865822d426a33f090ab55de2ff95d8d66bdecd71f2c8dd7cbe8bb63cf1dfe0b");
});

it("does not depend on the order of the entries within a row", () => {
  const reversed = rows.map((row) => [...row].reverse());
  expect(hash(0xb, 3, reversed)).toBe(hash(0xb, 3, rows));
});

it("changes with the field, the polynomial, a value, a column and the order of the rows", () => {
  const all = [
    hash(0xb, 3, rows),
    hash(0xd, 3, rows),
    hash(0x13, 3, rows, 16),
    hash(0xb, 3, [rows[1], rows[0]]),
    hash(0xb, 3, entriesOf("1 2 0", "0 1 4")),
    hash(0xb, 3, entriesOf("1 2 0", "1 0 3")),
  ];
  expect(new Set(all).size).toBe(all.length);
});

describe("packed bits", () => {
  it("have the first bit highest, and frames that begin with a byte", () => {
    const frames = [
      [1, 0, 0, 0, 0, 0, 0, 1, 1],
      [0, 1, 1, 0, 0, 0, 0, 0, 0],
    ];
    expect([...packBits(frames.flat(), 9)]).toEqual([0x81, 0x80, 0x60, 0x00]);
    expect([...packBits([0, 0, 1], 3)]).toEqual([0x20]);
    expect([...packBits([], 5)]).toEqual([]);
  });

  it("read as the binary number of toString(2)", () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: 2n ** 64n - 1n }), (number) => {
        const digits = number.toString(2).padStart(64, "0");
        const bytes = packBits([...digits].map(Number), 64);
        expect(new DataView(bytes.buffer).getBigUint64(0)).toBe(number);
      }),
    );
  });

  it("are unpacked to the packed bits", () => {
    const frames = fc
      .record({ bitsPerFrame: fc.integer({ min: 1, max: 40 }), count: fc.nat(5) })
      .chain(({ bitsPerFrame, count }) =>
        fc.tuple(
          fc.constant(bitsPerFrame),
          fc.array(fc.nat(1), { minLength: bitsPerFrame * count, maxLength: bitsPerFrame * count }),
        ),
      );
    fc.assert(
      fc.property(frames, ([bitsPerFrame, bits]) => {
        expect([...unpackBits(packBits(bits, bitsPerFrame), bitsPerFrame)]).toEqual(bits);
      }),
    );
  });

  it("are refused if they are none", () => {
    const refused = (work: () => unknown, message: string) => {
      expect(work).toThrow(InputError);
      expect(work).toThrow(message);
    };
    refused(() => packBits([0, 1, 1], 2), "3 bits are not whole frames of 2");
    refused(() => packBits([0, 1], 0), "2 bits are not whole frames of 0");
    refused(() => packBits([0, 1, 0, 2], 2), "frame 1: bit 1 is 2: it must be 0 or 1");
    refused(() => unpackBits(Uint8Array.of(1, 2, 3), 9), "3 bytes are not whole frames of 2");
    refused(
      () => unpackBits(Uint8Array.of(0xff, 0x80, 0xff, 0x40), 9, { file: "s.bits", firstFrame: 5 }),
      "s.bits: frame 6: its last 7 bits are not zero",
    );
  });
});
