import { readCode } from "../../src/code/formats/read-code.ts";
import { LightWordSearch } from "../../src/code/low-weight.ts";
import { binaryDecoder } from "../../src/decoder/binary/decoder.ts";
import { scatterProgram } from "../../src/decoder/binary/scatter.ts";
import { decoderProgram, readDecoder } from "../../src/decoder/decoder.ts";
import { giveText } from "../../src/decoder/given-files.ts";
import { edgeRules } from "../../src/decoder/nodes/edges/index.ts";
import { variableRules } from "../../src/decoder/nodes/variables/index.ts";
import { checkNodeRules } from "../../src/decoder/rules.ts";
import type { ShotSource } from "../../src/decoder/shots/coded.ts";
import type { ModelCode } from "../../src/decoder/shots/model.ts";
import { shotProgram } from "../../src/decoder/shots/program.ts";
import { bitsOf } from "../../src/decoder/step.ts";
import { walkProgram } from "../../src/engine/low-weight/walk-program.ts";
import { galoisField } from "../../src/galois/field.ts";
import type { DeviceLimits, Dispatch } from "../../src/gpu/program.ts";
import { dispatchesInOrder } from "../../src/gpu/schedule.ts";
import { loadCode } from "../../src/node/codes/codes.ts";
import {
  blockEncodingProgram,
  bobProgram,
  decodingProgram,
  gaussianLayout,
  referenceProgram,
} from "../../src/reconciliation/core/ends.ts";
import { blockLayout } from "../../src/reconciliation/core/layout.ts";
import { copyProgram } from "../../src/simulation/bench/copy-bandwidth.ts";
import { monteCarloProgram } from "../../src/simulation/program/monte-carlo.ts";
import { f32 } from "../../wgsl/binary/formats/index.ts";
import { ARITHMETICS } from "../decoder/binary/cover.ts";
import { randomMatrix } from "../decoder/random-matrix.ts";
import { FRAME_DECODERS, MLGD_RULES, RULES, spec } from "../decoder/specs.ts";
import { binary, blocks, code, octal, quaternary, values } from "./small-codes.ts";

const model = readCode("error(0.01) D0 L0\nerror(0.02) D0 D1\nerror(0.01) D1\n", "small.dem") as ModelCode;

/** The one dispatch of a small error model's program. */
function shots(limits: DeviceLimits, source: ShotSource, decoder = "relay", curve = false) {
  const [only] = dispatchesInOrder(shotProgram(model, readDecoder(decoder), limits, source, { curve }));
  return only;
}

/**
 * Dispatches that together have every kernel and every part of the registry, as a test holds, and every rule and number format of the table.
 * @param limits of the device that the dispatches are for.
 */
export function everyDispatch(limits: DeviceLimits): Dispatch[] {
  const walkStart = new LightWordSearch({ matrix: binary }, { sums: 1, above: 0, seed: 1 }).generator
    .copy()
    .walkStart();
  return [
    ...RULES.flatMap((rule) => [
      ...dispatchesInOrder(monteCarloProgram({ ...code, matrix: octal }, spec(rule), "random", limits)),
    ]),
    ...dispatchesInOrder(
      monteCarloProgram({ ...code, matrix: octal, punctured: Uint32Array.of(1) }, spec("min-max"), "random", limits, {
        name: "qsc",
        parameter: "symbol-error",
      }),
    ),
    ...(
      [
        ["16qam", "symbols"],
        ["16qam", "log-map"],
        ["8psk", "log-map"],
        ["256qam", "symbols"],
      ] as const
    ).flatMap(([name, demapper]) => [
      ...dispatchesInOrder(
        monteCarloProgram({ ...code, matrix: quaternary }, spec("min-max"), "random", limits, {
          name: "awgn",
          parameter: "esn0",
          modulation: { name, demapper, labeling: "gray" },
        }),
      ),
    ]),
    ...dispatchesInOrder(
      monteCarloProgram(
        { ...code, matrix: octal, sending: { order: Uint32Array.of(1, 0, 1), checksumBits: 0 } },
        spec("min-max"),
        "random",
        limits,
        { name: "awgn", parameter: "esn0", modulation: { name: "8psk", demapper: "log-map", labeling: "gray" } },
      ),
    ),
    ...dispatchesInOrder(
      monteCarloProgram(
        {
          ...code,
          matrix: octal,
          sending: {
            order: Uint32Array.of(1, 0, 1),
            checksumBits: 0,
            shorter: { order: Uint32Array.of(1, 0), count: 1, blocks: 2 },
          },
        },
        spec("min-max"),
        "random",
        limits,
        { name: "awgn", parameter: "esn0", modulation: { name: "8psk", demapper: "log-map", labeling: "gray" } },
      ),
    ),
    ...dispatchesInOrder(
      monteCarloProgram({ ...code, matrix: octal }, spec("min-max"), "random", limits, {
        name: "table",
        parameter: "at",
        table: { name: "bits", inputs: 2, outputs: 3, digest: "00000000" },
      }),
    ),
    // These kernels unroll loops over the field, so their field is small.
    ...["min-max mapping=tree", ...FRAME_DECODERS].flatMap((words) => [
      ...dispatchesInOrder(
        decoderProgram({ matrix: quaternary }, spec(words), limits, {
          syndrome: true,
        }),
      ),
    ]),
    // These kernels spread a vector over several invocations.
    ...["qspa", "min-max mapping=frames"].flatMap((words) => [
      ...dispatchesInOrder(
        decoderProgram({ matrix: randomMatrix(galoisField(64), [4, 4, 3], 6, 1) }, spec(words), limits, {
          syndrome: true,
        }),
      ),
    ]),
    ...MLGD_RULES.flatMap((rule) => [
      ...dispatchesInOrder(decoderProgram({ matrix: octal }, spec(rule), limits, { syndrome: true })),
    ]),
    ...["flooding", "layered", "layered mapping=streaming"].flatMap((schedule) =>
      checkNodeRules["normalised-min-sum"].options.messages.choices!.flatMap((messages) => [
        ...dispatchesInOrder(
          decoderProgram(
            { matrix: binary },
            spec(`normalised-min-sum schedule=${schedule} messages=${messages}`),
            limits,
            { syndrome: true },
          ),
        ),
      ]),
    ),
    ...["offset-min-sum", "normalised-min-sum"].flatMap((rule) => [
      ...dispatchesInOrder(
        decoderProgram(loadCode("nr-bg2-z2", { rows: 5 }), spec(`${rule} schedule=layered messages=int12`), limits),
      ),
    ]),
    ...[
      ...["reprocess=eqml stages=2", "reprocess=abp messages=int8 stages=2"],
      ...["reprocess=osd osd-order=1", "reprocess=osd messages=int8 osd-order=1"],
      "schedule=layered order=random reprocess=ensemble ensemble=2",
      "variable=memory reprocess=relay legs=1",
    ].flatMap((words) => [
      ...dispatchesInOrder(
        decoderProgram({ matrix: binary }, spec(`normalised-min-sum ${words}`), limits, { syndrome: true }),
      ),
    ]),
    // Rules of variables and edges, in each number format and schedule.
    ...Object.keys(edgeRules).flatMap((edge) =>
      Object.keys(variableRules).flatMap((variable) =>
        ["f32", "int8 schedule=layered mapping=streaming"].flatMap((messages) => [
          ...dispatchesInOrder(
            decoderProgram(
              { matrix: binary },
              spec(`min-sum variable=${variable} edge=${edge} messages=${messages}`),
              limits,
            ),
          ),
        ]),
      ),
    ),
    ...Object.keys(edgeRules).flatMap((edge) =>
      ["qspa", "min-max mapping=frames schedule=layered order=random messages=int12"].flatMap((words) => [
        ...dispatchesInOrder(decoderProgram({ matrix: octal }, spec(`${words} variable=memory edge=${edge}`), limits)),
      ]),
    ),
    ...dispatchesInOrder(
      decoderProgram(
        loadCode("wifi-648-540"),
        spec("min-sum schedule=layered messages=int12 mapping=chip variable=memory"),
        limits,
      ),
    ),
    ...dispatchesInOrder(decoderProgram({ matrix: binary }, spec("osd order=1"), limits, { syndrome: true })),
    ...["basis=bits", "basis=symbols"].flatMap((words) => [
      ...dispatchesInOrder(
        decoderProgram({ matrix: octal }, spec(`symbol-osd ${words} order=1`), limits, { syndrome: true }),
      ),
    ]),
    ...["min-max reprocess=osd", "ems variable=memory reprocess=relay legs=1"].flatMap((words) => [
      ...dispatchesInOrder(decoderProgram({ matrix: octal }, spec(words), limits)),
    ]),
    ...dispatchesInOrder(walkProgram(walkStart, { labelled: false, sums: 3 }, limits)),
    ...ARITHMETICS.flatMap((words) => [...dispatchesInOrder(decoderProgram({ matrix: binary }, spec(words), limits))]),
    ...[
      ...["f32", "int12"].map((messages) => `min-sum messages=${messages} weights=${giveText('{"scale": [0.5]}')}`),
      `finite-alphabet table=${giveText('{"levels": 3, "thresholds": [1], "variable": {"other": "sum"}, "check": [[[0, 0], [0, 1]]]}')}`,
      // Ordered statistics read posteriors, which are decisions here.
      "finite-alphabet reprocess=osd osd-order=1",
      "finite-alphabet",
    ].flatMap((words) => {
      return [...dispatchesInOrder(decoderProgram({ matrix: binary }, spec(words), limits))];
    }),
    ...["layout=frames", "layout=frames bits=32", "layout=rows"].flatMap((words) => {
      const ratio = decoderProgram({ matrix: binary }, spec(`ratio-sum-product ${words}`), limits, { syndrome: true });
      // Iterations come first, because a snapshot shows the first dispatch with its name.
      return [...ratio.iterate, ...ratio.start, ...ratio.afterIterations].map((dispatch) => ({ dispatch }));
    }),
    ...(["wifi-648-540", "dvbs2-16200-14400"] as const).flatMap((name) =>
      (["random", "syndrome"] as const).flatMap((codeword) => [
        ...dispatchesInOrder(monteCarloProgram(loadCode(name), spec("sum-product"), codeword, limits)),
      ]),
    ),
    ...[
      { code: { ...code, matrix: binary }, decoder: "sum-product" },
      { code: loadCode("nr-bg2-z9", { rows: 14 }), decoder: "sum-product" },
      { code: loadCode("wifi-648-540"), decoder: "sum-product reprocess=eqml" },
    ].flatMap((one) => [...dispatchesInOrder(monteCarloProgram(one.code, spec(one.decoder), "random", limits))]),
    ...(["int12", "f32"] as const).flatMap((messages) => [
      ...dispatchesInOrder(
        monteCarloProgram(loadCode("wifi-648-540"), spec(`min-sum messages=${messages}`), "random", limits, {
          name: "awgn",
          parameter: "esn0",
          modulation: { name: "64qam", demapper: "log-map", labeling: "gray" },
        }),
      ),
    ]),
    ...dispatchesInOrder(
      monteCarloProgram(loadCode("wifi-648-540"), spec("min-sum messages=int12"), "random", {
        ...limits,
        workgroupBytes: 32768,
      }),
    ),
    ...dispatchesInOrder(
      decoderProgram(
        loadCode("nr-bg1-z384", { rows: 13 }),
        spec("min-sum schedule=layered messages=byte mapping=chip"),
        {
          workgroupBytes: 49152,
          workgroupSize: 1024,
          software: false,
        },
      ),
    ),
    ...dispatchesInOrder(
      monteCarloProgram(
        loadCode("wifi-648-540"),
        spec("min-sum schedule=layered messages=int12 mapping=chip"),
        "random",
        limits,
      ),
    ),
    ...dispatchesInOrder(
      monteCarloProgram({ ...code, matrix: binary }, spec("sum-product"), "random", limits, undefined, {
        generator: "philox4x32-10",
      }),
    ),
    ...dispatchesInOrder(
      decoderProgram(
        { matrix: randomMatrix(galoisField(64), [4, 4, 3], 6, 1) },
        spec("qspa messages=bf16 schedule=flooding"),
        limits,
      ),
    ),
    // Forms of formats that a CPU has, and a form of sum-product that no spec names (test/decoder/binary/direct-form.node.test.ts).
    ...["min-sum messages=int12", "sum-product messages=f16"].flatMap((words) => [
      ...dispatchesInOrder(decoderProgram({ matrix: binary }, spec(words), { ...limits, simd: true })),
    ]),
    ...["min-max messages=int12 schedule=layered mapping=frames", "trellis-min-max messages=int12"].flatMap((words) => [
      ...dispatchesInOrder(decoderProgram({ matrix: octal }, spec(words), { ...limits, simd: true })),
    ]),
    ...dispatchesInOrder(
      binaryDecoder(
        {
          arithmetic: {
            lanes: f32,
            rule: { name: "binary/rules/sum-product-direct" },
            constants: { LARGEST_DEGREE: 12, LLR_CLIP_BITS: bitsOf(15) },
          },
        },
        { matrix: binary },
        spec("sum-product form=phi"),
        limits,
      ),
    ),
    ...dispatchesInOrder(
      scatterProgram(
        loadCode("nr-bg2-z9"),
        spec("sionna-5g-min-sum"),
        { partialSums: 4, messageClip: 127, accumulatorClip: 127 },
        limits,
      ),
    ),
    // Whole shots: sums in workgroup memory if the device is a GPU, in device memory, and of shots that are given.
    ...dispatchesInOrder(
      monteCarloProgram(model, readDecoder("min-sum"), "syndrome", limits, {
        name: "error-model",
        parameter: "factor",
      }),
    ),
    ...[shots(limits, "threefry4x32-13"), shots({ ...limits, simd: true }, "threefry4x32-13"), shots(limits, "given")],
    shots(
      { ...limits, simd: false, software: false, workgroupSize: 256 },
      "threefry4x32-13",
      "normalised-min-sum schedule=layered",
    ),
    ...dispatchesInOrder(blockEncodingProgram(blocks, blockLayout(blocks))),
    ...dispatchesInOrder(bobProgram(blocks, blockLayout(blocks), spec("sum-product"), limits)),
    ...dispatchesInOrder(referenceProgram(values, gaussianLayout(values))),
    ...dispatchesInOrder(decodingProgram(values, gaussianLayout(values), spec("sum-product"), limits)),
    ...dispatchesInOrder(copyProgram()),
    ...["min-max", "min-max schedule=layered", "qspa"].flatMap((words) => [
      ...dispatchesInOrder(decoderProgram({ matrix: octal }, readDecoder(words), limits, { soft: true })),
    ]),
    ...dispatchesInOrder(decoderProgram({ matrix: binary }, spec("min-sum"), limits, { soft: true })),
    ...dispatchesInOrder(
      decoderProgram(
        loadCode("nr-bg2-z9", { rows: 14 }),
        readDecoder("min-sum schedule=layered mapping=frames stop=none"),
        limits,
        { syndrome: true },
      ),
    ),
  ].map(({ dispatch }) => dispatch);
}
