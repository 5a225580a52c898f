import { describe, expect, it } from "vitest";
import { type BaseEntry, baseMatrix, expand } from "../../src/code/base-matrix.ts";
import type { Code } from "../../src/code/code.ts";
import { codeEncoder, syndrome } from "../../src/code/encoder.ts";
import { codeHash } from "../../src/code/hash.ts";
import { rowEntries } from "../../src/code/parity-check-matrix.ts";
import { rateMatch, transmittedPositions } from "../../src/code/rate-matching.ts";
import { randomBits } from "./random-bits.ts";

/** A code like 5G's: 4 information columns, the first two punctured, 4 core rows, 3 extension rows, Z = 5. */
const Z = 5;
const entries: BaseEntry[] = [
  ...[0, 1, 2, 3].flatMap((r) => [0, 1, 2, 3].map((c): BaseEntry => [r, c, (3 * r + 2 * c * c) % Z])),
  [0, 4, 1],
  [1, 4, 0],
  [3, 4, 1],
  ...[1, 2, 3].flatMap((j): BaseEntry[] => [
    [j - 1, 4 + j, 0],
    [j, 4 + j, 0],
  ]),
  ...[4, 5, 6].flatMap((r): BaseEntry[] => [
    [r, 0, r % Z],
    [r, 5, 2],
    [r, 4 + r, 0],
  ]),
];
const base = baseMatrix(7, 11, Z, entries);
const code: Code = {
  name: "toy",
  description: "toy",
  source: "test",
  matrix: expand(base),
  base,
  parity: "dual-diagonal",
  punctured: Uint32Array.from({ length: 2 * Z }, (_, i) => i),
};

describe("rate matching", () => {
  it("sends all but the punctured symbols by itself", () => {
    const { code: same, transmitted, punctured, shortened, k, n } = rateMatch(code);
    expect(same).toEqual(code);
    expect(transmitted).toEqual(Uint32Array.from({ length: 45 }, (_, i) => 10 + i));
    expect([punctured.length, shortened.length, k, n]).toEqual([10, 0, 20, 45]);
  });

  it("drops extension rows with their parity columns", () => {
    const { code: cut, transmitted, k, n } = rateMatch(code, { rows: 5 });
    expect(cut.name).toBe("toy-rows5");
    expect(cut.description).toBe("toy; first 5 block rows");
    expect([cut.matrix.rows, cut.matrix.columns, k, n]).toEqual([25, 45, 20, 35]);
    expect(transmitted).toEqual(Uint32Array.from({ length: 35 }, (_, i) => 10 + i));
    for (let m = 0; m < 25; m++) expect(rowEntries(cut.matrix, m)).toEqual(rowEntries(code.matrix, m));
    // A codeword without its last symbols is a word of the cut code, since the removed rows only define the removed symbols.
    const information = randomBits(20);
    expect(codeEncoder(cut).encode(information)).toEqual(codeEncoder(code).encode(information).slice(0, 45));
    expect(rateMatch(code, { rows: 4 }).n).toBe(30);
  });

  it("shortens the last information bits", () => {
    const { code: short, transmitted, shortened, k, n } = rateMatch(code, { rows: 6, fillers: 3 });
    expect(short.name).toBe("toy-rows6-fillers3");
    expect(short.description).toBe("toy; first 6 block rows; last 3 information bits are fillers");
    expect(shortened).toEqual(Uint32Array.of(17, 18, 19));
    expect([k, n]).toEqual([17, 37]);
    expect([...transmitted].slice(0, 9)).toEqual([10, 11, 12, 13, 14, 15, 16, 20, 21]);
    expect(transmittedPositions(short)).toEqual(transmitted);
    const encoder = codeEncoder(short);
    expect(encoder.k).toBe(17);
    const word = encoder.encode(randomBits(17));
    expect(syndrome(short.matrix, word).every((bit) => bit === 0)).toBe(true);
    expect([...shortened].map((position) => word[position])).toEqual([0, 0, 0]);
  });

  it("makes another task: the hash includes the sent symbols", () => {
    const hashes = [
      codeHash(code.matrix),
      codeHash(code.matrix, code),
      codeHash(code.matrix, { punctured: Uint32Array.of(1) }),
    ];
    hashes.push(codeHash(code.matrix, { shortened: Uint32Array.of(1) }));
    expect(new Set(hashes).size).toBe(4);
    expect(codeHash(code.matrix, rateMatch({ ...code, punctured: undefined }).code)).toBe(hashes[0]);
  });

  it("refuses impossible sizes", () => {
    expect(() => rateMatch(code, { rows: 3 })).toThrow("3 rows of toy: it must be 4 … 7 block rows");
    expect(() => rateMatch(code, { rows: 8 })).toThrow("8 rows of toy: it must be 4 … 7 block rows");
    expect(() => rateMatch(code, { rows: 4.5 })).toThrow("4.5 rows of toy");
    // The last 10 of 20 information bits are sent.
    expect(rateMatch(code, { fillers: 9 }).k).toBe(11);
    expect(() => rateMatch(code, { fillers: 10 })).toThrow("10 filler bits of toy: it must be 0 … 9");
    expect(() => rateMatch(code, { fillers: -1 })).toThrow("-1 filler bits of toy");
    expect(() => rateMatch(rateMatch(code, { fillers: 2 }).code, { fillers: 2 })).toThrow(
      /has 2 shortened bits already/,
    );
    const { base: _, parity: __, ...plain } = code;
    expect(() => rateMatch(plain, { fillers: 1 })).toThrow("toy has no structured parity part");
    expect(() => rateMatch(rateMatch(code, { rows: 4 }).code, { rows: 3 })).toThrow("toy-rows4 has no extension rows");
  });
});
