import type { BitGenerator } from "../../code/low-weight/bit-generator.ts";
import type { LightWordSearch } from "../../code/low-weight/search.ts";
import type { LightWord } from "../../code/low-weight/word-generator.ts";
import { finish } from "../../code/steps.ts";
import type { Engine, PreparedProgram } from "../engine.ts";
import { FOUND_MAXIMUM, type WalkProgram, walkProgram } from "./walk-program.ts";

/** Walks of a run: enough to fill a GPU, or one for each job of the CPU. */
const GPU_WALKS = 2048;
const SOFTWARE_WALKS = 8;

/**
 * A search for words of low weight by random walks on an engine, after one independent information set. Walk number i depends on the
 * code, the seed and i alone, and so do its words unless a run finds more than FOUND_MAXIMUM. The words of a walk count once for `hits`,
 * since its information sets follow one another.
 */
export class LightWordWalks {
  readonly #search: LightWordSearch;
  readonly #generator: BitGenerator;
  readonly #program: WalkProgram;
  readonly #prepared: PreparedProgram;
  readonly #walks: number;
  readonly #seed: number;

  private constructor(
    search: LightWordSearch,
    generator: BitGenerator,
    program: WalkProgram,
    prepared: PreparedProgram,
    seed: number,
  ) {
    this.#search = search;
    this.#generator = generator;
    this.#program = program;
    this.#prepared = prepared;
    this.#walks = prepared.frames;
    this.#seed = seed;
  }

  /**
   * @param search takes the words, and has the number of walks that were done before.
   * @throws InputError for a code over GF(q), and as `walkProgram`.
   */
  static async on(engine: Engine, search: LightWordSearch, seed: number): Promise<LightWordWalks> {
    const generator = search.bitGenerator();
    // Its words limit the weight: without a limit the first walks would list every row.
    if (search.sets === 0) finish(search.nextSet());
    const start = generator.walkStart();
    const program = walkProgram(start, { heaviest: search.limit, labelled: search.isLabelled }, engine.limits);
    const walks = engine.limits.software || engine.limits.simd ? SOFTWARE_WALKS : GPU_WALKS;
    const prepared = await engine.prepare(program, walks);
    return new LightWordWalks(search, generator, program, prepared, seed);
  }

  /** Does the next walks. */
  async next(): Promise<void> {
    const { entry } = this.#program;
    const { outputs } = await this.#prepared.run(
      {
        ...{ firstFrame: this.#search.sets, frames: this.#walks, chunkFrames: this.#walks },
        ...{ key: [this.#seed, 0], llrScale: 1, amplitude: 1 },
      },
      [{ buffer: "found", elements: 1 + entry * FOUND_MAXIMUM }],
      { limit: Uint32Array.of(Math.min(this.#search.limit, 2 ** 31)) },
    );
    const found = outputs[0] as Uint32Array;
    this.#search.take(this.#words(found), this.#walks);
  }

  /** Releases the buffers on the device. */
  release(): void {
    this.#prepared.release();
  }

  /** The listed words of a run, each once for a walk. */
  *#words(found: Uint32Array): Iterable<LightWord> {
    const { entry } = this.#program;
    const seen = new Set<string>();
    for (let i = 0; i < Math.min(found[0], FOUND_MAXIMUM); i++) {
      const at = 1 + i * entry;
      const [walk, weight] = found.subarray(at, at + 2);
      const word = this.#generator.wordOf(found.subarray(at + 2, at + entry), weight);
      const key = `${walk}:${word.positions.join()}`;
      if (seen.has(key)) continue;
      seen.add(key);
      yield word;
    }
  }
}
