import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { baseEntries, baseMatrix, expand } from "../../../src/code/base-matrix.ts";
import type { Code } from "../../../src/code/code.ts";
import { codeEncoder, syndrome, systematicEncoder } from "../../../src/code/encoder.ts";
import { rateMatch } from "../../../src/code/rate-matching.ts";
import { randomBits } from "../random-bits.ts";
import { arbitraryAccumulator, arbitraryDualDiagonal } from "./structured-code.ts";

const anyCode = fc.oneof(arbitraryDualDiagonal, arbitraryAccumulator);

describe("encoders that use structure", () => {
  it("make code words that carry the information", () => {
    fc.assert(
      fc.property(anyCode, (code) => {
        const encoder = codeEncoder(code);
        const { k, n, rank, informationPositions, parityPositions } = encoder;
        expect([n, k + rank]).toEqual([code.matrix.columns, code.matrix.columns]);
        const positions = [...informationPositions, ...parityPositions].sort((a, b) => a - b);
        expect(positions).toEqual(Array.from({ length: n }, (_, i) => i));
        const information = randomBits(k);
        const word = encoder.encode(information);
        expect(syndrome(code.matrix, word)).toEqual(new Uint8Array(code.matrix.rows));
        expect(Uint8Array.from(informationPositions, (position) => word[position])).toEqual(information);
        // A wrong bit makes the check fail, because every symbol is checked.
        word[word.length - 1] ^= 1;
        expect(syndrome(code.matrix, word)).not.toEqual(new Uint8Array(code.matrix.rows));
      }),
    );
  });

  it("give the code that elimination gives", () => {
    fc.assert(
      fc.property(anyCode, (code) => {
        const structured = codeEncoder(code);
        const general = systematicEncoder(code.matrix);
        expect([structured.k, structured.rank]).toEqual([general.k, general.rank]);
        // The codes have the same dimension, and one contains the other's words.
        for (let i = 0; i < general.k; i++) {
          const word = general.encode(Uint8Array.from({ length: general.k }, (_, j) => (i === j ? 1 : 0)));
          const information = structured.informationPositions.map((position) => word[position]);
          expect(structured.encode(information)).toEqual(word);
        }
      }),
    );
  });

  it("leave shortened symbols zero", () => {
    fc.assert(
      fc.property(anyCode, fc.nat(), (code, number) => {
        const all = codeEncoder(code).informationPositions;
        const { code: shortenedCode, shortened } = rateMatch(code, { fillers: 1 + (number % (all.length - 1)) });
        const encoder = codeEncoder(shortenedCode);
        expect(encoder.k).toBe(all.length - shortened.length);
        const word = encoder.encode(new Uint8Array(encoder.k).fill(1));
        expect(syndrome(code.matrix, word).every((bit) => bit === 0)).toBe(true);
        expect([...shortened].map((position) => word[position])).toEqual(new Array(shortened.length).fill(0));
        expect([...encoder.informationPositions].every((position) => word[position] === 1)).toBe(true);
        const { parity: _, base: __, ...unstructured } = shortenedCode;
        const general = () => codeEncoder(unstructured).k;
        // Elimination chooses its own information symbols. It may have to refuse, but never encodes wrongly.
        const positions = new Set(systematicEncoder(code.matrix).informationPositions);
        if ([...shortened].every((position) => positions.has(position))) expect(general()).toBe(encoder.k);
        else expect(general).toThrow(/shortened symbol \d+ is no information symbol of the encoder/);
      }),
    );
  });

  it("refuse wrong information and codes without the structure that they claim", () => {
    const [code] = fc.sample(arbitraryDualDiagonal, { numRuns: 1, seed: 1 });
    const base = code.base!;
    const encoder = codeEncoder(code);
    expect(() => encoder.encode([1])).toThrow(`1 information symbols given: the code takes ${encoder.k}`);
    expect(() => encoder.encode(new Array(encoder.k).fill(2))).toThrow(
      "information symbol 0 is 2: it must be in 0 … 1",
    );
    expect(() => codeEncoder({ ...code, parity: "accumulator" })).toThrow(/does not end in an accumulator's staircase/);
    expect(() => codeEncoder({ ...code, base: undefined })).toThrow(
      "claims a dual-diagonal parity part but has no base",
    );
    const informationColumns = base.columns - base.rows;
    const changed = (change: (entry: readonly [number, number, number]) => [number, number, number]): Code => {
      const other = baseMatrix(base.rows, base.columns, base.liftingSize, baseEntries(base).map(change));
      return { ...code, matrix: expand(other), base: other };
    };
    const shifted = changed(([r, c, s]) => [r, c, c === informationColumns + 1 ? 1 : s]);
    expect(() => codeEncoder(shifted)).toThrow(/not on the diagonal and above it with shift 0/);
    const odd = changed(([r, c, s]) => [r, c, c === informationColumns && r === 0 ? (s + 1) % base.liftingSize : s]);
    expect(() => codeEncoder(odd)).toThrow(/do not cancel but for one/);
  });

  it("go by elimination where there is no structure", () => {
    const [{ parity: _, base: __, ...code }] = fc.sample(arbitraryDualDiagonal, { numRuns: 1, seed: 2 });
    const encoder = codeEncoder(code);
    expect(encoder.informationPositions).toEqual(systematicEncoder(code.matrix).informationPositions);
    const word = encoder.encode(randomBits(encoder.k));
    expect(syndrome(code.matrix, word).every((bit) => bit === 0)).toBe(true);
  });
});
