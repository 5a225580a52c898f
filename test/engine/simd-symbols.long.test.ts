import { describe, expect, it } from "vitest";
import type { ParityCheckMatrix } from "../../src/code/parity-check-matrix.ts";
import { decoderProgram, readDecoder } from "../../src/decoder/decoder.ts";
import { cpuEngine } from "../../src/engine/cpu/engine.ts";
import { galoisField } from "../../src/galois/field.ts";
import { randomMatrix, transposed } from "../decoder/random-matrix.ts";
import { sweep, widened } from "../sweep.ts";
import { compareForms } from "./compare-forms.ts";
import { symbolLlrs } from "./symbol-llrs.ts";

const upTo = (first: number, last: number) => Array.from({ length: last - first + 1 }, (_, i) => first + i);
const sumOf = (numbers: readonly number[]) => numbers.reduce((sum, number) => sum + number, 0);

const FIELDS = [4, 8, 16, 32, 64, 128, 256];

/** Degrees of checks: the smallest, the largest and some between, because each compiles a shader. `every` has all degrees. */
function checkDegrees(q: number): readonly number[] {
  const every = upTo(2, 30);
  return widened({ few: q === 4 ? [2, 3, 4, 5, 8, 12, 17, 30] : q <= 16 ? [2, 5, 17, 30] : [2, 3, 30], every });
}

/** Odd numbers of frames, as vectors have 4, 8 or 16 frames. */
function frameCounts(q: number): readonly number[] {
  return q > 64 ? widened({ few: [3], every: [1, 5, 19] }) : widened({ few: [19], every: [1, 3, 7, 13, 19, 37] });
}

const DECODERS = ["levels8", "levels16", "levels32"].map((messages) => `min-max messages=${messages}`);

/** Compares a decoder's dispatches and expects only one kind of kernel to have a form in WebAssembly. */
async function compareDecoder(words: string, matrix: ParityCheckMatrix, frames: number, kind: RegExp): Promise<void> {
  const { q } = matrix.field;
  const program = decoderProgram({ matrix }, readDecoder(words), cpuEngine().limits);
  const llr = symbolLlrs(frames, matrix.columns, q, q);
  const forms = await compareForms(program, frames, (state) => state.buffer("channel_llr").set(llr));
  const ofKind = [...forms].filter(([kernel]) => kind.test(kernel));
  expect(ofKind.map(([, form]) => [...form])).toEqual([["WebAssembly SIMD"]]);
}

describe.each(sweep(FIELDS, 1, 2))("GF(%i), checks", (q) => {
  const degrees = checkDegrees(q);
  const columns = Math.max(30, Math.ceil(sumOf(degrees) / 3));
  const matrix = randomMatrix(galoisField(q), degrees, columns, q);

  it.each(DECODERS)("%s: kernels equal their compiled WGSL", async (words) => {
    const both = ["flooding", "layered"];
    const turn = (FIELDS.indexOf(q) + DECODERS.indexOf(words)) % 2;
    for (const schedule of widened({ few: [both[turn]], every: both })) {
      for (const frames of frameCounts(q)) {
        const spec = `${words} schedule=${schedule} stop=syndrome iterations=2`;
        await compareDecoder(spec, matrix, frames, /^nonbinary\/rules\//);
      }
    }
  });
});

/** Variable kernels of each number of levels, with the largest degree, up to 30, that they support. */
const VARIABLES = [
  { words: "min-max messages=levels8", largest: 16 },
  { words: "min-max messages=levels16", largest: 30 },
  { words: "min-max messages=levels32", largest: 30 },
];

describe.each(widened({ few: [4], every: FIELDS }))("GF(%i), variables", (q) => {
  it.each(VARIABLES)("$words, degrees to $largest: kernels equal their compiled WGSL", async ({ words, largest }) => {
    const degrees = upTo(1, largest);
    const matrix = transposed(randomMatrix(galoisField(q), degrees, Math.ceil(sumOf(degrees) / 5), q));
    for (const frames of frameCounts(q)) {
      await compareDecoder(`${words} stop=syndrome iterations=2`, matrix, frames, /^nonbinary\/variable/);
    }
  });
});
