import { LLR_BOUND } from "../../../wgsl/common/bound.ts";
import { domains } from "../../../wgsl/nonbinary/domains/index.ts";
import { NUMBER_FORMS, type StepNumbers, type SymbolStorage } from "../../../wgsl/nonbinary/formats/storage.ts";
import { tannerGraph } from "../../code/tanner-graph.ts";
import type { KernelConstants } from "../../gpu/kernel.ts";
import type { DeviceLimits } from "../../gpu/program.ts";
import type { DecodableCode } from "../rule.ts";
import { bitsOf, stepConstant } from "../step.ts";
import type { FrameArithmetic } from "./arithmetic.ts";

/** Largest variable degree at which an invocation keeps all messages in registers. */
const UNROLLED_DEGREE_MAXIMUM = 6;

/** Symbols that a trellis step holds in registers: 3·32 of the 255 that a GPU gives an invocation. */
export const TILE = 32;
/** Software devices have 16 registers, and compile unrolled code slowly. */
const SOFTWARE_TILE = 16;
/** On the CPU engine two tiles and their result are in 12 of 16 registers. */
const SIMD_TILE = 4;

/** The constants that divide a vector into tiles, and KEEPS: private memory, which a CPU caches, keeps values that the kernel needs again. */
export function tileConstants(q: number, tile: number, { simd = false }: Pick<DeviceLimits, "simd">) {
  const divided = { TILE: tile, TILE_QUADS: Math.ceil(tile / 4), QUAD: Math.min(q, 4), ONE_TILE: tile === q ? 1 : 0 };
  return { ...divided, KEEPS: simd ? 1 : 0 };
}

/**
 * Whether wgsl/nonbinary/check-node/trellis-step does the symbols of a tile in two halves.
 * @param instructions of one pair: 1,024 pairs of two do not fit a GPU's instruction cache beside the rest.
 */
export function halves(tile: number, instructions = 2) {
  return {
    HALVES: tile === TILE && instructions > 1 ? 1 : 0,
    HALF_TILE: tile / 2,
    PAIRS: tile / 2,
    HALF_PAIRS: Math.floor(tile / 4),
  };
}

/** Symbols of a vector over GF(q) that an invocation has in registers at a time. */
export function tileOf(q: number, { software, simd = false }: Pick<DeviceLimits, "software" | "simd">): number {
  return Math.min(q, simd ? SIMD_TILE : software ? SOFTWARE_TILE : TILE);
}

/** A format in two words of f16 divides steps by this number. */
const STEPS_OF_ONE = 2048;

/**
 * The common parts of decoders whose messages are vectors of numbers.
 * @param numbers the meaning of numbers that are not whole steps.
 */
export function vectorParts(
  matrix: DecodableCode["matrix"],
  format: SymbolStorage,
  { software, simd = false }: Pick<DeviceLimits, "software" | "simd">,
  numbers: Exclude<keyof typeof domains, "steps"> = "llr",
) {
  const { variableDegreeMaximum, edges } = tannerGraph(matrix);
  const storage = (simd ? format.onCpu : undefined) ?? format;
  const { symbolsPerWord, interleave, beliefs } = storage;
  const { steps } = format;
  const domain = steps === undefined ? numbers : "steps";
  const words = matrix.field.q / symbolsPerWord;
  const isProbability = domain.startsWith("probability") || domain === "grid";
  const unrolled = variableDegreeMaximum <= UNROLLED_DEGREE_MAXIMUM ? variableDegreeMaximum : 0;
  return {
    choices: { storage, domain: domains[domain], beliefs },
    // The deciding kernel reads posteriors as f32 numbers of one frame.
    ...(interleave > 1 || steps !== undefined ? { decideChoices: { domain: domains.llr } } : {}),
    ...(steps === undefined ? {} : { formatConstants: boundConstants(steps) }),
    pack: "nonbinary/pack",
    variable: "nonbinary/variable",
    packConstants: { DIRECT: simd ? 1 : 0 },
    // Software devices take longer to compile further kernels than these save.
    hasFirstChecks: !software && !simd,
    variableConstants: { UNROLLED_DEGREE: unrolled, REGULAR: simd && edges === unrolled * matrix.columns ? 1 : 0 },
    messageWords: words,
    channelWords: words,
    interleave,
    nodeConstants: {
      MESSAGES: NUMBER_FORMS[storage.numbers],
      POSTERIORS: NUMBER_FORMS[interleave === 1 ? "f32" : storage.numbers],
      SYMBOLS_PER_WORD: symbolsPerWord,
      WHOLE: steps === undefined ? 0 : 1,
      PROBABILITY: isProbability ? 1 : 0,
      GRID: domain === "grid" ? 1 : 0,
      ...numberBounds(isProbability, storage.numbers, steps),
    },
    softConstants: {
      PROBABILITY: isProbability ? 1 : 0,
      SCALE_BITS: bitsOf(steps === undefined ? 1 : (interleave === 1 ? 1 : STEPS_OF_ONE) / steps.perLlr),
    },
  } satisfies Partial<FrameArithmetic>;
}

/** The largest costs of priors, posteriors and messages to checks (wgsl/nonbinary/nodes), as the kernels of these numbers have them. */
function numberBounds(isProbability: boolean, form: SymbolStorage["numbers"], steps?: StepNumbers): KernelConstants {
  const bounds = (prior: number, posterior: number, edge: number) => ({
    PRIOR_MOST_BITS: bitsOf(prior),
    POSTERIOR_MOST_BITS: bitsOf(posterior),
    EDGE_MOST_BITS: bitsOf(edge),
  });
  if (steps !== undefined) return bounds(steps.certain, steps.sum, steps.input);
  // wgsl/nonbinary/domains/probability: the channel's probabilities are at least e^-60, products at least 1e-36.
  if (isProbability) return bounds(60, -Math.log(1e-36), -Math.log(1e-36));
  const most = form === "f16" ? 2 ** 15 : LLR_BOUND;
  return bounds(most, 2 ** 127, most);
}

/** The constants of nonbinary/domains/steps. */
function boundConstants({ perLlr, message, channel, certain, input, sum }: StepNumbers): KernelConstants {
  return {
    ...stepConstant(1 / perLlr),
    MESSAGE_MOST: message,
    CHANNEL_MOST: channel,
    CERTAIN_MOST: certain,
    INPUT_MOST: input,
    SUM_MOST: sum,
  };
}
