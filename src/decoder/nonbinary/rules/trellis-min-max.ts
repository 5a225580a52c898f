import {
  STEP_MESSAGES,
  STEP_TEXT,
  type stepStorages,
  stepsOf,
  storages,
} from "../../../../wgsl/nonbinary/formats/index.ts";
import { tannerGraph } from "../../../code/tanner-graph.ts";
import { InputError } from "../../../errors.ts";
import type { KernelConstants } from "../../../gpu/kernel.ts";
import type { DeviceLimits } from "../../../gpu/program.ts";
import type { DecoderProgram } from "../../decoder-program.ts";
import type { DecoderOptions } from "../../option.ts";
import { ORDER, SCHEDULE } from "../../order.ts";
import type { CheckNodeRule, DecodableCode, DecoderRequest } from "../../rule.ts";
import { type DecoderSpec, optionsOf } from "../../spec.ts";
import { bitsOf, floatScale, receivedMaximum, SCALE_ONE, wholeScale } from "../../step.ts";
import type { FrameArithmetic } from "../arithmetic.ts";
import { shareOfSlices } from "../level-cost.ts";
import { frameProgram } from "../program.ts";
import { isSliced, LEVEL_STEP, SLICED_MESSAGES, slicedArithmetic, symbolLlrMaximum } from "../sliced.ts";
import { tileConstants, tileOf, vectorParts } from "../vectors.ts";

/** Constants: bits of the number of a check's edge, and vectors of four words that an invocation has in workgroup memory. */
function slicedTrellisConstants(bits: number, degree: number): KernelConstants {
  const positionBits = Math.max(1, Math.ceil(Math.log2(degree)));
  return { POSITION_BITS: positionBits, SLOTS: 2 * Math.ceil(Math.max(2 * bits, bits + positionBits) / 2) };
}

/** Deviations in a tile: a tile of PAIRS × PAIRS pairs is computed in registers, with 400 operations. */
const PAIRS = 8;
/** The same on the CPU engine, which has 16 registers. */
const SIMD_PAIRS = 4;

/** Edges that fit 8 bits besides the number of no edge. */
const WHOLE_DEGREE_MAXIMUM = 255;

const FIRST_12_BITS = 0xfffff000;

const LEAST_SCALE = 1 / 16;

/**
 * The factor of a spec's scale for a code. With it the messages of all checks of a variable together weigh one and a half times the channel, on
 * average: a scale by the most checks alone is far too small for the variables of degree 2 of irregular codes.
 */
function scaleOf({ matrix }: DecodableCode, scale: string): number {
  if (scale !== "auto") return Number(scale);
  const { variableStart } = tannerGraph(matrix);
  let shares = 0;
  for (let n = 0; n < matrix.columns; n++) shares += 1 / Math.max(1, variableStart[n + 1] - variableStart[n]);
  const sixteenths = Math.round((24 * shares) / matrix.columns);
  return Math.min(16, Math.max(1, sixteenths)) / 16;
}

export const TRELLIS_OPTIONS = {
  schedule: SCHEDULE,
  order: ORDER,
  messages: {
    default: "f32",
    choices: ["f32", "f16", ...STEP_MESSAGES, ...SLICED_MESSAGES],
    description: `number format of messages; ${STEP_TEXT}, two frames to a word; levels: so many steps, bit-sliced, flooding`,
  },
  step: LEVEL_STEP,
  scale: {
    default: "auto",
    text: { form: /^(auto|1|0?\.\d+)$/, wanted: "auto, or a number from 0.0625 to 1" },
    rewritten: (text, { messages }) => {
      if (text === "auto") return text;
      const scale = Number(text);
      if (scale < LEAST_SCALE)
        throw new InputError(`decoder option scale=${text}: give auto, or a number from 0.0625 to 1`);
      const isWhole = stepsOf(messages) !== undefined || isSliced({ messages: String(messages) });
      return String(isWhole ? wholeScale(scale) : floatScale(scale));
    },
    description:
      "factor of what a check says, which knows few deviations only and so says too much: the nearest number of 12 significant bits in f32 and " +
      "f16, the nearest multiple of 1/256 in whole numbers; auto: the mean of 1.5 over the checks of each variable, in sixteenths and at most 1, so 0.75, 0.5 and 0.375 where all have 2, 3 and 4",
  },
} as const satisfies DecoderOptions;

const DEVIATIONS = {
  f32: { name: "nonbinary/rules/trellis/deviations-f32" },
  f16: { name: "nonbinary/rules/trellis/deviations-f16" },
} as const;

const EXTRA_COLUMN = { name: "nonbinary/rules/trellis/extra-column" };
const BASIC_SET = { name: "nonbinary/rules/trellis/basic-set" };

export const trellisMinMax: CheckNodeRule = {
  description: "Min-Max of deviations from the most likely symbols, at most two at a time",
  equation: [
    "ΔQ_i(η) = Q_i(η ⊕ z_i), z_i = argmin Q_i over x = h_i·a,",
    "  β = s ⊕ ⨁ z_i",
    "E(a) = min of the larger ΔQ, over one or two edges",
    "  whose deviations add up to a",
    "ΔR_i(a) = E(a) where edge i is not among them,",
    "  else the least ΔQ_k(a), k ≠ i",
    "R_i(x) = scale · ΔR_i(x ⊕ β ⊕ z_i)",
  ],
  source: "Lacruz, García-Herrero, Declercq and Valls 2015; Li, Declercq and Gunnam 2013 (trellis EMS)",
  claim:
    "Lacruz et al. 2015: two deviations cost little against Min-Max. Here that holds with a scale by the variables' degree on nb837-gf32 and beidou-96-48-gf64, and not on nb620-gf32 (experiments/results/nonbinary/trellis-scales-cpu.csv).",
  cost: {
    formula: "q² + 6·d·q",
    operations: (d, q, { messages }) => (q ** 2 + 6 * d * q) * shareOfSlices(messages),
    kind: "comparison",
    of: "minima, maxima and comparisons, about, of pairs of deviations and of two minima over the edges for each symbol",
  },
  exactness: {
    devices: "bit-equal",
    text: "minima, maxima and a product of 12 bits and 12 bits; an approximation of min-max",
  },
  use:
    "Checks of high degree. On nb837-gf32 (degree 27, 10 iterations) FER 1e-2 takes 4.14 dB, min-max 4.05 dB, with scale=0.375 as auto has it there. It is faster " +
    "than min-max, most of all with messages=levels32 step=0.5, which computes bit by bit for 32 frames at once (doc/performance.md). Of " +
    "levels the range counts, (levels − 1)·step·scale for each check: messages=levels32 step=0.25 has too little. With scale=0.5 it takes 4.18 dB; larger scales are worse, at 4.2 dB FER " +
    "4.10e-2 with 0.625 and 1.93e-1 with 0.75 (experiments/sweeps/nonbinary-fer.json). The best scale follows " +
    "the variables' degree and not the checks' (ldpc sweep experiments/reference/trellis-scales-sweep.json): frames that fail at 2.25 dB, 20 iterations, beidou-96-48-gf64: 26 of 4,096, min-max 18 of 4,096, scale=0.375 450 of 512; " +
    "nb620-gf32: 305 of 2,624 (3 undetected), min-max 63 of 4,096 (18 undetected), scale=0.375 332 of 384. messages=int12 is for CPUs, where it is faster than f32, and for whole numbers with any schedule.",
  advice: [
    {
      wanted: "speed at high check degrees, with messages near min-max's",
      decoder: "trellis-min-max messages=levels32 step=0.5",
      reason: "6,208 operations a check at d = 27, q = 32, for 32 frames at once; min-max 153,600, qspa 12,960",
    },
  ],
  input: "symbol",
  options: TRELLIS_OPTIONS,
  llrMaximum: (options, code) => symbolLlrMaximum(options, scaleOf(code, String(options.scale))),
  decoder,
};

/** Trellis Min-Max with a frame-interleaved layout. @throws InputError where levels are not for the field or schedule. */
function decoder(
  code: DecodableCode,
  spec: DecoderSpec,
  limits: DeviceLimits,
  request: DecoderRequest = {},
): DecoderProgram {
  const { q } = code.matrix.field;
  const options = optionsOf(TRELLIS_OPTIONS, spec);
  const scale = scaleOf(code, options.scale);
  const second = spec.options.second === undefined ? undefined : Number(spec.options.second);
  if (isSliced(options)) {
    const rule = { check: "nonbinary/rules/trellis/trellis-min-max-sliced", degreeConstants: slicedTrellisConstants };
    return frameProgram(code, spec, limits, slicedArithmetic(code, { ...options, scale }, rule), request);
  }
  const { messages } = options;
  if (messages !== "f32" && messages !== "f16") {
    return frameProgram(
      code,
      spec,
      limits,
      wholeArithmetic(code.matrix, { rule: spec.rule, messages, scale, second }, limits),
      request,
    );
  }
  const perWord = messages === "f16" ? 2 : 1;
  const tile = tileOf(q, limits);
  const tiles = tileConstants(q, tile, limits);
  const pairs = Math.min(q, limits.simd ? SIMD_PAIRS : PAIRS);
  const checkConstants = {
    ...tiles,
    ...scaleConstants(scale, second),
    ELEMENTS: Math.log2(q),
    PER_WORD: perWord,
    TILE_WORDS: tile / perWord,
    TILE_BITS: Math.log2(tile / perWord),
    QUAD_WORDS: tiles.QUAD / perWord,
    PAIRS: pairs,
    PAIRS_QUADS: Math.ceil(pairs / 4),
  };
  const arithmetic = {
    check: "nonbinary/rules/trellis/trellis-min-max",
    checkConstants,
    ...vectorParts(code.matrix, storages[messages], limits),
    checkChoices: {
      deviations: DEVIATIONS[messages],
      column: spec.rule === "basic-set-trellis-min-max" ? BASIC_SET : EXTRA_COLUMN,
    },
    notes: [`an invocation for a check of one frame, ${tile} deviations at a time; scale ${scale}`],
  };
  return frameProgram(code, spec, limits, arithmetic, request);
}

/** Trellis Min-Max in whole numbers of steps. */
function wholeArithmetic(
  matrix: DecodableCode["matrix"],
  {
    rule,
    messages,
    scale,
    second,
  }: { rule: string; messages: keyof typeof stepStorages; scale: number; second: number | undefined },
  limits: DeviceLimits,
): FrameArithmetic {
  const { checkDegreeMaximum } = tannerGraph(matrix);
  if (checkDegreeMaximum > WHOLE_DEGREE_MAXIMUM) {
    throw new InputError(
      `${rule} messages=${messages} is for checks of degree ${WHOLE_DEGREE_MAXIMUM} at most, and this code has one of degree ` +
        `${checkDegreeMaximum}: use messages=f32`,
    );
  }
  const { q } = matrix.field;
  const tile = tileOf(q, limits);
  const { KEEPS: _, ...tiles } = tileConstants(q, tile, limits);
  const steps = stepsOf(messages)!;
  const channel = Math.min(steps.channel, receivedMaximum(scale * steps.message));
  return {
    check: "nonbinary/rules/trellis/trellis-int12",
    checkConstants: {
      ...tiles,
      SCALE: SCALE_ONE * scale,
      SECOND_SCALE: SCALE_ONE * wholeScale(scale * (second ?? 1)),
      ONE_MINIMUM: second === undefined ? 0 : 1,
      TILE_BITS: Math.log2(tile),
      PAIRS: Math.min(q, PAIRS),
    },
    ...vectorParts(matrix, { ...storages[messages], steps: { ...steps, channel } }, limits),
    checkChoices: {
      deviations: limits.simd
        ? { name: "nonbinary/rules/trellis/deviations-int12-shorts" }
        : { name: "nonbinary/rules/trellis/deviations-int12" },
    },
    notes: [`an invocation for a check of two frames, ${tile} deviations at a time; scale ${scale}`],
  };
}

/** The scales, which multiply 12 bits of each message: the product is exact, so no device can round it differently. */
function scaleConstants(scale: number, second: number | undefined): KernelConstants {
  return {
    SCALE_BITS: bitsOf(floatScale(scale)),
    SECOND_SCALE_BITS: bitsOf(floatScale(scale * (second ?? 1))),
    MAGNITUDE_MASK: FIRST_12_BITS,
    ONE_MINIMUM: second === undefined ? 0 : 1,
  };
}
