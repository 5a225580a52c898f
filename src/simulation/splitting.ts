import { z } from "zod/mini";
import { CHANNEL_POINT } from "../channel/channel-schema.ts";
import type { ChannelPoint } from "../channel/channels.ts";
import { aliasSample, aliasWords, NOISE_ORIGIN } from "../channel/discrete-channel.ts";
import { RANDOM_GENERATORS, type RandomGenerator, STREAM_BIAS, STREAM_NOISE } from "../channel/random.ts";
import type { Code } from "../code/code.ts";
import { codeHash } from "../code/hash.ts";
import type { DecoderSpec } from "../decoder/spec.ts";
import type { Engine } from "../engine/engine.ts";
import { InputError } from "../errors.ts";
import { parseJson } from "../json.ts";
import { jsonLine } from "../json-line.ts";
import { printable } from "../printable.ts";
import { sum } from "../sum.ts";
import { type FloorTask, type JudgedFrames, NoisyFrames } from "./noisy-frames.ts";
import { type Estimate, meanInterval } from "./statistics.ts";
import { sha256Hex } from "./task.ts";

/** A level: the frames that reach a score, or are decoded wrongly. */
export interface SplittingLevel {
  /** Iterations, plus 0 … 1 for noise against the sent signal; one more than the decoder's iterations for failures, the last level. */
  readonly score: number;
  /** The share of the bits whose noise a move draws anew. */
  readonly share: number;
  /** The largest step of a bit's noise in a move by steps, in noise deviations; over the BSC the share of bits that it tries to flip. */
  readonly step: number;
}

/** The outcome of a replication: unbiased estimates of the FER and of the rate of undetected errors, and the frames that were decoded. */
export interface Replication {
  readonly fer: number;
  readonly undetected: number;
  readonly frames: number;
}

/** Frames of a level: `CHAINS` of them are moved `MOVES` times, and the frames of all moves are the level's. Long codes have fewer chains. */
const [CHAINS, MOVES] = [512, 16];
/** Bits of the frames of a level at most. */
const BITS_MAXIMUM = 2 ** 25;
/** Bits that are drawn at a time: a tenth of a second's work, after which a signal is heard. */
const BATCH_BITS = 2 ** 20;
/** Times that the number of frames is drawn for the first level: most of them take few iterations. */
const FIRST = 8;
/** Share of the frames that reach the next level, about, and the share of that which makes a level of one iteration more. */
const [SHARE, LEAST] = [1 / 8, 1 / 8];
/** Bounds between which the share of moves that are kept is good, and the factor by which a pilot changes share and step. */
const KEPT = { least: 0.2, most: 0.4, factor: 1.5 };
/** The largest share and step. */
const MOST = { share: 1, step: 8 };
/** The number of the pilot among replications. */
const PILOT = 2 ** 32 - 1;
/** Replications before an interval is believed. */
export const REPLICATIONS_LEAST = 8;

/** Decoded frames. */
interface Population {
  readonly words: readonly Uint32Array[];
  /** [frame][bit], in cells. */
  readonly noise: Int16Array;
  /** As `SplittingLevel` has them. */
  readonly scores: Float64Array;
  /** 1 where the decision satisfies every check. */
  readonly converged: Uint8Array;
}

/**
 * Estimates the FER of any decoder by multilevel splitting with fixed levels and numbers of frames (F. Cérou, P. Del Moral, T. Furon and
 * A. Guyader, "Sequential Monte Carlo for rare event estimation", Stat. Comput. 22(3), 2012). A level has the frames that take a number of
 * iterations, the last one those that are decoded wrongly. Where too few frames take one iteration more, levels lie between, by the energy of the
 * noise against the sent signal. The frames of a level that reach the next one are drawn and moved: the noise of some bits is drawn anew, or that
 * of all bits takes a Metropolis step, and the move is kept if the frame reaches the level again. The frames after all moves are those of the
 * level (H.-D. Dau and N. Chopin, "Waste-free sequential Monte Carlo", J. R. Stat. Soc. B 84(1), 2022). The product of the shares is an unbiased
 * estimate, because a pilot of other frames has chosen levels and moves.
 *
 * Channels of less and less noise were tried as levels, too. Then the noise of all bits has to change from level to level, by moves that few failures
 * survive: 18 estimates for Tanner's (155,64) code at 5.5 dB, of the same number of frames, had half of the FER for their mean and no interval
 * that reached it.
 */
export class Splitter {
  readonly #frames: NoisyFrames;
  readonly #isAwgn: boolean;
  readonly #chains: number;
  /** The level of failures. */
  readonly #last: number;
  readonly #noiseWords: Float64Array;
  /** Energy of the noise of all bits, about. */
  readonly #energy: number;
  /** Keys of the random numbers, by their use. */
  readonly #keys: { readonly [use in "first" | "draw" | "move"]: readonly [number, number] };

  /** @throws InputError as `NoisyFrames`. @param signal ends a call of a method with its reason. */
  constructor(engine: Engine, code: Code, spec: DecoderSpec, task: FloorTask, signal?: AbortSignal) {
    this.#frames = new NoisyFrames(engine, code, spec, task, signal);
    const { bits, sigma, channel } = this.#frames;
    this.#isAwgn = sigma !== undefined;
    this.#chains = Math.max(16, Math.min(CHAINS, Math.floor(BITS_MAXIMUM / (MOVES * bits))));
    this.#last = spec.iterations + 1;
    this.#noiseWords = aliasWords(channel.noise);
    this.#energy = bits * (sigma === undefined ? 1 : (sigma * channel.amplitude) ** 2);
    const { name, parameter, value } = task.channel;
    const key = (use: string) =>
      [
        task.seed,
        Number.parseInt(sha256Hex(`splitting ${use} ${name} ${parameter}=${value}`).slice(0, 8), 16),
      ] as const;
    this.#keys = { first: key("first"), draw: key("draw"), move: key("move") };
  }

  release(): void {
    this.#frames.release();
  }

  /**
   * Chooses levels: that of failures alone if one frame in 64 fails. @throws InputError if no frame comes to the failures.
   * @param onLevel is called as a level begins.
   */
  async levels(onLevel: (level: number) => void = () => {}): Promise<readonly SplittingLevel[]> {
    const size = this.#chains * MOVES;
    const { scores } = await this.#first(PILOT, 0, size);
    const levels = [{ score: nextScore(scores, 0, SHARE / FIRST), share: 0.3, step: this.#isAwgn ? 1 : 0.05 }];
    await this.#run(PILOT, levels, onLevel, true);
    if (levels[levels.length - 1].score < this.#last) {
      throw new InputError(`no frame of level ${levels.length - 1} reaches the next one: give a point with more noise`);
    }
    return levels;
  }

  /** An estimate that depends on code, decoder, task, levels and its number alone. @param number 0 or more. */
  replication(levels: readonly SplittingLevel[], number: number): Promise<Replication> {
    return this.#run(number, [...levels], () => {}, false);
  }

  async #run(
    number: number,
    levels: SplittingLevel[],
    onLevel: (level: number) => void,
    isPilot: boolean,
  ): Promise<Replication> {
    const size = this.#chains * MOVES;
    let population = await this.#first(number, levels[0].score, FIRST * size);
    let frames = FIRST * size;
    let fer = population.words.length / frames;
    for (let level = 0; fer > 0 && levels[level].score < this.#last; level++) {
      onLevel(level);
      const chains = this.#drawn(population, [level, number]);
      const moved = await this.#moved(chains, [level, number], levels[level], isPilot);
      frames += size;
      if (isPilot) {
        levels[level] = moved.level;
        levels.push({ ...moved.level, score: nextScore(moved.population.scores, moved.level.score, SHARE) });
      }
      population = reaching(moved.population, levels[level + 1].score, this.#frames.bits);
      fer *= population.words.length / size;
    }
    const share = fer === 0 ? 0 : sum(population.converged) / population.words.length;
    return { fer, undetected: fer * share, frames };
  }

  /** The frames that reach a level, of a number of frames. */
  async #first(number: number, level: number, frames: number): Promise<Population> {
    const { bits, isSent, random, channel } = this.#frames;
    const [key0, key1] = this.#keys.first;
    const out = new Uint32Array(4);
    const most = Math.max(1, Math.floor(BATCH_BITS / bits));
    const parts: Population[] = [];
    for (let first = 0; first < frames; first += most) {
      const size = Math.min(most, frames - first);
      const noise = new Int16Array(size * bits);
      const words = Array.from({ length: size }, (_, i) => {
        for (let bit = 0; bit < bits; bit++) {
          if (bit % 4 === 0) random(first + i, number, bit / 4, STREAM_NOISE, key0, key1, out);
          if (isSent[bit] === 1) noise[i * bits + bit] = aliasSample(channel.noise, out[bit % 4]) - NOISE_ORIGIN;
        }
        random(first + i, number, 0, STREAM_BIAS, key0, key1, out);
        return this.#frames.word(out[0], out[1]);
      });
      const judged = await this.#frames.judge(words, noise);
      const scores = Float64Array.from(words, (_, i) => this.#score(judged, i, noise));
      parts.push(reaching({ words, noise, scores, converged: judged.converged }, level, bits));
    }
    return joined(parts);
  }

  #score(judged: JudgedFrames, frame: number, noise: Int16Array): number {
    if (judged.wrongBits(frame) > 0) return this.#last;
    const { bits } = this.#frames;
    let energy = 0;
    for (let at = frame * bits; at < (frame + 1) * bits; at++) if (noise[at] < 0) energy += noise[at] ** 2;
    return judged.iterations[frame] + energy / (energy + this.#energy);
  }

  /** Draws the chains of a level from its frames, as evenly as can be. */
  #drawn(population: Population, [level, number]: readonly [number, number]): Population {
    const out = new Uint32Array(4);
    this.#frames.random(level, number, 0, STREAM_BIAS, ...this.#keys.draw, out);
    const step = population.words.length / this.#chains;
    const frames = Array.from({ length: this.#chains }, (_, i) => Math.floor((i + out[0] / 2 ** 32) * step));
    return chosen(population, frames, this.#frames.bits);
  }

  /** Moves chains, by turns in two ways, and returns their frames after each move. A pilot changes share and step on the way. */
  async #moved(
    { words, noise, scores, converged }: Population,
    [place, number]: readonly [number, number],
    level: SplittingLevel,
    isPilot: boolean,
  ): Promise<{ readonly population: Population; readonly level: SplittingLevel }> {
    const { bits } = this.#frames;
    const chains = words.length;
    const parts: Population[] = [];
    for (let move = 0; move < MOVES; move++) {
      const way = move % 2 === 0 ? "share" : "step";
      const proposed = noise.slice();
      for (let i = 0; i < chains; i++) {
        const frame = (place * MOVES + move) * chains + i;
        this.#move(proposed.subarray(i * bits, (i + 1) * bits), level, way, [frame, number]);
      }
      const judged = await this.#frames.judge(words, proposed);
      let kept = 0;
      for (let i = 0; i < chains; i++) {
        const score = this.#score(judged, i, proposed);
        if (score < level.score) continue;
        kept++;
        noise.set(proposed.subarray(i * bits, (i + 1) * bits), i * bits);
        scores[i] = score;
        converged[i] = judged.converged[i];
      }
      parts.push({ words, noise: noise.slice(), scores: scores.slice(), converged: converged.slice() });
      if (!isPilot) continue;
      if (kept < KEPT.least * chains) level = { ...level, [way]: level[way] / KEPT.factor };
      else if (kept > KEPT.most * chains) level = { ...level, [way]: Math.min(level[way] * KEPT.factor, MOST[way]) };
    }
    return { population: joined(parts), level };
  }

  /** Moves the noise of a frame so that the distribution of the channel's noise stays. */
  #move(
    noise: Int16Array,
    { share, step }: SplittingLevel,
    way: "share" | "step",
    [frame, number]: readonly [number, number],
  ): void {
    const { bits, isSent, random, sigma, channel } = this.#frames;
    const [key0, key1] = this.#keys.move;
    const words = this.#noiseWords;
    const out = new Uint32Array(4);
    const cells = sigma === undefined ? 0 : Math.max(1, Math.round(step * sigma * channel.amplitude));
    for (let bit = 0; bit < bits; bit++) {
      if (bit % 2 === 0) random(frame, number, bit / 2, STREAM_NOISE, key0, key1, out);
      if (isSent[bit] === 0) continue;
      const [tried, word] = [out[2 * (bit % 2)], out[2 * (bit % 2) + 1]];
      if (way === "share") {
        if (tried / 2 ** 32 < share) noise[bit] = aliasSample(channel.noise, word) - NOISE_ORIGIN;
        continue;
      }
      const from = noise[bit];
      // A symmetric step. Over AWGN its sign is the lowest bit, and the other bits are a uniform magnitude of 0 … cells.
      const size = Math.floor(((tried >>> 1) / 2 ** 31) * (cells + 1));
      const to = cells === 0 ? (tried / 2 ** 32 < step ? -from : from) : from + (tried & 1 ? -size : size);
      if (to === from || Math.abs(to) >= NOISE_ORIGIN) continue;
      if ((word / 2 ** 32) * words[NOISE_ORIGIN + from] < words[NOISE_ORIGIN + to]) noise[bit] = to;
    }
  }
}

/** The score above another that a share of frames reach: whole iterations if enough frames reach them. */
function nextScore(scores: Float64Array, score: number, share: number): number {
  const sorted = scores.toSorted();
  const reached = sorted[sorted.length - Math.ceil(share * sorted.length)];
  const next = Math.floor(score) + 1;
  if (Math.floor(reached) >= next) return Math.floor(reached);
  if (scores.filter((each) => each >= next).length >= LEAST * share * scores.length) return next;
  return reached > score ? reached : (sorted.find((each) => each > score) ?? next);
}

/** The frames that reach a level. */
function reaching(population: Population, level: number, bits: number): Population {
  const { words, scores } = population;
  return chosen(
    population,
    [...words.keys()].filter((frame) => scores[frame] >= level),
    bits,
  );
}

/** Frames of some numbers. */
function chosen({ words, noise, scores, converged }: Population, frames: readonly number[], bits: number): Population {
  const taken = new Int16Array(frames.length * bits);
  for (const [i, frame] of frames.entries()) taken.set(noise.subarray(frame * bits, (frame + 1) * bits), i * bits);
  return {
    words: frames.map((frame) => words[frame]),
    noise: taken,
    scores: Float64Array.from(frames, (frame) => scores[frame]),
    converged: Uint8Array.from(frames, (frame) => converged[frame]),
  };
}

function joined(parts: readonly Population[]): Population {
  const noise = new Int16Array(sum(parts.map((part) => part.noise.length)));
  let at = 0;
  for (const part of parts) {
    noise.set(part.noise, at);
    at += part.noise.length;
  }
  return {
    words: parts.flatMap(({ words }) => words),
    noise,
    scores: Float64Array.from(parts.flatMap(({ scores }) => [...scores])),
    converged: Uint8Array.from(parts.flatMap(({ converged }) => [...converged])),
  };
}

/** A point of a splitting, with the replications that were done. */
export interface SplittingPoint {
  readonly channel: ChannelPoint;
  readonly levels: readonly SplittingLevel[];
  readonly replications: readonly Replication[];
}

/** The FER and the rate of undetected errors of a point. */
export function splittingEstimate({ replications }: SplittingPoint): {
  readonly fer: Estimate;
  readonly undetected: Estimate;
} {
  const fer = meanInterval(replications.map((replication) => replication.fer));
  const undetected = meanInterval(replications.map((replication) => replication.undetected));
  // Undetected errors are failures.
  return { fer, undetected: { ...undetected, high: Math.min(undetected.high, fer.high) } };
}

/** All that a splitting has found. */
export interface SplittingFile {
  /** Canonical decoder. */
  readonly decoder: string;
  readonly seed: number;
  readonly random: RandomGenerator;
  readonly points: readonly SplittingPoint[];
}

const RATE = z.number().check(z.nonnegative(), z.maximum(1));
const POSITIVE = z.number().check(z.positive());
const FORMAT = "gfq-ldpc splitting 1";
const SPLITTING_FILE = z.strictObject({
  format: z.literal(FORMAT),
  code: z.string(),
  hash: z.string(),
  decoder: z.string(),
  seed: z.int().check(z.nonnegative()),
  random: z.enum(RANDOM_GENERATORS),
  points: z.array(
    z.strictObject({
      channel: CHANNEL_POINT,
      levels: z.array(z.strictObject({ score: POSITIVE, share: POSITIVE, step: POSITIVE })).check(
        z.minLength(1),
        z.refine((levels) => levels.every(({ score }, i) => i === 0 || score > levels[i - 1].score), "do not rise"),
      ),
      replications: z.array(
        z
          .strictObject({ fer: RATE, undetected: RATE, frames: z.int().check(z.positive()) })
          .check(z.refine(({ fer, undetected }) => undetected <= fer, "has more undetected errors than failures")),
      ),
    }),
  ),
});

/** The JSON of a file. */
export function writeSplittingFile(code: Code, file: SplittingFile): string {
  return `${JSON.stringify({ format: FORMAT, code: code.name, hash: codeHash(code.matrix, code), ...file }, null, 1)}\n`;
}

/** Reads a file in order to continue it. @throws InputError for a file of another code. */
export function readSplittingFile(text: string, file: string, code: Code): SplittingFile {
  const { format: _, code: name, hash, ...content } = parseJson(text, file, SPLITTING_FILE);
  if (hash === codeHash(code.matrix, code)) return content;
  throw new InputError(`is of another code (${printable(name)})`, { file, line: jsonLine(text, ["hash"]) });
}
