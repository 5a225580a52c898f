import { channelCode } from "../channel/channel-kind.ts";
import { type ChannelPoints, readChannel } from "../channel/channel-text.ts";
import { type ChannelFamily, channelAt } from "../channel/channels.ts";
import { DEFAULT_GENERATOR, RANDOM_GENERATORS, type RandomGenerator } from "../channel/random.ts";
import type { Code } from "../code/code.ts";
import { codeHash } from "../code/hash.ts";
import { requireCode, requireDecoder, requireEngine } from "../decoder/arguments.ts";
import { decoderText } from "../decoder/decoder.ts";
import type { DecoderSpec } from "../decoder/spec.ts";
import type { Engine } from "../engine/engine.ts";
import { InputError } from "../errors.ts";
import { fitted } from "../json.ts";
import { requireOptions } from "../options.ts";
import { requireSeed } from "../seed.ts";
import { CODEWORD_SOURCES, type CodewordSource } from "../source/word-source.ts";
import type { ChunkBlock, ChunkRange } from "./chunks/chunk-block.ts";
import { Ledger, type TaskIdentity } from "./chunks/task-chunks.ts";
import { engineRunners } from "./engine-runners.ts";
import type { PointRow } from "./points.ts";
import { DEFAULT_STOPPING, LIMITS, STOPPING, type Stopping, stoppingOf } from "./stopping.ts";
import { type Sweep, sweepDone, sweepPoints, sweepRows } from "./sweep.ts";
import { CHUNK_FRAMES_MAXIMUM, defaultChunkFrames, SEMANTICS_VERSION, type Task, taskId } from "./task.ts";
import {
  type ChunksWanted,
  type Claim,
  firstFreeRange,
  type RunnerFactory,
  type SharedLedger,
  work,
} from "./worker.ts";

/** A ledger in memory, for simulations without a run folder, which workers of one process may share. It grows with the number of wrong chunks. */
export class MemoryLedger implements SharedLedger {
  /** The sweep that is simulated. A longer sweep of the same tasks may replace it while workers are running. */
  sweep: Sweep;
  readonly ledger: Ledger;
  /** Claims that workers hold now. */
  protected readonly claims: Claim[] = [];
  #blocks = 0;

  constructor(sweep: Sweep) {
    this.sweep = sweep;
    this.ledger = new Ledger(sweep.part);
  }

  async refresh(): Promise<void> {}

  async claimed(task: string): Promise<readonly ChunkRange[]> {
    return this.claims.filter((claim) => claim.task === task);
  }

  async claim(task: TaskIdentity, wanted: ChunksWanted): Promise<Claim | undefined> {
    const range = firstFreeRange(this.ledger.chunks(task), await this.claimed(task.id), wanted);
    if (range === undefined) return undefined;
    const claim = { task: task.id, ...range };
    this.claims.push(claim);
    return claim;
  }

  async release(claim: Claim): Promise<void> {
    const at = this.claims.indexOf(claim);
    if (at >= 0) this.claims.splice(at, 1);
  }

  async append(task: Task, blocks: readonly ChunkBlock[]): Promise<void> {
    const chunks = this.ledger.chunks({ id: taskId(task), chunkFrames: task.chunkFrames });
    for (const block of blocks) chunks.add(block, { file: "memory", line: ++this.#blocks });
  }

  async holders(task: string): Promise<readonly string[]> {
    return this.claims.filter((claim) => claim.task === task).map(({ first }) => `the holder of chunk ${first}`);
  }
}

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

/**
 * Engine, stopping rule (the members of `Stopping`) and random numbers of a simulation. Only the engine has no default.
 * @example
 * const options: SimulateOptions = { engine: cpuEngine(), maxErrors: 50, maxFrames: 1e5, seed: 7 };
 */
export interface SimulateOptions extends Partial<Stopping> {
  /** An engine, which stays open, or a function that opens one: that engine is closed at the end, and opened anew if its device is lost. */
  readonly engine: Engine | (() => Engine | Promise<Engine>);
  /** Key of the random numbers, 0 … 2³² − 1. Default 1. */
  readonly seed?: number;
  /**
   * Frames of a chunk, the unit in which frames are counted, 1 … 65,536. Default: the chunk of `ldpc simulate` for the
   * code's length.
   */
  readonly chunkFrames?: number;
  /** The words that are sent: `random` codewords, the default; the `zero` word; or random words with a known `syndrome`. */
  readonly codeword?: CodewordSource;
  /** Random generator of words and noise. Default: that of new runs of `ldpc simulate`. */
  readonly random?: RandomGenerator;
  /** Ends the simulation as `pause` does. */
  readonly signal?: AbortSignal;
}

/**
 * The state of a simulation after some of its frames.
 * @example
 * const show = ({ points, done }: SimulationProgress) => console.log(points.length, done);
 */
export interface SimulationProgress {
  /**
   * Rows of points.csv for the points with frames, from the worst channel to the best. `stopped_by` is `unfinished` for
   * points that have not ended.
   */
  readonly points: readonly PointRow[];
  /** Simulated frames of all points, including frames after the end of a point. */
  readonly frames: number;
  /** Whether every point has met its stopping rule. */
  readonly done: boolean;
}

/**
 * A simulation that runs while a loop asks for its progress. Counts stay between loops: a second loop continues after `pause` or `break`.
 * @example
 * const simulation = simulate(code, decoder, { ebn0: 2 }, { engine, maxErrors: 20, maxFrames: 1000 });
 * const [{ fer, fer_low, fer_high }] = await simulation.result();
 */
export interface Simulation extends AsyncIterable<SimulationProgress> {
  /** Runs to the end. @returns the rows of all points. @throws as the loop does. */
  result(): Promise<readonly PointRow[]>;
  /** Ends the running loop after its next progress, without waiting for the device. The engine stays open. */
  pause(): void;
  /** Closes the engine that the simulation has opened. Needed after `pause` alone: loops that end or `break` close it themselves. */
  close(): Promise<void>;
}

/**
 * Simulates a code over a channel until each point has enough frame errors or frames: a Monte Carlo simulation with the counts that
 * `ldpc simulate` would write to points.csv for the same code, decoder, points, seed, chunk size and stopping rule.
 * @param code over GF(2) to GF(256).
 * @param decoder as `readDecoder` makes it.
 * @param channel a text as `--channel` has it, such as `awgn ebn0=1:0.25:3 modulation=64qam`; the text of a file of tables in the place of
 * the name, with `at=`; or an object with one parameter and its values in any order, such as `{ ebn0: [1, 2] }`.
 * @param options `engine` is needed; `maxErrors` is 100 frame errors and `maxFrames` is 10⁶ frames if left out.
 * @returns a simulation that starts with the first loop over it, or with `result()`.
 * @throws InputError that names the argument for a value of the wrong kind or out of range. The loop throws an InputError for a decoder
 * that does not fit the code or the device, and a DeviceLostError if an engine that was handed in open has lost its device.
 * @example
 * const options = { engine: cpuEngine(), maxErrors: 20, maxFrames: 2000, targetFer: 1e-2 };
 * for await (const { points } of simulate(code, readDecoder("min-max iterations=5"), { ebn0: [1, 3, 5] }, options)) {
 *   console.log(points.map(({ point, fer }) => `${point} dB: ${fer}`).join(", "));
 * }
 */
export function simulate(
  code: Code,
  decoder: DecoderSpec,
  channel: string | ChannelPoints,
  options: SimulateOptions,
): Simulation {
  requireCode(code);
  requireDecoder(decoder);
  const { engine, signal, stopping, ...rest } = readOptions(options);
  const { family, points } = readChannel(channel, code);
  const sweep = simulationSweep(code, { ...rest, decoder, channel: family, points, stopping });
  const { codeword, random: generator } = rest;
  const open = async () => {
    if (typeof engine !== "function") return { ...engine, close: async () => {} };
    const opened = await engine();
    requireEngine(opened);
    return opened;
  };
  const openFactory = () => engineRunners({ code, decoder, openEngine: open, channel: family, codeword, generator });
  return new LedgerSimulation(sweep, openFactory, signal);
}

/** Wakes the consumer that waits for progress. */
class HeardLedger extends MemoryLedger {
  onBlocks = () => {};

  override async append(task: Task, blocks: readonly ChunkBlock[]): Promise<void> {
    await super.append(task, blocks);
    this.onBlocks();
  }
}

class LedgerSimulation implements Simulation {
  readonly #shared: HeardLedger;
  readonly #open: () => Promise<RunnerFactory>;
  readonly #signal?: AbortSignal;
  #factory?: RunnerFactory;
  /** State of the running loop. */
  #stop?: AbortController;

  constructor(sweep: Sweep, open: () => Promise<RunnerFactory>, signal?: AbortSignal) {
    this.#shared = new HeardLedger(sweep);
    this.#open = open;
    this.#signal = signal;
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<SimulationProgress, void, void> {
    if (this.#stop !== undefined)
      throw new InputError("the simulation runs already: one loop at a time asks for its progress");
    const stop = new AbortController();
    this.#stop = stop;
    const abort = () => stop.abort();
    this.#signal?.addEventListener("abort", abort);
    if (this.#signal?.aborted) abort();
    let paused = false;
    try {
      yield* this.#work(stop.signal);
      paused = stop.signal.aborted;
    } finally {
      this.#signal?.removeEventListener("abort", abort);
      this.#stop = undefined;
      if (!paused) await this.close();
    }
  }

  async result(): Promise<readonly PointRow[]> {
    let points: readonly PointRow[] = [];
    for await (const progress of this) points = progress.points;
    return points;
  }

  pause(): void {
    this.#stop?.abort();
  }

  async close(): Promise<void> {
    const factory = this.#factory;
    this.#factory = undefined;
    await factory?.close();
  }

  /**
   * Works on the sweep and yields its progress: blocks that arrive between two requests count as one progress, and the
   * last state is always yielded.
   */
  async *#work(signal: AbortSignal): AsyncGenerator<SimulationProgress, void, void> {
    this.#factory ??= await this.#open();
    const end = new AbortController();
    let ended: { readonly error?: unknown } | undefined;
    let ring = () => {};
    let heard = new Promise<void>((resolve) => (ring = resolve));
    this.#shared.onBlocks = () => ring();
    const working = work({
      shared: this.#shared,
      factory: this.#factory,
      signal: AbortSignal.any([signal, end.signal]),
    })
      .then(() => (ended = {}))
      .catch((error: unknown) => (ended = { error }))
      .finally(() => ring());
    try {
      while (ended === undefined) {
        await heard;
        heard = new Promise<void>((resolve) => (ring = resolve));
        const progress = this.#progress();
        if (ended === undefined && !progress.done) yield progress;
      }
    } finally {
      end.abort();
      await working;
    }
    const { error } = ended as { readonly error?: unknown };
    if (error !== undefined) throw error;
    yield this.#progress();
  }

  #progress(): SimulationProgress {
    const { sweep, ledger } = this.#shared;
    const points = sweepPoints(sweep, ledger);
    const frames = points.reduce((sum, { all }) => sum + all.total.frames, 0);
    return { points: sweepRows(sweep, points), frames, done: sweepDone(points) };
  }
}

const OTHER_OPTIONS = {
  engine: true,
  seed: true,
  chunkFrames: true,
  codeword: true,
  random: true,
  signal: true,
};

type ReadOptions = Pick<SimulateOptions, keyof typeof OTHER_OPTIONS> & { readonly stopping: Stopping };

function requireOneOf(name: string, value: unknown, known: readonly string[]): void {
  if (value === undefined || known.includes(value as string)) return;
  throw new InputError(`option ${name} ${JSON.stringify(value)} is unknown: known are ${known.join(", ")}`);
}

/** @throws InputError for an unknown option, or a value outside its option's range. */
function readOptions(options: SimulateOptions): ReadOptions {
  requireOptions("simulate", options, { ...OTHER_OPTIONS, ...LIMITS });
  const { engine, seed, chunkFrames, codeword, random, signal, ...limits } = options;
  if (typeof engine !== "function") requireEngine(engine);
  if (
    chunkFrames !== undefined &&
    !(Number.isInteger(chunkFrames) && chunkFrames >= 1 && chunkFrames <= CHUNK_FRAMES_MAXIMUM)
  ) {
    throw new InputError(`option chunkFrames ${chunkFrames}: give a whole number from 1 to ${CHUNK_FRAMES_MAXIMUM}`);
  }
  requireOneOf("codeword", codeword, CODEWORD_SOURCES);
  requireOneOf("random", random, RANDOM_GENERATORS);
  const given = Object.fromEntries(Object.entries(limits).filter(([, value]) => value !== undefined));
  const fit = fitted({ ...DEFAULT_STOPPING, ...given }, STOPPING);
  if (fit.misfit !== undefined) throw new InputError(`option ${fit.misfit.path.join(".")} ${fit.misfit.message}`);
  return { engine, seed, chunkFrames, codeword, random, signal, stopping: fit.content };
}
