import type { LightWord } from "./word-generator.ts";

/** A word of a list with the number of information sets that found it. */
export interface ListedWord extends LightWord {
  hits: number;
}

/** The words of one weight, scalar multiples as one. */
export interface WeightClass {
  readonly weight: number;
  /** Number of listed words. */
  readonly listed: number;
  /** Mean number of information sets that found each word. */
  readonly meanHits: number;
  /** Estimate of the number of words of this weight that no information set found. */
  readonly missed: number;
}

export interface WordLimits {
  /** Maximum weight of a listed word above the lightest one. */
  readonly above: number;
  /** Maximum weight of a listed word. */
  readonly heaviest: number;
  /** Maximum length of the list: a longer list loses its heaviest weight. */
  readonly wordsMaximum: number;
}

/**
 * The lightest words found so far, scalar multiples as one. The limit of their weight only falls, so the order of the
 * words does not affect the list, unless it becomes longer than `wordsMaximum`.
 */
export class WordList {
  readonly #words = new Map<string, ListedWord>();
  readonly #limits: WordLimits;
  #limit: number;
  #lightest = Number.POSITIVE_INFINITY;

  constructor(limits: WordLimits) {
    this.#limits = limits;
    this.#limit = limits.heaviest;
  }

  /** The largest weight of a word that the list accepts. */
  get limit(): number {
    return this.#limit;
  }

  /** Weight of the lightest word; infinite without words. */
  get lightest(): number {
    return this.#lightest;
  }

  /** Whether words of the smallest weight alone fill the list. */
  get isFull(): boolean {
    return this.#words.size >= this.#limits.wordsMaximum && this.#limit === this.#lightest;
  }

  /** @param hits number of information sets that found it; 0 if a proof found it. @returns the new limit. */
  add(word: LightWord, hits = 1): number {
    if (word.weight > this.#limit) return this.#limit;
    const key = `${word.positions.join()}:${word.values.join()}`;
    const listed = this.#words.get(key);
    if (listed !== undefined) listed.hits += hits;
    else if (!this.isFull || word.weight < this.#lightest) {
      this.#lightest = Math.min(this.#lightest, word.weight);
      this.#words.set(key, { ...word, hits });
      this.limitTo(word.weight + this.#limits.above);
      if (this.#words.size > this.#limits.wordsMaximum) this.#dropHeaviest();
    }
    return this.#limit;
  }

  /** All words, lightest first, then by positions and values. */
  sorted(): ListedWord[] {
    return [...this.#words.values()].sort(
      (a, b) => a.weight - b.weight || compare(a.positions, b.positions) || compare(a.values, b.values),
    );
  }

  /** Counts by weight, ascending. */
  classes(): WeightClass[] {
    const sums = new Map<number, { listed: number; hits: number }>();
    for (const { weight, hits } of this.#words.values()) {
      const sum = sums.get(weight) ?? { listed: 0, hits: 0 };
      sums.set(weight, { listed: sum.listed + 1, hits: sum.hits + hits });
    }
    return [...sums]
      .sort((a, b) => a[0] - b[0])
      .map(([weight, { listed, hits }]) => {
        const meanHits = hits / listed;
        return { weight, listed, meanHits, missed: listed * missedShare(meanHits) };
      });
  }

  /** Drops words above a weight, and accepts none from now on. */
  limitTo(limit: number): void {
    if (limit >= this.#limit) return;
    this.#limit = limit;
    for (const [key, { weight }] of this.#words) if (weight > limit) this.#words.delete(key);
  }

  /** If all words have one weight, the earliest words stay. */
  #dropHeaviest(): void {
    const heaviest = Math.max(...this.classes().map(({ weight }) => weight));
    if (heaviest > this.lightest) this.limitTo(heaviest - 1);
    else {
      this.#limit = heaviest;
      this.#words.delete([...this.#words.keys()][this.#words.size - 1]);
    }
  }
}

/**
 * Estimates the number of missed words from the number of hits of each listed word. If every word has the same chance,
 * hits are Poisson distributed, and words without hits are not listed. The mean m of the listed words' hits and the
 * rate r of all words obey m = r / (1 − exp(−r)).
 */
function missedShare(meanHits: number): number {
  if (meanHits <= 1) return Number.POSITIVE_INFINITY;
  let [low, high] = [0, meanHits];
  for (let step = 0; step < 60; step++) {
    const rate = (low + high) / 2;
    if (rate / -Math.expm1(-rate) < meanHits) low = rate;
    else high = rate;
  }
  return 1 / Math.expm1(high);
}

function compare(a: ArrayLike<number>, b: ArrayLike<number>): number {
  for (let i = 0; i < Math.min(a.length, b.length); i++) if (a[i] !== b[i]) return a[i] - b[i];
  return a.length - b.length;
}
