import { channelCode } from "../channel/channel-kind.ts";
import { type ChannelFamily, channelAt } from "../channel/channels.ts";
import { DEFAULT_GENERATOR, type RandomGenerator } from "../channel/random.ts";
import type { Code } from "../code/code.ts";
import { codeHash } from "../code/hash.ts";
import { decoderText } from "../decoder/decoder.ts";
import type { DecoderSpec } from "../decoder/spec.ts";
import { requireSeed } from "../seed.ts";
import type { CodewordSource } from "../source/word-source.ts";
import { type Stopping, stoppingOf } from "./stopping/limits.ts";
import type { Sweep } from "./sweep.ts";
import { defaultChunkFrames, SEMANTICS_VERSION } from "./task.ts";

/** The parameters of a code's simulation. */
export interface SimulationOptions {
  readonly decoder: DecoderSpec;
  readonly channel: ChannelFamily;
  /** Values of the channel's parameter, from the worst channel to the best. */
  readonly points: readonly number[];
  /** Rule that ends a point or the sweep. */
  readonly stopping: Stopping;
  /** Key of the random numbers, 0 … 2³² − 1; 1 if left out, as `ldpc simulate` has it. */
  readonly seed?: number;
  /** Frames per chunk; `defaultChunkFrames` of the coded bits if left out. */
  readonly chunkFrames?: number;
  /** Source of the words; random codewords if left out. */
  readonly codeword?: CodewordSource;
  /** Random generator of the words and the noise; the default of new runs if left out. */
  readonly random?: RandomGenerator;
}

/**
 * The sweep that `ldpc simulate` would run with the same code and options: equal options give equal counts and an equal
 * points.csv.
 * @throws InputError for a point that the channel does not have for the code, a seed out of range, or an invalid
 * stopping rule.
 *
 * ```ts
 * const sweep = simulationSweep(code, { decoder, channel: { name: "awgn", parameter: "ebn0" }, points: [1, 2], stopping: { maxErrors: 50, maxFrames: 1e6 } });
 * ```
 */
export function simulationSweep(code: Code, options: SimulationOptions): Sweep {
  const { decoder, channel, points } = options;
  const { seed = 1, codeword = "random", random = DEFAULT_GENERATOR } = options;
  const pointAt = (value: number) => ({ ...channel, value });
  const { columns: symbols, field } = code.matrix;
  requireSeed(seed);
  for (const value of points) channelAt(pointAt(value), channelCode(code));
  const common = {
    code: { name: code.name, hash: codeHash(code.matrix, code) },
    decoder: decoderText(decoder),
    seed,
    chunkFrames: options.chunkFrames ?? defaultChunkFrames(symbols * field.p),
    codeword,
    semantics: SEMANTICS_VERSION,
    random,
  };
  const tasks = points.map((value) => ({ ...common, channel: pointAt(value) }));
  return { tasks, rule: stoppingOf(options.stopping), symbols, bitsPerSymbol: field.p };
}
