import { describe, expect, it } from "vitest";
import { type BaseEntry, baseMatrix, expand } from "../../src/code/base-matrix.ts";
import type { Code } from "../../src/code/code.ts";
import { codeEncoder, syndrome } from "../../src/code/encoder.ts";
import { codeHash } from "../../src/code/hash.ts";
import { rowEntries } from "../../src/code/parity-check-matrix.ts";
import { codeRate, rateMatch, transmittedPositions, withUnsent } from "../../src/code/rate-matching.ts";
import { segmentation } from "../../src/code/transport.ts";
import { InputError } from "../../src/errors.ts";
import { galoisField } from "../../src/galois/field.ts";
import { codeOf } from "../code-of.ts";
import { randomMatrix } from "../decoder/random-matrix.ts";
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

const plain = codeOf(randomMatrix(galoisField(4), [6, 6, 6], 12, 1));
const information = [...codeEncoder(plain).informationPositions];
const parity = Array.from({ length: 12 }, (_, n) => n).filter((n) => !information.includes(n));

describe("symbols that are not sent", () => {
  it("are added to those of the code, ascending, and change rate, name and hash", () => {
    const once = withUnsent(plain, { puncture: [parity[1]], shorten: [information[2]] });
    const code = withUnsent(once, { puncture: [parity[0]], shorten: [information[0]] });
    expect([...code.punctured!]).toEqual([parity[0], parity[1]].sort((a, b) => a - b));
    expect([...code.shortened!]).toEqual([information[0], information[2]]);
    expect(code.name).toBe(`${plain.name}-punctured1-shortened1-punctured1-shortened1`);
    expect(transmittedPositions(code).length).toBe(8);
    expect(codeRate(code)).toBeCloseTo((information.length - 2) / 8, 12);
    expect(codeHash(code.matrix, code)).not.toBe(codeHash(once.matrix, once));
    const word = codeEncoder(code).encode(Array.from({ length: information.length - 2 }, () => 1));
    for (const position of code.shortened!) expect(word[position]).toBe(0);
  });

  it("are not of a code with transmissions of its own", () => {
    const code = { ...plain, name: "c", sending: { order: Uint32Array.of(0, 1, 0), checksumBits: 0 } };
    expect(() => withUnsent(code, { puncture: [5] })).toThrow("c has transmissions of its own: leave --puncture");
  });

  it("may be none: the code stays as it is", () => {
    expect(withUnsent(plain, {})).toBe(plain);
    expect(withUnsent(plain, { puncture: [], shorten: [] })).toBe(plain);
  });

  it.each([
    [{ puncture: [12] }, "--puncture 12: positions of c are 0 … 11"],
    [{ shorten: [-1] }, "--shorten -1: positions of c are 0 … 11"],
    [{ puncture: [3, 3] }, "--puncture 3: this position is named by --puncture already"],
    [{ puncture: [3], shorten: [3] }, "--shorten 3: this position is named by --puncture already"],
    [{ puncture: [5] }, "--puncture 5: this position is punctured by the code already"],
    [{ shorten: [5] }, "--shorten 5: this position is punctured by the code already"],
    [{ puncture: [0, 1, 2, 3, 4, 6, 7, 8, 9, 10, 11] }, "--puncture 11: no symbol of c is left to send"],
  ])("%j: %s", (unsent, message) => {
    const code = { ...plain, name: "c", punctured: Uint32Array.of(5) };
    expect(() => withUnsent(code, unsent)).toThrow(InputError);
    expect(() => withUnsent(code, unsent)).toThrow(message);
  });
});

describe("code blocks of a transport block (TS 38.212, 5.2.2 and 7.2)", () => {
  it.each([
    // A, R, base graph, Z, C, K′, fillers, checksums.
    [40, 0.5, 2, 10, 1, 56, 44, 16, 0],
    [292, 0.9, 2, 40, 1, 308, 92, 16, 0],
    [293, 0.9, 1, 15, 1, 309, 21, 16, 0],
    [640, 0.5, 2, 72, 1, 656, 64, 16, 0],
    [3824, 0.67, 2, 384, 1, 3840, 0, 16, 0],
    [3824, 0.68, 1, 176, 1, 3840, 32, 16, 0],
    [3848, 0.25, 2, 208, 2, 1960, 120, 24, 24],
    [8424, 0.5, 1, 384, 1, 8448, 0, 24, 0],
    [8448, 0.5, 1, 208, 2, 4260, 316, 24, 24],
    [16896, 0.8, 1, 288, 3, 5664, 672, 24, 24],
  ])("%i bits at rate %f: base graph %i, Z %i, %i blocks", (bits, rate, baseGraph, z, blocks, information, ...rest) => {
    const [fillers, transportCrcBits, blockCrcBits] = rest;
    const expected = { baseGraph, liftingSize: z, blocks, information, fillers, transportCrcBits, blockCrcBits };
    expect(segmentation(bits, rate)).toEqual(expected);
  });

  it.each([
    [0, 0.5, "a transport block of 0 bits: it has 1 to 1277992 bits"],
    [2e6, 0.5, "a transport block of 2000000 bits"],
    [10, 1, "rate 1: a target code rate is above 0 and below 1"],
    [8449, 0.5, "does not divide into 2 equal code blocks: take 8448 or 8450 bits"],
  ])("%f bits at rate %f are refused", (bits, rate, message) => {
    expect(() => segmentation(bits, rate)).toThrow(message);
  });
});
