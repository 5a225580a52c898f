import { expect, it } from "vitest";
import { parityCheckMatrix, rowEntries } from "../../../src/code/parity-check-matrix.ts";
import { readDecoder } from "../../../src/decoder/decoder.ts";
import { cpuEngine } from "../../../src/engine/cpu/engine.ts";
import { decodeFrames } from "../../../src/engine/decode.ts";
import { galoisField, multiply } from "../../../src/galois/field.ts";
import { loadCode } from "../../../src/node/codes/codes.ts";
import { codeOf } from "../../code-of.ts";
import { randomNumbers } from "../../simulation/random.ts";

it.each(["min-max", "trellis-min-max", "ems", "qspa", "isrb-mlgd"])(
  "%s over a field of a polynomial that is not primitive decides as over the isomorphic field of the usual one",
  async (rule) => {
    const usual = galoisField(16);
    const other = galoisField(16, 0x1f);
    // A root of the other polynomial, x⁴ + x³ + x² + x + 1, in the usual field is the image of x.
    const power = (a: number, e: number): number => (e === 0 ? 1 : multiply(usual, a, power(a, e - 1)));
    const root = Array.from({ length: 14 }, (_, i) => i + 2).find(
      (a) => [0, 1, 2, 3, 4].reduce((sum, e) => sum ^ power(a, e), 0) === 0,
    )!;
    const image = Array.from({ length: 16 }, (_, a) =>
      [0, 1, 2, 3].reduce((sum, b) => sum ^ ((a >> b) & 1 ? power(root, b) : 0), 0),
    );
    const { matrix } = loadCode("tiny12-gf8");
    const labels = randomNumbers(2);
    const rows = Array.from({ length: matrix.rows }, (_, m) =>
      rowEntries(matrix, m).map(([n]) => [n, 1 + Math.floor(15 * labels())] as const),
    );
    const mapped = parityCheckMatrix(
      usual,
      matrix.columns,
      rows.map((row) => row.map(([n, h]) => [n, image[h]] as const)),
    );
    const given = parityCheckMatrix(other, matrix.columns, rows);
    const random = randomNumbers(3);
    const [frames, symbols] = [20, matrix.columns];
    const llr = new Float32Array(frames * symbols * 16);
    const llrMapped = new Float32Array(llr.length);
    for (let s = 0; s < frames * symbols; s++) {
      const costs = Array.from({ length: 16 }, (_, a) => (a === 0 ? 0 : 6) + 5 * random());
      const least = Math.min(...costs);
      costs.forEach((cost, a) => {
        llr[16 * s + a] = cost - least;
        llrMapped[16 * s + image[a]] = cost - least;
      });
    }
    const decode = (code: typeof given, values: Float32Array<ArrayBuffer>) =>
      decodeFrames(cpuEngine(), codeOf(code), readDecoder(`${rule} iterations=10`), values);
    const [a, b] = [await decode(given, llr), await decode(mapped, llrMapped)];
    expect(Array.from(a.symbols, (symbol) => image[symbol])).toEqual([...b.symbols]);
    expect(a.iterations).toEqual(b.iterations);
  },
);
