import { withRandom } from "../../wgsl/common/random/parts.ts";
import { walkBytes, walkElements } from "../../wgsl/low-weight/index.ts";
import { binomial } from "../binomial.ts";
import { DEFAULT_GENERATOR } from "../channel/random.ts";
import type { LightWord, LightWordSearch, WalkStart, WordGenerator } from "../code/low-weight.ts";
import { finish } from "../code/steps.ts";
import { InputError } from "../errors.ts";
import { constantBuffer, type DeviceLimits, frameBuffer, type Program } from "../gpu/program.ts";
import { WIDE_WORKGROUP_SIZE, WORKGROUP_SIZE } from "../gpu/workgroup.ts";
import type { Engine, PreparedProgram } from "./engine.ts";
import { frameBytes } from "./frame-slots.ts";

/** Most walks of a run: enough to fill a GPU, or to occupy a CPU. */
const GPU_WALKS = 2048;
const SOFTWARE_WALKS = 64;
/** Most bytes of rows in device memory. On an H100 512 walks of nb620-gf32, 32 MB in its cache, are 1.8 times as fast as 2,048. */
const STORED_BYTES = 2 ** 25;
/** Milliseconds of a run that has a good number of walks: drivers end much longer ones, and progress should be seen. */
const RUN_MILLISECONDS = { least: 100, most: 400 };

/**
 * A search for words of low weight by random walks on an engine, after one independent information set. Walk number i depends on the
 * code, the seed and i alone, and so do its words. The words of a walk count once for `hits`, since its information sets follow one
 * another. A run whose list of words is too short is repeated with fewer walks, or with a lower limit of weights for a single walk.
 */
export class LightWordWalks {
  readonly #search: LightWordSearch;
  readonly #generator: WordGenerator;
  readonly #program: WalkProgram;
  readonly #prepared: PreparedProgram;
  readonly #seed: number;
  readonly #runs: number;
  /** Walks of the next runs: at first one, because a walk by triples of rows may take a CPU a second. */
  #walks = 1;

  private constructor(
    search: LightWordSearch,
    generator: WordGenerator,
    program: WalkProgram,
    prepared: PreparedProgram,
    { seed, runs }: { readonly seed: number; readonly runs: number },
  ) {
    this.#search = search;
    this.#generator = generator;
    this.#program = program;
    this.#prepared = prepared;
    this.#seed = seed;
    this.#runs = runs;
  }

  /**
   * @param search takes the words, and has the number of walks that were done before.
   * @throws InputError as `walkProgram`.
   */
  static async on(engine: Engine, search: LightWordSearch, seed: number): Promise<LightWordWalks> {
    const generator = search.generator.copy();
    // Its words limit the weight: without a limit the first walks would list every row. Triples would take minutes for long codes.
    if (search.sets === 0) finish(search.nextSet(Math.min(search.sums, 2)));
    const program = walkProgram(
      generator.walkStart(),
      { labelled: search.isLabelled, sums: search.sums },
      engine.limits,
    );
    const most = engine.limits.software || engine.limits.simd ? SOFTWARE_WALKS : GPU_WALKS;
    const stored = Math.max(1, Math.floor(STORED_BYTES / frameBytes(program)));
    const prepared = await engine.prepare(program, Math.min(most, stored, engine.framesMaximum(program)));
    return new LightWordWalks(search, generator, program, prepared, { seed, runs: engine.runsInFlight });
  }

  /** Does the next walks, at most a given number. */
  async next(most = Number.POSITIVE_INFINITY): Promise<void> {
    const walks = Math.min(this.#walks, this.#prepared.frames, most);
    const begin = performance.now();
    const runs = Array.from({ length: Math.min(this.#runs, Math.ceil(most / walks)) }, (_, i) => {
      const done = i * walks;
      return this.#run(done, Math.min(walks, most - done));
    });
    const found = await Promise.all(runs);
    const elapsed = performance.now() - begin;
    const { capacity } = this.#program;
    const { limit, lightest } = this.#search;
    const listed = Math.max(...found.map(([count]) => count));
    if (listed > capacity && walks > 1) {
      this.#walks = walks >>> 1;
      return this.next(most);
    }
    if (listed > capacity && limit > lightest) {
      this.#search.limitTo(limit - 1);
      return this.next(most);
    }
    this.#search.take(this.#words(found), Math.min(most, walks * runs.length));
    const isShort = elapsed < RUN_MILLISECONDS.least && 4 * listed < capacity;
    if (elapsed > RUN_MILLISECONDS.most) this.#walks = Math.max(1, walks >>> 1);
    else if (isShort) this.#walks = Math.max(this.#walks, Math.min(2 * walks, this.#prepared.frames));
  }

  /** Releases the buffers on the device. */
  release(): void {
    this.#prepared.release();
  }

  /** The words that the next walks but `done` list: their number, then entries as in wgsl/low-weight/walk. */
  async #run(done: number, walks: number): Promise<Uint32Array> {
    const { entry, capacity } = this.#program;
    const { outputs } = await this.#prepared.run(
      {
        firstFrame: this.#search.sets + done,
        frames: walks,
        chunkFrames: walks,
        key: [this.#seed, 0],
        llrScale: 1,
        amplitude: 1,
      },
      [{ buffer: "found", elements: 1 + entry * capacity }],
      { limit: Uint32Array.of(Math.min(this.#search.limit, 2 ** 31)) },
    );
    return outputs[0] as Uint32Array;
  }

  *#words(runs: readonly Uint32Array[]): Iterable<LightWord> {
    const { entry, capacity } = this.#program;
    for (const found of runs) {
      const seen = new Set<string>();
      for (let i = 0; i < Math.min(found[0], capacity); i++) {
        const listed = found.subarray(1 + i * entry, 1 + (i + 1) * entry);
        const [walk, weight] = listed;
        const word = this.#generator.wordOf(listed.subarray(2), weight);
        const key = `${walk}:${word.positions.join()}:${word.values.join()}`;
        if (seen.has(key)) continue;
        seen.add(key);
        yield word;
      }
    }
  }
}

/** Most steps of a walk, and most sums of rows of one: about a second of a core. A search ends only between walks. */
const WALK_STEPS = 4096;
const WALK_SUMS = 2 ** 30;
/** Steps before a walk lists words, by rows of the generator matrix: all walks begin at the same matrix. */
const MIXING = 2;
/** Steps of a walk between two searches for sums, by the number of rows of a sum. */
const SUM_STEPS = [1, 8, 64] as const;
/** Most slots in which rows of a sum must cancel: their chains are in workgroup memory. */
const WINDOW_MAXIMUM = 11;
/** Most words that a run lists, and most 32-bit words that it takes for them. */
const FOUND_MAXIMUM = 2 ** 15;
const FOUND_WORDS = 2 ** 21;
/** Invocations of a walk on the CPU engine: the lanes of a WebAssembly SIMD vector. */
const SIMD_INVOCATIONS = 4;

/** Random walks over information sets as a program: a frame is a walk. */
export interface WalkProgram extends Program {
  /** 32-bit words of an entry of `found`. */
  readonly entry: number;
  /** Most words that a run lists. */
  readonly capacity: number;
}

export const walkSumsMaximum = (q: number): number => (q === 2 ? SUM_STEPS.length : 1);

/**
 * Steps of a walk that list words, an information set each.
 * @param k rows of the generator matrix.
 * @param sums most rows in a sum.
 */
export function walkSteps(k: number, sums: number): number {
  const between = SUM_STEPS[sums - 1];
  return Math.min(WALK_STEPS, between * Math.max(1, Math.floor(WALK_SUMS / binomial(k, sums))));
}

/**
 * @param start the matrix at which walks begin.
 * @param options `labelled` lists only words with symbols without weight; `sums` is the maximum number of rows in a sum.
 * @throws InputError if the matrix has no redundancy.
 */
export function walkProgram(
  { k: K, columns, labels: LABELS, field, words }: WalkStart,
  { labelled, sums: SUMS }: { readonly labelled: boolean; readonly sums: number },
  { simd, workgroupBytes }: DeviceLimits,
): WalkProgram {
  const SLOTS = columns.length - K;
  if (SLOTS === 0) throw new InputError("the code has no redundancy, so its distance is 1: leave out --engine");
  const { p: P, polynomial: POLYNOMIAL } = field;
  const steps = walkSteps(K, SUMS);
  const COLUMN_WORDS = Math.ceil(columns.length / 32);
  const entry = 2 + (COLUMN_WORDS + LABELS) * P;
  const capacity = Math.max(1, Math.min(FOUND_MAXIMUM, Math.floor(FOUND_WORDS / entry)));
  const wide = K > 2 * WORKGROUP_SIZE ? WIDE_WORKGROUP_SIZE : WORKGROUP_SIZE;
  const shape = {
    K,
    P,
    POLYNOMIAL,
    SLOTS,
    LABELS,
    LABELLED: labelled ? 1 : 0,
    COLUMN_WORDS,
    CAPACITY: capacity,
    STEPS: MIXING * K + steps,
    MIXING: MIXING * K,
    INVOCATIONS: simd ? SIMD_INVOCATIONS : wide,
    SUMS,
    SUM_STEPS: SUM_STEPS[SUMS - 1],
    WINDOW: SUMS === 1 ? 0 : Math.min(Math.floor(Math.log2(K)) + 2, SLOTS, WINDOW_MAXIMUM),
  };
  const isShared = walkBytes({ ...shape, SHARED: 1 }) <= workgroupBytes;
  const constants = { ...shape, SHARED: isShared ? 1 : 0 };
  const elements = walkElements(constants);
  const bytes = walkBytes(constants);
  if (bytes > workgroupBytes) {
    throw new InputError(
      `a walk over ${columns.length} columns takes ${bytes} bytes of workgroup memory, the device has ${workgroupBytes}: leave out --engine`,
    );
  }
  return {
    buffers: {
      generator: constantBuffer(words),
      columns: constantBuffer(columns),
      limit: { type: "u32", length: 1, perFrame: false },
      stored_rows: frameBuffer("u32", isShared ? 1 : elements),
      found: { type: "u32", length: 1 + entry * capacity, perFrame: false, cleared: true },
    },
    start: [
      {
        kernel: "low-weight/walk",
        constants,
        variant: withRandom(DEFAULT_GENERATOR),
        buffers: ["generator", "columns", "limit", "stored_rows", "found"],
        workgroups: 1,
      },
    ],
    iterate: [],
    repeats: 0,
    afterIterations: [],
    plan: [
      `walks of ${steps} information sets, ${isShared ? bytes : 4 * elements} bytes of ${isShared ? "workgroup" : "device"} memory each`,
    ],
    entry,
    capacity,
  };
}
