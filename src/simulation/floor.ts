import { z } from "zod/mini";
import { CHANNEL_POINT } from "../channel/channel-schema.ts";
import type { ChannelPoint } from "../channel/channels.ts";
import { aliasSample, NOISE_ORIGIN } from "../channel/discrete-channel.ts";
import { RANDOM_GENERATORS, type RandomGenerator, STREAM_BIAS, STREAM_NOISE } from "../channel/random.ts";
import { bscNoise } from "../channel/symmetric.ts";
import type { Code } from "../code/code.ts";
import { syndrome } from "../code/encoder.ts";
import { codeHash } from "../code/hash.ts";
import {
  SET_KINDS,
  setCounts,
  type TrappingSet,
  type TrappingSetOptions,
  type TrappingSets,
} from "../code/trapping-sets.ts";
import type { DecoderSpec } from "../decoder/spec.ts";
import type { Engine } from "../engine/engine.ts";
import { InputError } from "../errors.ts";
import { type GaloisField, multiply } from "../galois/field.ts";
import { parseJson } from "../json.ts";
import { jsonLine } from "../json-line.ts";
import { printable } from "../printable.ts";
import { sum } from "../sum.ts";
import { type FloorTask, NoisyFrames } from "./noisy-frames.ts";
import { clusteredInterval, type Estimate } from "./statistics.ts";
import { sha256Hex } from "./task.ts";

/** Sets of variables of one kind, towards which the noise is biased. */
export interface FloorClass {
  /** Variables of a set, and checks that are unsatisfied if all of them are wrong. */
  readonly a: number;
  readonly b: number;
  /**
   * The wrong bits of all sets, shifts of circulants included: the variables over GF(2). Over GF(q) bit j of variable n is n·p + j, and a
   * set has the bits of each of its errors (`setValues`).
   */
  readonly sets: readonly Uint32Array[];
}

/**
 * A class with a bias. Over AWGN the mean of a set's bits moves from 1 by `strength` towards −1; over the BSC its bits are wrong with probability
 * `strength`.
 */
export interface FloorPart extends FloorClass {
  readonly strength: number;
}

/**
 * Sums over frames of a part: frames; wrong ones, those of them that satisfy all checks, and those whose wrong bits are the frame's set; the
 * weights 0 … 1 of wrong frames, their squares, and the weights of undetected ones.
 */
const [SUM_COUNTS, SUM_WEIGHTS] = [
  ["frames", "failures", "undetected", "inSet"],
  ["weight", "weightSquared", "undetectedWeight"],
] as const;
const SUM_NAMES = [...SUM_COUNTS, ...SUM_WEIGHTS];
type SumName = (typeof SUM_NAMES)[number];

/** Sums over frames of a part. */
export type FloorSums = { readonly [Name in SumName]: number };

const sumsOf = <Value>(of: (name: SumName) => Value) =>
  Object.fromEntries(SUM_NAMES.map((name) => [name, of(name)])) as { [Name in SumName]: Value };

export const NO_SUMS: FloorSums = sumsOf(() => 0);

/** Adds sums member by member. */
export function addSums(a: FloorSums, b: FloorSums): FloorSums {
  return sumsOf((name) => a[name] + b[name]);
}

/** Frames of a step to a strength, and the number of frames of which one fails by it. */
const [PILOT_FRAMES, PILOT_FAILURES] = [512, 12];

/** A part as frames are drawn and weighted. `undefined` sets: plain frames, without bias. */
interface Drawing {
  readonly sets?: readonly Uint32Array[];
  /** Cells by which the noise of a set's bits moves. */
  readonly shift: number;
  /** The noise of a set's bits. */
  readonly noise: Uint32Array;
  readonly key: readonly [number, number];
  /** The bits of all sets, and the end of each set among them. */
  readonly members: Uint32Array;
  readonly ends: Uint32Array;
  /** Shares of the frames that draw one of the sets up to each; empty if all are drawn equally often. */
  readonly shares: Float64Array;
  /** Sent bits of each set. */
  readonly sent: Uint32Array;
  /** The likelihood ratio of a frame by a set is exp(factor · T − constant · sent), T the sum of the noise of the set's bits against the sent signal, over the BSC their flips. */
  readonly factor: number;
  readonly constant: number;
}

/** A frame: its word, and the set towards which its noise is biased. */
interface Drawn {
  readonly word: Uint32Array;
  readonly set?: Uint32Array;
}

/**
 * Draws frames whose noise is biased towards sets of variables, decodes them, and weights the failures (C. A. Cole, S. G. Wilson, E. K. Hall and
 * T. R. Giallorenzi, "A general method for finding low error rates of LDPC codes", 2006), by the balance heuristic (Veach and Guibas 1995): with p
 * the density of the channel, q_k that of part k, whose frames draw one of its sets, and q_0 = p, a failure has the weight p/Σ q_k. The mean
 * weight of part k is then the probability of a failure, times the share q_k/Σ q_k of the part in it: the parts, plain frames included, add up
 * to the FER, without bias, and no weight exceeds 1.
 */
export class FloorSampler {
  readonly #task: FloorTask;
  readonly #frames: NoisyFrames;
  readonly #isAwgn: boolean;
  /** How much likelier an error of one bit more is, half way to a decision for it. */
  readonly #likelihood: number;
  /** Noise cells of a standard deviation. */
  readonly #deviation: number;
  #parts: readonly Drawing[] = [];

  /** @param signal ends a call of a method with its reason. @throws InputError as `NoisyFrames`. */
  constructor(engine: Engine, code: Code, spec: DecoderSpec, task: FloorTask, signal?: AbortSignal) {
    this.#task = task;
    this.#frames = new NoisyFrames(engine, code, spec, task, signal);
    const { sigma, channel } = this.#frames;
    this.#isAwgn = sigma !== undefined;
    this.#deviation = sigma === undefined ? 1 : sigma * channel.amplitude;
    this.#likelihood = sigma === undefined ? Math.sqrt(task.channel.value) : Math.exp(-1 / (4 * sigma ** 2));
  }

  release(): void {
    this.#frames.release();
  }

  /** The parts whose densities weight the failures. */
  set parts(parts: readonly FloorPart[]) {
    this.#parts = parts.map((part) => this.#drawing(part));
  }

  /**
   * The strength by which one frame in twelve fails, by bisection: for Tanner's (155,64) code at 5 dB and min-sum, frames biased so are worth
   * three times as many as those of which half fail, because their failures have even weights.
   * @returns undefined if fewer frames fail by the largest strength.
   */
  async strengthOf(floorClass: FloorClass): Promise<number | undefined> {
    const { value: p } = this.#task.channel;
    // Over AWGN up to the other signal; over the BSC until a bit is wrong surely.
    const at = (step: number) => (this.#isAwgn ? step / 32 : p + (1 - p) * (step / 64));
    const fails = async (step: number) => {
      const drawing = this.#drawing({ ...floorClass, strength: at(step) }, "pilot");
      const { failures } = await this.#run(drawing, 0, PILOT_FRAMES, false);
      return PILOT_FAILURES * failures >= PILOT_FRAMES;
    };
    let [low, high] = [0, 63];
    if (!(await fails(high))) return undefined;
    while (high - low > 1) {
      const middle = (low + high) >> 1;
      if (await fails(middle)) high = middle;
      else low = middle;
    }
    return at(high);
  }

  /** Draws and decodes frames of a part. @param part its number; undefined for plain frames. */
  run(part: number | undefined, firstFrame: number, frames: number): Promise<FloorSums> {
    const drawing = part === undefined ? this.#drawing(undefined) : this.#parts[part];
    return this.#run(drawing, firstFrame, frames, true);
  }

  #drawing(part: FloorPart | undefined, use = "floor"): Drawing {
    const { channel, seed } = this.#task;
    const text = part === undefined ? "plain" : `${part.a} ${part.b} ${part.strength}`;
    const hash = sha256Hex(`${use} ${channel.name} ${channel.parameter}=${channel.value} ${text}`);
    const common = {
      key: [seed, Number.parseInt(hash.slice(0, 8), 16)] as const,
      shift: 0,
      noise: this.#frames.channel.noise,
    };
    if (part === undefined) {
      const [none, shares] = [new Uint32Array(), new Float64Array()];
      return { ...common, members: none, ends: none, shares, sent: none, factor: 0, constant: 0 };
    }
    const { sets, strength } = part;
    const members = Uint32Array.from(sets.flatMap((set) => [...set]));
    let [end, all] = [0, 0];
    const ends = Uint32Array.from(sets, ({ length }) => (end += length));
    const isUniform = sets.every(({ length }) => length === sets[0].length);
    // Errors of few bits are likelier.
    const weights = isUniform ? [] : sets.map(({ length }) => this.#likelihood ** (length - sets[0].length));
    const total = sum(weights);
    const shares = Float64Array.from(weights, (weight) => (all += weight / total));
    const sent = Uint32Array.from(sets, (set) => set.reduce((sum, bit) => sum + this.#frames.isSent[bit], 0));
    const drawn = { ...common, sets, members, ends, shares, sent };
    if (this.#isAwgn) {
      const shift = Math.round(strength * this.#frames.channel.amplitude);
      const factor = shift / this.#deviation ** 2;
      return { ...drawn, shift, factor, constant: (factor * shift) / 2 };
    }
    const p = channel.value;
    const factor = Math.log((strength * (1 - p)) / (p * (1 - strength)));
    const constant = Math.log((1 - p) / (1 - strength));
    return { ...drawn, noise: bscNoise(strength), factor, constant };
  }

  async #run(drawing: Drawing, firstFrame: number, frames: number, isWeighted: boolean): Promise<FloorSums> {
    const { bits } = this.#frames;
    const noise = new Int32Array(frames * bits);
    const drawn = Array.from({ length: frames }, (_, i) =>
      this.#draw(drawing, firstFrame + i, noise.subarray(i * bits, (i + 1) * bits)),
    );
    const judged = await this.#frames.judge(
      drawn.map(({ word }) => word),
      noise,
    );
    const sums = { ...NO_SUMS, frames };
    for (let i = 0; i < frames; i++) {
      const wrong = judged.wrongBits(i);
      if (wrong === 0) continue;
      const { set = [] } = drawn[i];
      const isUndetected = judged.converged[i];
      sums.failures++;
      sums.undetected += isUndetected;
      if (wrong === set.length && set.every((bit) => judged.isWrong(i, bit) === 1)) sums.inSet++;
      if (!isWeighted) continue;
      const weight = this.#weight(noise.subarray(i * bits, (i + 1) * bits));
      sums.weight += weight;
      sums.weightSquared += weight * weight;
      sums.undetectedWeight += isUndetected * weight;
    }
    return sums;
  }

  /** Draws a frame and its noise. */
  #draw({ sets, shares, shift, noise: biased, key }: Drawing, frame: number, noise: Int32Array): Drawn {
    const { bits, isSent, channel, random } = this.#frames;
    const [low, high] = [frame >>> 0, Math.floor(frame / 2 ** 32)];
    const out = new Uint32Array(4);
    random(low, high, 0, STREAM_BIAS, key[0], key[1], out);
    const chosen = out[0] / 2 ** 32;
    const place =
      shares.length === 0 ? Math.floor(chosen * (sets?.length ?? 0)) : shares.findIndex((end) => chosen < end);
    const set = sets?.at(place);
    const word = this.#frames.word(out[1], out[2]);
    for (let n = 0; n < bits; n++) {
      if (n % 4 === 0) random(low, high, n / 4, STREAM_NOISE, key[0], key[1], out);
      if (isSent[n] === 0) continue;
      const isBiased = set?.includes(n) === true;
      noise[n] = aliasSample(isBiased ? biased : channel.noise, out[n % 4]) - NOISE_ORIGIN - (isBiased ? shift : 0);
    }
    return { word, set };
  }

  /** p/Σ q of a frame. */
  #weight(noise: Int32Array): number {
    let sum = 1;
    for (const { members, ends, shares, sent, factor, constant } of this.#parts) {
      let ratio = 0;
      for (let set = 0, at = 0; set < sent.length; set++) {
        let total = 0;
        for (const end = ends[set]; at < end; at++)
          total += this.#isAwgn ? -noise[members[at]] : Number(noise[members[at]] < 0);
        const share = shares.length === 0 ? 1 : (shares[set] - (set === 0 ? 0 : shares[set - 1])) * sent.length;
        ratio += share * Math.exp(factor * total - constant * sent[set]);
      }
      sum += ratio / sent.length;
    }
    return 1 / sum;
  }
}

/** The bits of the errors `factor` times `values` in variables: bit j of variable n is n·p + j. */
export function errorBits(
  field: GaloisField,
  variables: Uint32Array,
  values: readonly number[],
  factor: number,
): Uint32Array {
  const bits = [...variables].flatMap((n, i) => {
    const error = multiply(field, factor, values[i]);
    return Array.from({ length: field.p }, (_, j) => n * field.p + j).filter((_, j) => (error >>> j) & 1);
  });
  return Uint32Array.from(bits);
}

/** The interval of a part's mean weight; 0 … 1 without frames. */
function partEstimate({ weight, weightSquared, frames }: FloorSums): Estimate {
  return frames === 0 ? { value: 0, low: 0, high: 1 } : clusteredInterval(weight, weightSquared, frames, 1);
}

/** The sum of independent estimates: the distances to the ends add up as squares (Zou and Donner 2008). */
export function summedEstimate(estimates: readonly Estimate[]): Estimate {
  let [value, below, above] = [0, 0, 0];
  for (const each of estimates) {
    value += each.value;
    below += (each.value - each.low) ** 2;
    above += (each.high - each.value) ** 2;
  }
  return { value, low: Math.max(0, value - Math.sqrt(below)), high: Math.min(1, value + Math.sqrt(above)) };
}

/** Sums of a point's parts, and of its plain frames. */
export interface FloorCounts {
  readonly parts: readonly FloorSums[];
  readonly plain: FloorSums;
}

/** Frames that are drawn and decoded together: the sums of a file are those of whole chunks. */
export function floorChunk(code: Code): number {
  return Math.max(1, Math.min(2048, Math.floor(2 ** 22 / (code.matrix.columns * code.matrix.field.p))));
}

/** The estimates of a point. */
export interface FloorEstimate {
  readonly parts: readonly Estimate[];
  /** The sum over the parts: the rate of failures that the sets explain. */
  readonly floor: Estimate;
  /** The rate of the other failures, by plain frames. */
  readonly rest: Estimate;
}

export function floorEstimate({ parts, plain }: FloorCounts): FloorEstimate {
  const estimates = parts.map(partEstimate);
  return { parts: estimates, floor: summedEstimate(estimates), rest: partEstimate(plain) };
}

/** Chunks of a part before its variance is believed. */
const CHUNKS_LEAST = 2;
/** One chunk in this number has plain frames. */
const PLAIN_SHARE = 8;

/**
 * The part that the next chunk should have: the one whose variance falls most by it, from the sums so far alone, so that runs that are
 * interrupted go on as one.
 * @returns undefined for plain frames.
 */
export function nextPart({ parts, plain }: FloorCounts, chunkFrames: number): number | undefined {
  const all = parts.reduce((sum, { frames }) => sum + frames, plain.frames);
  if (PLAIN_SHARE * plain.frames <= all) return undefined;
  const few = parts.findIndex(({ frames }) => frames < CHUNKS_LEAST * chunkFrames);
  if (few >= 0) return few;
  const gains = parts.map(({ frames, weight, weightSquared }) => (weightSquared - weight ** 2 / frames) / frames ** 3);
  return gains.indexOf(Math.max(...gains));
}

const COUNT = z.int().check(z.nonnegative());
const WEIGHT = z.number().check(z.nonnegative());
const SUMS = sumsOf((name) => ((SUM_COUNTS as readonly string[]).includes(name) ? COUNT : WEIGHT));
const FORMAT = "gfq-ldpc floor 1";

const FLOOR_FILE = z.strictObject({
  format: z.literal(FORMAT),
  code: z.string(),
  hash: z.string(),
  search: z.strictObject({ a: COUNT, b: COUNT, kind: z.enum(SET_KINDS) }),
  completeTo: COUNT,
  endedBy: z.optional(z.enum(["steps", "sets"])),
  steps: COUNT,
  liftingSize: z.int().check(z.positive()),
  decoder: z.optional(z.string()),
  seed: z.optional(COUNT),
  random: z.optional(z.enum(RANDOM_GENERATORS)),
  points: z.array(
    z.strictObject({
      channel: CHANNEL_POINT,
      harmless: z.array(z.tuple([COUNT, COUNT])),
      parts: z.array(z.strictObject({ a: COUNT, b: COUNT, strength: z.number().check(z.positive()), ...SUMS })),
      plain: z.strictObject(SUMS),
    }),
  ),
  sets: z.array(
    z.strictObject({ variables: z.array(COUNT), checks: z.array(COUNT), orbit: COUNT, isAbsorbing: z.boolean() }),
  ),
});

/** A point of a floor: its parts with their sums, and the classes that fail less than one frame in twelve by every bias. */
export interface FloorPoint {
  readonly channel: ChannelPoint;
  readonly harmless: readonly (readonly [a: number, b: number])[];
  readonly parts: readonly (Omit<FloorPart, "sets"> & FloorSums)[];
  readonly plain: FloorSums;
}

/** All that `ldpc code floor` has found. */
export interface FloorFile extends TrappingSets {
  readonly search: Pick<TrappingSetOptions, "a" | "b" | "kind">;
  /** Canonical decoder, seed and random generator of the points; absent before the first point. */
  readonly decoder?: string;
  readonly seed?: number;
  readonly random?: RandomGenerator;
  readonly points: readonly FloorPoint[];
}

/** The JSON of a file, one point or set per line. */
export function writeFloorFile(code: Code, file: FloorFile): string {
  const { search, completeTo, endedBy, steps, liftingSize, decoder, seed, random, points, sets } = file;
  const found = { search, completeTo, endedBy, steps, liftingSize, decoder, seed, random };
  const head = { format: FORMAT, code: code.name, hash: codeHash(code.matrix, code), ...found };
  const lines = Object.entries(head).flatMap(([name, value]) =>
    value === undefined ? [] : [`  ${JSON.stringify(name)}: ${JSON.stringify(value)},`],
  );
  const list = (values: readonly object[]) => values.map((value) => `    ${JSON.stringify(value)}`).join(",\n");
  const plainSets = sets.map(({ variables, checks, ...set }) => ({
    variables: [...variables],
    checks: [...checks],
    ...set,
  }));
  return ["{", ...lines, `  "points": [`, list(points), `  ],`, `  "sets": [`, list(plainSets), "  ]", "}", ""].join(
    "\n",
  );
}

/**
 * Reads a file in order to continue it.
 * @throws InputError for a file of another code, and for sets that are none of the code.
 */
export function readFloorFile(text: string, file: string, code: Code): FloorFile {
  const { format: _, code: name, hash, sets, ...content } = parseJson(text, file, FLOOR_FILE);
  const wrong = (message: string, ...path: PropertyKey[]) =>
    new InputError(message, { file, line: jsonLine(text, path) });
  if (hash !== codeHash(code.matrix, code)) throw wrong(`holds sets of another code (${printable(name)})`, "hash");
  const { columns } = code.matrix;
  if (columns % content.liftingSize !== 0) throw wrong("is no lifting size of the code", "liftingSize");
  const known = sets.map(({ variables, checks, orbit, isAbsorbing }, at): TrappingSet => {
    const word = new Uint8Array(columns);
    for (const variable of variables) word[variable] = 1;
    const isAscending = variables.every((each, i) => each < columns && (i === 0 || each > variables[i - 1]));
    const isSet =
      isAscending &&
      orbit >= 1 &&
      orbit <= content.liftingSize &&
      (code.matrix.field.q > 2 || String(nonzeroPositions(syndrome(code.matrix, word))) === String(checks));
    if (!isSet) throw wrong("is no set of the code", "sets", at);
    return { variables: Uint32Array.from(variables), checks: Uint32Array.from(checks), orbit, isAbsorbing };
  });
  const classes = new Set(setCounts(known).map(({ a, b }) => `${a} ${b}`));
  content.points.forEach(({ channel, parts, plain }, at) => {
    for (const { a, b, strength } of parts) {
      const isBias = channel.name === "bsc" ? strength < 1 : strength <= 2;
      if (!isBias || !classes.has(`${a} ${b}`))
        throw wrong(`has a part (${a}, ${b}) without sets or bias`, "points", at);
    }
    for (const { frames, failures, undetected, inSet, weight } of [...parts, plain]) {
      if (failures > frames || undetected > failures || inSet > failures || weight > failures)
        throw wrong("has impossible sums", "points", at);
    }
  });
  return { ...content, sets: known };
}

export function nonzeroPositions(symbols: Uint8Array): number[] {
  return [...symbols.keys()].filter((position) => symbols[position] !== 0);
}
