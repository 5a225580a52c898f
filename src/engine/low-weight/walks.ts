import type { LightWord, LightWordSearch, WordGenerator } from "../../code/low-weight.ts";
import { finish } from "../../code/steps.ts";
import type { Engine, PreparedProgram } from "../engine.ts";
import { frameBytes } from "../frame-slots.ts";
import { type WalkProgram, walkProgram } from "./walk-program.ts";

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
