import { describe, expect, it } from "vitest";
import { codeEncoder } from "../../src/code/encoder.ts";
import { codeHash } from "../../src/code/hash.ts";
import { codeRate, transmittedPositions, withUnsent } from "../../src/code/rate-matching.ts";
import { InputError } from "../../src/errors.ts";
import { galoisField } from "../../src/galois/field.ts";
import { codeOf } from "../code-of.ts";
import { randomMatrix } from "../decoder/random-matrix.ts";

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
