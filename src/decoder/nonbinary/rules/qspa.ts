import { storages } from "../../../../wgsl/nonbinary/formats/index.ts";
import type { DeviceLimits } from "../../../gpu/program.ts";
import type { DecoderProgram } from "../../decoder-program.ts";
import { variableRules } from "../../nodes/variables/index.ts";
import { type DecoderOptions, llrClip } from "../../option.ts";
import { ORDER, SCHEDULE } from "../../order.ts";
import type { CheckNodeRule, DecodableCode, DecoderRequest } from "../../rule.ts";
import { type DecoderSpec, optionsOf } from "../../spec.ts";
import { bitsOf } from "../../step.ts";
import { joint } from "../joint.ts";
import { isPlain, symbolNodeRules } from "../nodes.ts";
import { frameProgram } from "../program.ts";
import { laneTransforms, spreadTransforms } from "../spread.ts";
import { tileConstants, tileOf, vectorParts } from "../vectors.ts";

const QSPA_OPTIONS = {
  schedule: SCHEDULE,
  order: ORDER,
  messages: {
    default: "f32",
    choices: ["f32", "bf16"],
    description: "number format of messages; bf16: half the bytes, 8 bits of mantissa",
  },
  bound: {
    default: 16,
    range: { minimum: 1, maximum: 60, multipleOf: 0.125 },
    description: "largest magnitude of a check's LLR: probabilities end at e^-bound; f32 is noise beyond 16",
  },
  "llr-clip": llrClip(15),
} as const satisfies DecoderOptions;

/** The channel's probabilities end at e^-60, which f32 holds beside products of messages. */
const SMALLEST_EXPONENT = 60;
/** Coefficients that an invocation has in registers at a time. */
const TILE = 64;
/** On the CPU engine eight coefficients and a difference are in 9 of 16 registers. */
const SIMD_TILE = 8;

export const qspa: CheckNodeRule = {
  description: "sum-product over GF(q) by Walsh-Hadamard transforms, in the probability domain",
  equation: ["R_i = W⁻¹( Π_{k≠i} W Q_k )", "  Q_k over x = h_k·a, W the Walsh-Hadamard transform over GF(q)"],
  source: "Barnault and Declercq 2003",
  claim:
    "Barnault and Declercq 2003: the transform computes the sums of belief propagation itself. Here messages are those of an enumeration of all configurations in float64, within rounding (test/oracle/check-nodes.test.ts).",
  cost: {
    formula: "d·q·(2·log2(q) + 5)",
    operations: (d, q) => d * q * (2 * Math.log2(q) + 5),
    kind: "arithmetic",
    of: "additions and multiplications, of two transforms for each edge, the products before and after it, normalisation",
  },
  exactness: {
    devices: "tolerance",
    text:
      "LLR differences to about 1e-3 of their size, except near the bound of the messages; belief propagation " +
      "itself, no approximation but f32 or bf16 and that bound",
  },
  use:
    "The lowest FER of the iterative decoders over GF(q) on every code that was measured, in fewer operations than min-max: the first choice, unless counts must be the same on " +
    "every device. FER 1e-2 takes 0.22 dB less than min-max on nb620-gf32-best (2.27 dB, 10 iterations), 0.12 dB less on " +
    "nb620-gf32, whose words of low weight hold every decoder up; on beidou-88-44-gf64 at 2 dB, 50 iterations, FER is " +
    "1.59e-3, min-max 1.8e-2 (experiments/sweeps/nonbinary-fer.json). messages=bf16 loses nothing that was measured.",
  advice: [
    {
      wanted: "lowest FER on the measured codes over GF(q), and for a given FER more speed than Min-Max",
      decoder: "qspa messages=bf16",
      reason:
        "0.22 dB better than min-max at FER 1e-2 on nb620-gf32-best, at FER 1e-3 0.40 dB on beidou-200-100-gf64 and 0.28 dB on peg388-gf256; " +
        "on GPUs faster than min-max messages=int12 (doc/performance.md)",
    },
  ],
  input: "symbol",
  options: QSPA_OPTIONS,
  decoder,
};

/** q-ary sum-product in the probability domain, frame-interleaved. */
function decoder(
  code: DecodableCode,
  spec: DecoderSpec,
  limits: DeviceLimits,
  request: DecoderRequest = {},
): DecoderProgram {
  const { q } = code.matrix.field;
  const { messages, bound, schedule, "llr-clip": clip } = optionsOf(QSPA_OPTIONS, spec);
  const formatConstants = { LLR_CLIP_BITS: bitsOf(Math.min(clip, SMALLEST_EXPONENT)) };
  const tile = transformTile(q, limits);
  const floor = { FLOOR_BITS: bitsOf(Math.exp(-bound)) };
  const ofOneFrame = vectorParts(code.matrix, storages[messages], limits, "probability");
  const paired = messages === "bf16" && schedule === "flooding";
  const parts = paired ? vectorParts(code.matrix, storages.bf16Pairs, limits, "probabilityPairs") : ofOneFrame;
  const mayBeContiguous = schedule === "flooding" && isContiguous(code, spec, request);
  const lanes = limits.simd && mayBeContiguous ? laneTransforms(code.matrix, limits, ofOneFrame) : undefined;
  if (lanes !== undefined) {
    const checkConstants = { ...lanes.checkConstants, ...floor };
    return frameProgram(code, spec, limits, { ...ofOneFrame, ...lanes, formatConstants, checkConstants }, request);
  }
  const contiguous = paired && parts.variableConstants.UNROLLED_DEGREE > 0 && mayBeContiguous;
  const spread = spreadTransforms(code.matrix, limits, paired ? "paired" : "single", false, contiguous);
  if (spread !== undefined) {
    const checkConstants = { ...spread.checkConstants, ...floor };
    const arithmetic = { ...parts, ...spread, formatConstants, contiguous, checkConstants };
    return frameProgram(code, spec, limits, arithmetic, request);
  }
  return frameProgram(
    code,
    spec,
    limits,
    {
      check: "nonbinary/rules/qspa",
      checkConstants: {
        ...tileConstants(q, tile, limits),
        ...floor,
      },
      // Five vectors and some addresses in 255 registers.
      degreeConstants: (degree) => ({ IN_REGISTERS: !limits.software && q <= 32 && degree <= 6 ? 1 : 0 }),
      checkLists: transformLengths(q, tile, limits),
      ...ofOneFrame,
      formatConstants,
      notes: [`an invocation for a check of one frame, transforms of ${tile}`],
    },
    request,
  );
}

/**
 * Whether vectors lie one behind another in memory: of a pair of codes over GF(256), where two frames of a vector on a GPU and one on a CPU fill
 * whole lines of it, whatever number of frames there is. Rules of edges and soft output have kernels that read frames beside each other.
 */
function isContiguous({ matrix }: DecodableCode, spec: DecoderSpec, { soft }: DecoderRequest): boolean {
  const { variable, edge } = symbolNodeRules(spec);
  const isJoint = variable === joint && isPlain({ variable: variableRules.plain, edge });
  return isJoint && matrix.field.q === 256 && soft !== true;
}

export function transformTile(q: number, limits: DeviceLimits): number {
  return limits.simd ? Math.min(q, SIMD_TILE) : limits.software ? tileOf(q, limits) : Math.min(q, TILE);
}

/** Distances of the coefficients of a transform in a tile, and beyond it: four at a time in two stages, on the CPU engine alone, and two at a time. */
export function transformLengths(q: number, tile: number, { simd = false }: Pick<DeviceLimits, "simd">) {
  const [fours, pairs]: number[][] = [[], []];
  for (let length = tile; length < q; ) {
    const isFour = simd && 4 * length <= q;
    (isFour ? fours : pairs).push(length);
    length *= isFour ? 4 : 2;
  }
  const inTile = [1, 2, 4, 8, 16, 32].filter((length) => length < tile);
  return { LENGTHS: inTile, LENGTHS_OF_FOURS: fours, LENGTHS_OF_PAIRS: pairs };
}
