import { expect, it } from "vitest";
import { rowEntries } from "../../../src/code/parity-check-matrix.ts";
import { galoisField, multiply } from "../../../src/galois/field.ts";
import { galoisTables } from "../../../wgsl/common/arithmetic/galois.ts";
import { randomMatrix } from "../../decoder/random-matrix.ts";
import { bothEngines } from "../../engines.ts";
import { randomNumbers } from "../../simulation/random.ts";
import { runKernel } from "../run-kernel.ts";

const engines = bothEngines();

it.each([2, 4, 8, 16, 32, 64, 128, 256])("word-syndrome: H·c over GF(%i)", async (q) => {
  const field = galoisField(q);
  const n = 40;
  const frames = 4;
  const random = randomNumbers(q);
  const matrix = randomMatrix(
    field,
    Array.from({ length: 70 }, () => 1 + Math.floor(6 * random())),
    n,
    q,
  );
  const codeword = Uint32Array.from({ length: frames * n }, () => Math.floor(random() * q));
  const entries = Array.from({ length: matrix.rows }, (_, m) => rowEntries(matrix, m));
  const { syndrome } = await runKernel(engines, {
    kernel: "source/word-syndrome",
    constants: { Q: q, N: n, M: matrix.rows },
    buffers: {
      row_start: matrix.checkStart,
      entries: Uint32Array.from(entries.flat(2)),
      galois_tables: galoisTables(field),
      codeword,
      syndrome: new Uint32Array(frames * matrix.rows).fill(999),
    },
    parameters: { frames },
    workgroups: Math.ceil(matrix.rows / 64),
  });
  for (let frame = 0; frame < frames; frame++) {
    entries.forEach((row, m) => {
      const sum = row.reduce((rest, [column, value]) => rest ^ multiply(field, value, codeword[frame * n + column]), 0);
      expect(syndrome[frame * matrix.rows + m]).toBe(sum);
    });
  }
  expect(new Set(syndrome).size).toBeGreaterThan(1);
});
