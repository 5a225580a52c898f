import { STEP_MESSAGES, STEP_TEXT, stepsOf, storages } from "../../../../wgsl/nonbinary/formats/index.ts";
import { tannerGraph } from "../../../code/tanner-graph.ts";
import { InputError } from "../../../errors.ts";
import type { DeviceLimits } from "../../../gpu/program.ts";
import { PAPERS } from "../../../papers.ts";
import type { DecoderProgram } from "../../decoder-program.ts";
import type { DecoderOptions, OptionsOf } from "../../option.ts";
import { ORDER, SCHEDULE } from "../../order.ts";
import { SYMBOL_MAPPING_OPTIONS, symbolDecoder } from "../../reproductions/min-max-symbols.ts";
import type { CheckNodeRule, DecodableCode, DecoderRequest } from "../../rule.ts";
import { type DecoderSpec, optionsOf } from "../../spec.ts";
import type { FrameArithmetic } from "../arithmetic.ts";
import { shareOfLevels } from "../level-cost.ts";
import { type LevelFormat, levelArithmetic, levelShorts } from "../levels.ts";
import { isPlain, nodeWords, symbolNodeRules } from "../nodes.ts";
import { frameProgram } from "../program.ts";
import { isSliced, LEVEL_STEP, SLICED_MESSAGES, slicedArithmetic, symbolLlrMaximum } from "../sliced.ts";
import { spreadSteps } from "../spread.ts";
import { fitsTree } from "../tree/plan.ts";
import { treeProgram } from "../tree/program.ts";
import { halves, TILE, tileConstants, tileOf, vectorParts } from "../vectors.ts";

const OPTIONS = {
  schedule: SCHEDULE,
  order: ORDER,
  messages: {
    default: "f32",
    choices: ["f32", ...STEP_MESSAGES, ...SLICED_MESSAGES],
    description: `number format of messages; ${STEP_TEXT}, two frames at once on GPUs that compute in f16; levels: so many steps, in logic operations for several frames at once`,
  },
  step: LEVEL_STEP,
  // The work of an invocation: a field element of one check, with the messages of a frame together; a field element of
  // one edge of a check; a frame of one check; or, for levels, four field elements of one check of 32 frames.
  mapping: {
    default: "auto",
    choices: ["auto", "symbols", "tree", "frames", "sliced"],
    how: true,
    description:
      "symbols: an invocation for each field element, that of Wang et al. 2012; tree: one for each field element of each edge, an " +
      "iteration in one dispatch (few frames); frames: one for each frame (many), levels as thermometer codes; sliced: levels as " +
      "binary numbers, 32 frames to a word",
  },
  ...SYMBOL_MAPPING_OPTIONS,
} as const satisfies DecoderOptions;

type MinMaxOptions = OptionsOf<typeof OPTIONS>;

export const minMax: CheckNodeRule = {
  description: "minima of maxima by the forward-backward algorithm",
  equation: ["R_i(a) = min max_{k≠i} Q_k(a_k)", "  over the a_k, k ≠ i, that satisfy the check with a_i = a"],
  source: `Savin 2008; Declercq and Fossorier 2007; ${PAPERS.nonbinary.short}, Algorithms 1 and 2`,
  claim:
    "Savin 2008: close to the sum-product decoder with comparisons and additions alone. Here qspa needs less Eb/N0 on every measured code, by the tenths of a dB in its notes (experiments/sweeps/nonbinary-fer.json).",
  cost: {
    formula: "6(d − 2)·q²",
    operations: (d, q, { messages }) => 6 * (d - 2) * q ** 2 * shareOfLevels(messages),
    kind: "comparison",
    of: "minima and maxima, of 3(d − 2) elementary steps with q² pairs each",
  },
  exactness: {
    devices: "bit-equal",
    text: "additions, minima and maxima in a fixed order; an approximation of q-ary sum-product",
  },
  use:
    "What Wang et al. 2012 and hardware designers use. Runs that must count the same on every device. At FER 1e-2 on " +
    "nb620-gf32 messages=int12 loses nothing against f32 that was measured, levels32 step=0.25 0.02 dB, levels16 step=0.5 0.04 dB and levels8 " +
    "step=1 0.11 dB (doc/papers/level-sliced-min-max.md). On a CPU, too, int12 is faster than f32.",
  advice: [
    {
      wanted: "the same counts on every device; the decoder of Wang et al. 2012",
      decoder: "min-max",
      reason: "minima and maxima only",
    },
    {
      wanted: "Min-Max at the FER of f32, faster",
      decoder: "min-max messages=int12",
      reason:
        "no loss measured on nb620-gf32; two frames in a pair of f16 on GPUs that have it, and eight 16-bit lanes on a CPU",
    },
    {
      wanted: "Min-Max in a waterfall, on GPUs",
      decoder: "min-max messages=int12 schedule=layered iterations=6",
      reason:
        "on nb620-gf32 and beidou-200-100-gf64 an FER no higher than that of 10 flooding iterations, faster with early termination",
    },
    {
      wanted: "speed with Min-Max, on software devices too",
      decoder: "min-max messages=levels16 step=0.5",
      reason: "logic operations for 2 to 32 frames at once; 0.04 dB from f32 at FER 1e-2 on nb620-gf32",
    },
  ],
  input: "symbol",
  options: OPTIONS,
  llrMaximum: (options) => symbolLlrMaximum(options),
  decoder,
};

/**
 * Frames in flight from which an invocation for each frame is the faster mapping: on a GPU, and on a processor that
 * emulates one.
 */
const MANY_FRAMES = 32;
const SOFTWARE_MANY_FRAMES = 16;

/** Frames in flight from which levels are faster as binary numbers of 32 frames to a word. */
const SLICED_MANY_FRAMES = 1024;

/**
 * Min-Max as a program, in the mapping of the spec or the mapping that suits the number of frames. All give the same
 * results bit for bit.
 */
function decoder(
  code: DecodableCode,
  spec: DecoderSpec,
  limits: DeviceLimits,
  request: DecoderRequest = {},
): DecoderProgram {
  const options = optionsOf(OPTIONS, spec);
  const { mapping } = options;
  const suits = {
    symbols: options.schedule === "flooding" && options.messages === "f32",
    tree: options.schedule === "flooding" && stepsOf(options.messages) === undefined,
  };
  if ((mapping === "symbols" || mapping === "tree") && !suits[mapping]) {
    throw new InputError(
      `mapping=${mapping} is for schedule=flooding ${mapping === "tree" ? `and not for messages=${STEP_MESSAGES.join(", ")}` : "messages=f32"}: ` +
        `use mapping=frames for ${options.schedule} ${options.messages}`,
    );
  }
  const isPlainNode = isPlain(symbolNodeRules(spec));
  if ((mapping === "symbols" || mapping === "tree") && !isPlainNode) {
    throw new InputError(`mapping=${mapping} has no place for ${nodeWords(spec)}: use mapping=frames`);
  }
  const many = limits.software ? SOFTWARE_MANY_FRAMES : MANY_FRAMES;
  // The CPU engine processes four frames at once.
  const few = limits.simd !== true && (request.frames ?? many) < many;
  const isFew = mapping === "auto" && few && isPlainNode && !request.soft;
  // Software devices run a workgroup's invocations one after the other, and its barriers cost them more than
  // dispatches.
  if (mapping === "tree" || (isFew && suits.tree && !limits.software && fitsTree(code, limits))) {
    return treeProgram(code, spec, limits, request, levelsOf(options));
  }
  if (mapping === "symbols" || (isFew && suits.symbols)) {
    return symbolDecoder(code, spec, limits, request);
  }
  if (mapping === "sliced" || (mapping === "auto" && suitsSlices(code, options, limits, request))) {
    if (!isSliced(options) || options.schedule !== "flooding") {
      throw new InputError(
        `mapping=sliced is for schedule=flooding messages=levels8, levels16 or levels32: use mapping=frames for ${options.schedule} ${options.messages}`,
      );
    }
    const rule = { check: "nonbinary/rules/min-max-sliced", degreeConstants: (bits: number) => ({ SLOTS: 2 * bits }) };
    return frameProgram(code, spec, limits, slicedArithmetic(code, { ...options, scale: 1 }, rule), request);
  }
  return frameProgram(code, spec, limits, minMaxFrames(code, options, limits, request), request);
}

/** The levels of messages; undefined for other formats. */
function levelsOf(options: MinMaxOptions): LevelFormat | undefined {
  if (!isSliced(options)) return undefined;
  return { levels: Number(options.messages.slice("levels".length)), step: options.step };
}

/**
 * Whether levels are faster as binary numbers, 32 frames to a word, than as thermometer codes, 32/L frames to a word.
 * Thermometer codes cost less the fewer levels there are, and fewer frames wait for each other where frames end early;
 * but whole vectors of them must fit registers.
 */
function suitsSlices(
  { matrix }: DecodableCode,
  { stop, messages, schedule }: MinMaxOptions,
  { software }: DeviceLimits,
  { frames = SLICED_MANY_FRAMES }: DecoderRequest,
): boolean {
  const { q } = matrix.field;
  const gains = q > TILE || messages === "levels32" || (messages === "levels16" && stop === "none");
  const fits = isSliced({ messages }) && schedule === "flooding" && q >= 4;
  return gains && fits && !software && frames >= SLICED_MANY_FRAMES;
}

/** Min-Max with a frame-interleaved layout. @throws InputError where levels do not fit. */
function minMaxFrames(
  { matrix }: DecodableCode,
  options: MinMaxOptions,
  limits: DeviceLimits,
  { syndrome = false }: DecoderRequest,
): FrameArithmetic {
  const { q } = matrix.field;
  const tile = tileOf(q, limits);
  const format = isSliced(options)
    ? levelShorts(matrix, levelsOf(options)!, options.schedule, limits)
    : storages[options.messages];
  if (format === undefined) return levelArithmetic(matrix, levelsOf(options)!, options.schedule, limits);
  const parts = vectorParts(matrix, format, limits);
  const { checkDegreeMaximum } = tannerGraph(matrix);
  const spread = spreadSteps(q, checkDegreeMaximum, limits, { interleave: parts.interleave, syndrome });
  if (spread !== undefined) return { ...parts, ...spread };
  return {
    check: "nonbinary/rules/min-max",
    checkConstants: { ...tileConstants(q, tile, limits), ...halves(tile) },
    ...parts,
    // A device without 16-bit lanes has no soft output of levels, and no rules of variables and edges.
    ...(isSliced(options) ? { softConstants: undefined, nodeConstants: undefined } : {}),
    notes: [
      `an invocation for a check of ${parts.interleave === 1 ? "one frame" : "two frames"}, ${tile} × ${tile} pairs at a time`,
    ],
  };
}
