import { describe, expect, it } from "vitest";
import { systematicEncoder } from "../../src/code/encoder.ts";
import { parityCheckMatrix, rowEntries } from "../../src/code/parity-check-matrix.ts";
import { galoisField, multiply } from "../../src/galois/field.ts";
import { galoisTables } from "../../src/kernel/galois-tables.ts";
import { randomMatrix } from "../conformance/random-matrix.ts";
import { bothEngines } from "../engines.ts";
import { randomNumbers } from "../simulation/random.ts";
import { runKernel } from "./run-kernel.ts";

const engines = bothEngines();

describe("encode: words of the code that keep their information", () => {
  it.each([2, 4, 8, 16, 32, 64, 128, 256])("over GF(%i), with a row that depends on two others", async (q) => {
    const field = galoisField(q);
    const independent = randomMatrix(field, [4, 5, 3, 4, 6, 4], 14, q);
    const rows = Array.from({ length: independent.rows }, (_, m) => rowEntries(independent, m));
    const sum = new Map(rows[0]);
    for (const [column, value] of rows[1]) sum.set(column, (sum.get(column) ?? 0) ^ value);
    const matrix = parityCheckMatrix(field, 14, [...rows, [...sum].filter(([, value]) => value !== 0)]);
    const encoder = systematicEncoder(matrix);
    expect(encoder.rank).toBeLessThan(matrix.rows);

    const frames = 5;
    const random = randomNumbers(q);
    const words = Uint32Array.from({ length: frames * 14 }, () => Math.floor(random() * q));
    const { codeword } = await runKernel(engines, {
      kernel: "encode",
      constants: { Q: q, N: 14, K: encoder.k, RANK: encoder.rank },
      buffers: {
        information_position: encoder.informationPositions,
        parity_position: encoder.parityPositions,
        generator: Uint32Array.from(encoder.parity),
        galois_tables: galoisTables(field),
        codeword: words,
      },
      parameters: { frames },
      groups: Math.ceil(encoder.rank / 64),
    });
    for (let slot = 0; slot < frames; slot++) {
      const word = codeword.subarray(slot * 14, (slot + 1) * 14);
      for (const position of encoder.informationPositions) expect(word[position]).toBe(words[slot * 14 + position]);
      for (let m = 0; m < matrix.rows; m++) {
        expect(rowEntries(matrix, m).reduce((rest, [n, h]) => rest ^ multiply(field, h, word[n]), 0)).toBe(0);
      }
    }
  });
});
