import { decoderProgram } from "../../src/decoder/decoder.ts";
import type { DeviceLimits, Program } from "../../src/gpu/program.ts";
import { loadCode } from "../../src/node/codes/codes.ts";
import {
  blockEncodingProgram,
  bobProgram,
  decodingProgram,
  gaussianLayout,
  referenceProgram,
} from "../../src/reconciliation/core/ends.ts";
import { blockLayout } from "../../src/reconciliation/core/layout.ts";
import { copyProgram } from "../../src/simulation/bench/bench.ts";
import { monteCarloProgram } from "../../src/simulation/program/monte-carlo.ts";
import { FRAME_DECODERS, MLGD_RULES, RULES, spec } from "../decoder/specs.ts";
import { binary, blocks, code, octal, quaternary, values } from "../wgsl/small-codes.ts";

/** A program with a descriptive name. */
export interface NamedProgram {
  readonly name: string;
  readonly make: (limits: DeviceLimits) => Program;
}

const BINARY_DECODERS = [
  ...["flooding", "layered", "layered mapping=streaming", "layered mapping=frames", "flooding mapping=frames"].flatMap(
    (schedule) =>
      ["f32", "int12", "int8"].map((messages) => `normalised-min-sum schedule=${schedule} messages=${messages}`),
  ),
  "offset-min-sum messages=int8",
  "offset-min-sum",
  "sum-product",
  "sum-product messages=f16",
  "sum-product form=phi",
  "a-min-star",
  "sum-product form=tanh",
  "sionna-5g-min-sum",
  "osd order=1",
  ...["layout=frames", "layout=frames bits=32", "layout=rows"].map((words) => `ratio-sum-product ${words}`),
];

function decoder(matrix: typeof binary, words: string, syndrome: boolean): NamedProgram {
  return {
    name: `${words}${syndrome ? ", syndrome" : ""}, q = ${matrix.field.q}`,
    make: (limits) => decoderProgram({ matrix }, spec(words), limits, { syndrome }),
  };
}

/** Programs of decoders, chains and reconciliation for comparisons of whole programs. Kernels of other programs have tests on both engines. */
export const PROGRAMS: readonly NamedProgram[] = [
  ...RULES.map((rule) => ({
    name: `${rule}, chain`,
    make: (limits: DeviceLimits) => monteCarloProgram({ ...code, matrix: octal }, spec(rule), "random", limits),
  })),
  {
    name: "min-max, qsc",
    make: (limits) =>
      monteCarloProgram({ ...code, matrix: octal, punctured: Uint32Array.of(1) }, spec("min-max"), "random", limits, {
        name: "qsc",
        parameter: "symbol-error",
      }),
  },
  ...FRAME_DECODERS.flatMap((words) => [decoder(quaternary, words, true), decoder(octal, words, false)]),
  ...[
    "symbol-osd order=1",
    "min-max mapping=frames reprocess=osd osd-basis=symbols osd-order=2 osd-from=posterior",
  ].map((words) => decoder(octal, words, true)),
  ...MLGD_RULES.map((words) => decoder(octal, words, true)),
  ...BINARY_DECODERS.flatMap((words) => [decoder(binary, words, false), decoder(binary, words, true)]),
  ...["reprocess=eqml stages=2", "reprocess=abp messages=int8 stages=2", "reprocess=osd messages=int8 osd-order=1"].map(
    (words) => decoder(binary, `normalised-min-sum ${words}`, true),
  ),
  ...(["wifi-648-540"] as const).flatMap((name) =>
    (["random", "syndrome"] as const).map((codeword) => ({
      name: `${name}, ${codeword}`,
      make: (limits: DeviceLimits) => monteCarloProgram(loadCode(name), spec("sum-product"), codeword, limits),
    })),
  ),
  ...[
    { code: { ...code, matrix: binary }, decoder: "sum-product" },
    { code: loadCode("nr-bg2-z9", { rows: 14 }), decoder: "sum-product" },
    { code: { ...code, matrix: binary }, decoder: "sum-product iterations=3 reprocess=eqml stages=2" },
    { code: loadCode("wifi-648-540"), decoder: "min-sum messages=int8" },
  ].map((one) => ({
    name: `${one.code.name}, ${one.decoder}, chain`,
    make: (limits: DeviceLimits) => monteCarloProgram(one.code, spec(one.decoder), "random", limits),
  })),
  { name: "block encoding", make: () => blockEncodingProgram(blocks, blockLayout(blocks)) },
  { name: "bob", make: (limits) => bobProgram(blocks, blockLayout(blocks), spec("sum-product"), limits) },
  { name: "reference", make: () => referenceProgram(values, gaussianLayout(values)) },
  { name: "decoding", make: (limits) => decodingProgram(values, gaussianLayout(values), spec("sum-product"), limits) },
  { name: "copy", make: () => copyProgram() },
];
