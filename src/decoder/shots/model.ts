import type { Code } from "../../code/code.ts";
import { type TannerGraph, tannerGraph } from "../../code/tanner-graph.ts";
import { InputError } from "../../errors.ts";
import type { ProgramBuffer } from "../../gpu/program.ts";
import { type ErrorModel, type NoisePoint, probabilities } from "../../quantum/error-model.ts";
import { type DecodingGraph, modelGraph } from "../../quantum/rewire.ts";

/** A code that is made of an error model: its checks are detectors, its symbols mechanisms. */
export type ModelCode = Code & { readonly model: ErrorModel };

/** Whether a code is an error model. */
export function isModelCode(code: Code): code is ModelCode {
  return code.model !== undefined;
}

/** The graph on which an error model is decoded. */
export function decodingGraph({ model, rewired }: ModelCode): DecodingGraph {
  return rewired ?? modelGraph(model);
}

/** How a sampler draws a mechanism: it occurs if a random byte is below `bytes` and then a random word below `share`. */
export function sampledShare(rare: number): { readonly bytes: number; readonly share: number } {
  const bytes = Math.ceil(256 * rare);
  const share = bytes === 0 ? 0 : Math.min(2 ** 32 - 1, Math.floor(((rare * 256) / bytes) * 2 ** 32 + 0.5));
  return { bytes, share };
}

/** Mechanisms of a random number of 16 bytes. */
export const BLOCK = 16;
/** Most words of device memory for the shots in work of a kernel. */
export const STATE_WORDS = 2 ** 28;
/** Frames of a workgroup y: a queue hands out shots, so one row of workgroups covers all frames. */
export const ALL_FRAMES = 2 ** 32;

/** Words that all shots share. */
export const sharedWords = (length: number): ProgramBuffer => ({ type: "u32", length, perFrame: false });

/** Most observables: an invocation has three words for each 32 of them. */
const OBSERVABLES_MAXIMUM = 256;
/** Columns are numbered beside a bit that says which random number is meant. */
const COLUMNS_MAXIMUM = 2 ** 31;
/** Largest sum of a column in 10 bits: in f16, 1536 plus a sum has an exact bit pattern. */
export const SUM_BOUND = 511;
/** Largest sum of a column in 16 bits, the half of a word. */
export const SUM_BOUND_16 = 2 ** 15 - 1;
/** Largest bias, what stands in for the prior of a column. */
export const BIAS_BOUND = 127;
/** Detectors of a column above which sums are limited. */
const DEGREE_UNLIMITED = 24;
const DEGREE_MAXIMUM = 512;
/** Largest weight of a column, in 1/256 of an LLR: of columns that hardly ever occur. */
const WEIGHT_MAXIMUM = 2 ** 14;

/** The whole numbers of a model: a function of its largest column degree and the bits of sums, so that every device takes the same. */
interface ShotNumbers {
  /** Steps of an LLR. */
  readonly steps: number;
  /** Largest message and prior, in steps. */
  readonly messageBound: number;
  /** Whether sums are limited to ±SUM_BOUND, which they could exceed. Sums of 16 bits have room for all messages. */
  readonly limited: boolean;
}

/** A model's graph and numbers, for kernels. */
export interface ShotModel extends ShotNumbers {
  readonly graph: TannerGraph;
  /** Observables that a column flips, as bits, [N][observableWords]. */
  readonly observables: Uint32Array;
  readonly observableWords: number;
}

/**
 * @param sumBound largest sum, SUM_BOUND or SUM_BOUND_16.
 * @throws InputError for a model with too many observables or detectors in a column.
 */
export function shotModel({ matrix, model, rewired, untested, name }: ModelCode, sumBound = SUM_BOUND): ShotModel {
  if (untested !== undefined) {
    throw new InputError(
      `whole shots end when all detectors are explained: leave out --ends-by, or choose a decoder of codes such as "min-sum"`,
    );
  }
  if (rewired !== undefined) {
    throw new InputError(
      rewired.pair === undefined
        ? `${name} is rewired, and whole shots are decoded on the model itself: leave out --rewire, or choose a decoder of codes such as "normalised-min-sum schedule=layered"`
        : `${name} is a pair of codes, and decoders of whole shots are of circuits: choose a decoder of codes such as "qspa variable=joint"`,
    );
  }
  const { observables: count, columns, observableStart, observable } = model;
  if (count > OBSERVABLES_MAXIMUM) {
    throw new InputError(
      `${name} has ${count} observables, and decoders of whole shots take ${OBSERVABLES_MAXIMUM}: choose a decoder of codes such as "min-sum"`,
    );
  }
  if (columns >= COLUMNS_MAXIMUM)
    throw new InputError(`${name} has ${columns} mechanisms: at most ${COLUMNS_MAXIMUM} are decoded`);
  const graph = tannerGraph(matrix);
  const degree = graph.variableDegreeMaximum;
  if (degree > DEGREE_MAXIMUM) {
    throw new InputError(`${name} has a mechanism with ${degree} detectors: at most ${DEGREE_MAXIMUM} are decoded`);
  }
  const observableWords = Math.max(1, Math.ceil(count / 32));
  const observables = new Uint32Array(columns * observableWords);
  for (let n = 0; n < columns; n++) {
    for (let i = observableStart[n]; i < observableStart[n + 1]; i++) {
      observables[n * observableWords + (observable[i] >> 5)] |= 1 << (observable[i] & 31);
    }
  }
  return { ...shotNumbers(degree, sumBound), graph, observables, observableWords };
}

/** @param degree most detectors of a column. @param sumBound SUM_BOUND, or SUM_BOUND_16 for decoders without memory. */
export function shotNumbers(degree: number, sumBound = SUM_BOUND): ShotNumbers {
  if (sumBound === SUM_BOUND && degree > DEGREE_UNLIMITED) return { steps: 4, messageBound: 63, limited: true };
  const messageBound =
    sumBound === SUM_BOUND
      ? Math.min(127, Math.floor((SUM_BOUND - BIAS_BOUND) / Math.max(1, degree)))
      : Math.floor(sumBound / (degree + 1));
  const steps = [64, 32, 16, 8, 4, 2].find((each) => messageBound >= 15.75 * each) ?? 1;
  return { steps, messageBound, limited: false };
}

/** The part of the kernels' tables that depends on the error rate. */
interface ShotPriors {
  /** Prior of a column in steps, 1 … messageBound. */
  readonly lambda: Uint32Array;
  /** ln((1 − p)/p) in 1/256. */
  readonly weight: Uint32Array;
  /** A column occurs if a random byte is below `bytes` and then a random word below `share`. */
  readonly bytes: Uint32Array;
  readonly share: Uint32Array;
}

/**
 * Priors of the columns. A mechanism that occurs with p > ½ always occurs and is undone with 1 − p: the rest of a shot is relative to that.
 */
export function shotPriors(
  { model }: ModelCode,
  { steps, messageBound }: Omit<ShotNumbers, "limited">,
  point?: NoisePoint,
): ShotPriors {
  const all = probabilities(model, point);
  const [lambda, weight, bytes, share] = Array.from({ length: 4 }, () => new Uint32Array(all.length));
  for (const [n, each] of all.entries()) {
    const rare = Math.min(each, 1 - each);
    const llr = Math.log((1 - rare) / rare);
    lambda[n] = Math.max(1, Math.min(messageBound, Math.floor(llr * steps + 0.5)));
    weight[n] = Math.min(WEIGHT_MAXIMUM, Math.floor(llr * 256 + 0.5));
    ({ bytes: bytes[n], share: share[n] } = sampledShare(rare));
  }
  return { lambda, weight, bytes, share };
}

/**
 * What shots that were measured elsewhere are relative to: mechanisms with p > ½ always occur, and are undone with 1 − p (`shotPriors`).
 * @returns the detector of each check; of each check, whether those mechanisms flip it; and the observables that they flip, as bits of words.
 */
export function shotStart(
  { model }: ModelCode,
  point?: NoisePoint,
): { readonly checks: Uint32Array; readonly always: Uint8Array; readonly alwaysObservables: Uint32Array } {
  const flipped = new Uint8Array(model.detectors);
  const used = new Uint8Array(model.detectors);
  const alwaysObservables = new Uint32Array(Math.max(1, Math.ceil(model.observables / 32)));
  for (const [n, each] of probabilities(model, point).entries()) {
    for (let i = model.start[n]; i < model.start[n + 1]; i++) {
      used[model.detector[i]] = 1;
      if (each > 0.5) flipped[model.detector[i]] ^= 1;
    }
    if (each <= 0.5) continue;
    for (let i = model.observableStart[n]; i < model.observableStart[n + 1]; i++) {
      alwaysObservables[model.observable[i] >> 5] ^= 1 << (model.observable[i] & 31);
    }
  }
  const checks = Uint32Array.from(used.keys()).filter((d) => used[d] === 1);
  return { checks, always: Uint8Array.from(checks, (d) => flipped[d]), alwaysObservables };
}
