import { expect, it } from "vitest";
import { codeHash } from "../../src/code/hash.ts";
import { type Entry, parityCheckMatrix } from "../../src/code/parity-check-matrix.ts";
import { galoisField } from "../../src/galois/field.ts";

const rows: Entry[][] = [
  [
    [0, 1],
    [1, 2],
  ],
  [
    [1, 1],
    [2, 3],
  ],
];
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
    hash(0xb, 3, [
      rows[0],
      [
        [1, 1],
        [2, 4],
      ],
    ]),
    hash(0xb, 3, [
      rows[0],
      [
        [0, 1],
        [2, 3],
      ],
    ]),
  ];
  expect(new Set(all).size).toBe(all.length);
});
