import { describe, it } from "vitest";
import { decoderProgram, readDecoder } from "../../src/decoder/decoder.ts";
import { cpuEngine } from "../../src/engine/cpu/engine.ts";
import { galoisField } from "../../src/galois/field.ts";
import { randomMatrix } from "../decoder/random-matrix.ts";
import { compareForms } from "./compare-forms.ts";
import { symbolLlrs } from "./symbol-llrs.ts";

/** Degrees of checks: all that are allowed for, of large fields the ends and some between, since their twins take long. */
const DEGREES = Array.from({ length: 29 }, (_, i) => 2 + i);
const FIELDS = [4, 8, 16, 32, 64, 128, 256].map((q) => ({
  q,
  degrees: q <= 16 ? DEGREES : q <= 64 ? [2, 5, 17, 30] : [2, 3, 30],
}));

const DECODERS = [
  "min-max",
  "min-max messages=levels8",
  "min-max messages=levels16",
  "min-max messages=levels32",
  "qspa",
  "ems nm=7 offset=0.25",
  "trellis-min-max scale=0.75",
];

describe.each(FIELDS)("GF($q)", ({ q, degrees }) => {
  const edges = degrees.reduce((sum, degree) => sum + degree, 0);
  const columns = Math.max(30, Math.ceil(edges / 3));
  const matrix = randomMatrix(galoisField(q), degrees, columns, q);

  it.each(DECODERS)("%s: every kernel equals its twin", (words) => {
    for (const schedule of ["flooding", "layered"]) {
      const spec = readDecoder(`${words} schedule=${schedule} stop=syndrome iterations=2`);
      const program = decoderProgram({ matrix }, spec, cpuEngine().limits);
      const frames = q > 64 ? 3 : 19;
      const llr = symbolLlrs(frames, columns, q, q);
      compareForms(program, frames, (state) => state.buffer("channel_llr").set(llr));
    }
  });
});
