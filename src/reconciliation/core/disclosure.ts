import { OCTONION } from "../../../wgsl/reconciliation/octonion.ts";
import { philox } from "../../channel/random/philox.ts";
import { STREAM_DISCLOSURE } from "../../channel/random/streams.ts";
import { InputError } from "../../errors.ts";

/** A range of groups of eight values. */
export interface GroupRange {
  readonly first: number;
  readonly count: number;
}

/** Number of disclosed groups of a sequence. @param every as in `Disclosure`. */
export function disclosedGroups(values: number, every: number): number {
  return every === 0 ? 0 : Math.floor(Math.floor(values / OCTONION) / every);
}

/**
 * The groups of eight values that are made public, to estimate the link, and the groups that are kept. One group of
 * every `every` consecutive groups, chosen at random, is made public; a shorter rest at the end is kept. Kept groups
 * have indices of their own, without gaps.
 */
export class Disclosure {
  /** Groups altogether. */
  readonly groups: number;
  /** Groups that are kept. */
  readonly kept: number;
  readonly #every: number;
  readonly #key: readonly [number, number];

  /**
   * @param values of the sequence; fewer than eight at its end belong to no group.
   * @param every 2 or more; 0 to disclose nothing.
   * @param key of the choice, two 32-bit words, which must be unknown to everybody while the values are sent.
   * @throws InputError for another `every`.
   */
  constructor(values: number, every: number, key: readonly [number, number]) {
    if (!(Number.isInteger(every) && (every === 0 || every >= 2))) {
      throw new InputError(`one group disclosed of ${every}: give 2 or more`);
    }
    this.groups = Math.floor(values / OCTONION);
    this.kept = this.groups - disclosedGroups(values, every);
    this.#every = every;
    this.#key = key;
  }

  /** Indices of the disclosed groups of a range, ascending. */
  disclosed({ first, count }: GroupRange): number[] {
    if (this.#every === 0) return [];
    const every = this.#every;
    const end = Math.min(first + count, Math.floor(this.groups / every) * every);
    const found: number[] = [];
    for (let stratum = Math.floor(first / every); stratum * every < end; stratum++) {
      const group = this.#disclosedOf(stratum);
      if (group >= first && group < end) found.push(group);
    }
    return found;
  }

  /** The range of groups that holds the kept groups; the caller leaves out the disclosed groups in it. */
  rangeOf({ first, count }: GroupRange): GroupRange {
    const begin = this.#group(first);
    return { first: begin, count: this.#group(first + count - 1) + 1 - begin };
  }

  /** Index, among all groups, of a kept group. */
  #group(kept: number): number {
    const every = this.#every;
    if (every === 0) return kept;
    const stratum = Math.floor(kept / (every - 1));
    if (stratum >= Math.floor(this.groups / every)) return kept + Math.floor(this.groups / every);
    const group = kept + stratum;
    return group < this.#disclosedOf(stratum) ? group : group + 1;
  }

  #disclosedOf(stratum: number): number {
    const words = new Uint32Array(4);
    philox(stratum % 2 ** 32, Math.floor(stratum / 2 ** 32), 0, STREAM_DISCLOSURE, ...this.#key, words);
    return stratum * this.#every + Math.floor((words[0] / 2 ** 32) * this.#every);
  }
}
