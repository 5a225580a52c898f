import { InputError } from "../../errors.ts";
import type { Code } from "../code.ts";
import { randomSource } from "../construct/random.ts";
import type { Steps } from "../steps.ts";
import { wordGenerator } from "./generator-of-code.ts";
import { leastSums, type ProofPlan, proofPlan, proofSteps } from "./proof.ts";
import { ZERO_DISTANCE } from "./walk-start.ts";
import type { LightWord, WordGenerator } from "./word-generator.ts";
import { type ListedWord, type WeightClass, type WordLimits, WordList } from "./word-list.ts";

/** The parameters of a search for low-weight words. */
export interface LightWordOptions {
  /** Maximum number of rows of a systematic generator matrix in a sum: 1, 2 or 3. */
  readonly sums: number;
  /** Maximum weight of a listed word above the lightest one. */
  readonly above: number;
  /** Maximum weight of a listed word. */
  readonly heaviest?: number;
  /** Seed of the information sets, an integer; its low 32 bits count. */
  readonly seed: number;
  /** Maximum number of listed words. */
  readonly wordsMaximum?: number;
  /** Lists only words with a nonzero punctured symbol: the logical operators of a `logicalCode`. */
  readonly labelled?: boolean;
}

/** The result of a search for low-weight words. */
export interface LightWords {
  /** Weight of the lightest word found: an upper bound of the minimum distance. */
  readonly distance: number;
  /** Weight up to which a full enumeration proved the list complete; 0 without an enumeration. */
  readonly completeTo: number;
  /** Number of information sets tried. */
  readonly sets: number;
  /** The words of each weight, ascending. */
  readonly classes: readonly WeightClass[];
  /** The words, lightest first, one for all its scalar multiples. */
  readonly words: readonly ListedWord[];
}

/** Default maximum number of listed words, which take some hundred MB. */
export const WORDS_MAXIMUM = 100_000;

/**
 * A search for the lightest words of a code on random information sets. The generator matrix is made systematic on a
 * random set of k columns, and sums of few rows are weighed (P. J. Lee and E. F. Brickell, Eurocrypt 1988; J. Stern, "A
 * method for finding codewords of small weight", 1988): a word with at most `sums` nonzero symbols in the set is found.
 * Set number i depends on the code, the seed and i alone, so a search can stop after any set and be continued.
 */
export class LightWordSearch {
  readonly generator: WordGenerator;
  readonly #options: LightWordOptions;
  readonly #limits: WordLimits;
  readonly #list: WordList;
  /** Whether a position of a word has weight. */
  readonly #isSent: Uint8Array;
  #sets = 0;
  #completeTo = 0;

  /**
   * @param code its matrix, and its punctured and shortened symbols.
   * @param before words and number of sets of an earlier search with the same options, which this search continues.
   */
  constructor(
    code: Pick<Code, "matrix" | "punctured" | "shortened">,
    options: LightWordOptions,
    before: { readonly sets: number; readonly words: readonly ListedWord[] } = { sets: 0, words: [] },
  ) {
    this.generator = wordGenerator(code);
    this.#isSent = new Uint8Array(code.matrix.columns).fill(1);
    for (const position of code.punctured ?? []) this.#isSent[position] = 0;
    this.#options = options;
    const { above, heaviest = this.generator.n, wordsMaximum = WORDS_MAXIMUM } = options;
    this.#limits = { above, heaviest, wordsMaximum };
    this.#list = new WordList(this.#limits);
    for (const word of before.words) if (this.#isListed(word)) this.#list.add(word, word.hits);
    this.#sets = before.sets;
  }

  /** The largest weight of a word that the list accepts. */
  get limit(): number {
    return this.#list.limit;
  }

  /** Weight of the lightest word; infinite without words. */
  get lightest(): number {
    return this.#list.lightest;
  }

  /** Whether it lists only words with a nonzero punctured symbol. */
  get isLabelled(): boolean {
    return this.#options.labelled === true;
  }

  /** Maximum number of rows in a sum. */
  get sums(): number {
    return this.#options.sums;
  }

  /** Sets tried. */
  get sets(): number {
    return this.#sets;
  }

  /** Whether words of the smallest weight fill the list, so that further sets add none. */
  get isFull(): boolean {
    return this.#list.isFull;
  }

  /** The words found so far. */
  result(): LightWords {
    return { ...this.progress(), words: this.#list.sorted() };
  }

  /** The result without the words. */
  progress(): Omit<LightWords, "words"> {
    const { lightest: distance, limit } = this.#list;
    const completeTo = Math.min(this.#completeTo, limit);
    return { distance, completeTo, sets: this.#sets, classes: this.#list.classes() };
  }

  /** Estimate of the number of words up to the limit that no set has found yet; infinite while most were found once. */
  get missed(): number {
    const classes = this.#list.classes();
    return classes.length === 0 ? Number.POSITIVE_INFINITY : classes.reduce((sum, { missed }) => sum + missed, 0);
  }

  /** Drops words above a weight, and lists none from now on. */
  limitTo(weight: number): void {
    this.#list.limitTo(weight);
  }

  /** Lists words that were found elsewhere. @param sets tried for them. */
  take(words: Iterable<LightWord>, sets: number): void {
    for (const word of words) this.#list.add(word);
    this.#sets += sets;
  }

  /** Tries the next information set. @param sums most rows in a sum. */
  *nextSet(sums = this.#options.sums): Steps<void> {
    const { generator } = this;
    const pivots = generator.systematic(setOrder(this.#options.seed, this.#sets, generator.n));
    if (pivots.length < generator.k) {
      throw new InputError(ZERO_DISTANCE);
    }
    // A set that is interrupted has no effect.
    const found = new WordList({ ...this.#limits, heaviest: this.#list.limit });
    const take = (word: LightWord) => (this.#isListed(word) ? found.add(word) : found.limit);
    for (let count = 1; count <= Math.min(sums, generator.k); count++) {
      for (let first = 0; first + count <= generator.k; first++) {
        generator.visitSums(first, count, found.limit, take);
        yield (count - 1 + first / generator.k) / sums;
      }
    }
    this.#list.limitTo(found.limit);
    for (const word of found.sorted()) this.#list.add(word);
    this.#sets++;
  }

  /**
   * Plans a proof that every word up to the limit is listed or, if that takes too many sums, that no word is lighter
   * than the lightest one.
   * @returns undefined if both take more sums of rows than the maximum.
   */
  planProof(sumsMaximum: number): ProofPlan | undefined {
    const orderOf = (attempt: number) => setOrder(this.#options.seed, attempt, this.generator.n);
    for (const weight of [this.#list.limit, this.#list.lightest - 1]) {
      if (!Number.isFinite(weight) || leastSums(this.generator, weight) > sumsMaximum) continue;
      const plan = proofPlan(this.generator, weight, orderOf);
      if (plan.sums <= sumsMaximum) return plan;
    }
    return undefined;
  }

  /** Carries out a proof, and lists the words that no set had found. */
  *prove(plan: ProofPlan): Steps<void> {
    yield* proofSteps(
      plan,
      () => this.#list.limit,
      (word) => (this.#isListed(word) ? this.#list.add(word, 0) : this.#list.limit),
    );
    this.#completeTo = Math.max(this.#completeTo, plan.completeTo);
  }

  #isListed({ positions }: LightWord): boolean {
    return !this.isLabelled || positions.some((position) => this.#isSent[position] === 0);
  }
}

/** The order of columns for an information set. */
function setOrder(seed: number, set: number, n: number): Uint32Array {
  const random = randomSource(randomSource(seed).below(2 ** 32) + Math.imul(set, SET_STRIDE));
  return random.shuffle(Uint32Array.from({ length: n }, (_, column) => column));
}

/** An odd number that is no small multiple of the constant by which the generator's states advance. */
const SET_STRIDE = 0x632be5ab;
