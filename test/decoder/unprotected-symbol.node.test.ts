import { expect, it } from "vitest";
import {
  emptyColumns,
  type ParityCheckMatrix,
  parityCheckMatrix,
  rowEntries,
} from "../../src/code/parity-check-matrix.ts";
import { decoderProgram, readDecoder } from "../../src/decoder/decoder.ts";
import type { Engine } from "../../src/engine/engine.ts";
import { galoisField } from "../../src/galois/field.ts";
import { bothEngines } from "../engines.ts";
import { isExact } from "../oracle/rules.ts";
import { runParameters } from "../run-parameters.ts";
import { randomNumbers } from "../simulation/random.ts";
import { sweep } from "../sweep.ts";
import { randomMatrix } from "./random-matrix.ts";

// A symbol that no check contains is decided by the channel alone, and changes no other symbol.
const engines = bothEngines();
const FRAMES = 20;
/** The column without entries. */
const EMPTY = 5;

function withEmptyColumn(matrix: ParityCheckMatrix): ParityCheckMatrix {
  const rows = Array.from({ length: matrix.rows }, (_, m) =>
    rowEntries(matrix, m).map(([column, value]) => [column < EMPTY ? column : column + 1, value] as const),
  );
  return parityCheckMatrix(matrix.field, matrix.columns + 1, rows);
}

/** LLRs of each symbol: one over GF(2) for decoders of bits, else one for each element, of which the least is 0. */
function randomLlrs(symbols: number, each: number): number[][] {
  const random = randomNumbers(7);
  return Array.from({ length: symbols }, () => {
    if (each === 1) return [8 * (random() - 0.35)];
    const values = Array.from({ length: each }, () => 1 + Math.floor(16 * random()) / 2);
    values[Math.floor(each * random())] = 0;
    return values;
  });
}

async function decide(engine: Engine, matrix: ParityCheckMatrix, decoder: string, llrs: readonly number[][]) {
  const prepared = await engine.prepare(decoderProgram({ matrix }, readDecoder(decoder), engine.limits), FRAMES);
  const outputs = [{ buffer: "decision", elements: FRAMES * matrix.columns }];
  const inputs = { channel_llr: Float32Array.from(llrs.flat()) };
  const result = await prepared.run(runParameters({ frames: FRAMES }), outputs, inputs);
  prepared.release();
  return Array.from(result.outputs[0]);
}

const CASES: readonly [q: number, each: number, decoder: string][] = [
  [2, 1, "sum-product"],
  [2, 1, "normalised-min-sum schedule=layered messages=int12"],
  [2, 1, "min-sum reprocess=eqml stages=2"],
  [2, 1, "osd order=2"],
  [4, 4, "min-max"],
  [4, 4, "qspa schedule=layered"],
  [4, 4, "symbol-osd order=1"],
  [4, 4, "isrb-mlgd"],
  [4, 4, "wbrb-mlgd"],
  [4, 4, "symbol-flipping"],
];

it.each(sweep(CASES, 8))("GF(%i), %i LLRs a symbol, %s", async (q, each, decoder) => {
  const matrix = randomMatrix(galoisField(q), new Array(6).fill(4), 12, 1);
  const wide = withEmptyColumn(matrix);
  expect(emptyColumns(wide)).toEqual([EMPTY]);
  const llrs = randomLlrs(FRAMES * wide.columns, each);
  const isEmpty = (i: number) => i % wide.columns === EMPTY;
  const without = llrs.filter((_, i) => !isEmpty(i));
  // Both engines decide alike, but for rules with a tolerance, and a device, which compiles kernels for seconds, has every second.
  const reference = (engine: Engine) => (isExact(readDecoder(decoder).rule) ? engines.cpu : engine);
  const onDevice = CASES.findIndex(([, , words]) => words === decoder) % 2 === 0;
  for (const engine of onDevice ? [engines.cpu, engines.gpu] : [engines.cpu]) {
    const decided = await decide(engine, wide, decoder, llrs);
    expect(decided.filter((_, i) => isEmpty(i))).toEqual(
      llrs.filter((_, i) => isEmpty(i)).map((values) => (each === 1 ? Number(values[0] < 0) : values.indexOf(0))),
    );
    expect(decided.filter((_, i) => !isEmpty(i))).toEqual(await decide(reference(engine), matrix, decoder, without));
  }
});

it("mapping=tree, which decides symbols by their checks, refuses it", () => {
  const matrix = withEmptyColumn(randomMatrix(galoisField(4), new Array(6).fill(4), 12, 1));
  expect(() => decoderProgram({ matrix }, readDecoder("min-max mapping=tree"), engines.cpu.limits)).toThrow(
    "mapping=tree decides a symbol by a check, and symbol 5 has none: use mapping=auto",
  );
});
