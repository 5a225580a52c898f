import { philox } from "../../channel/random/philox.ts";
import { STREAM_POSITIONS } from "../../channel/random/streams.ts";
import { InputError } from "../../errors.ts";
import type { Positions } from "./positions.ts";

/**
 * The positions of a failed block that have been revealed so that it may be decoded again: a retry reveals more of the
 * same word, and never another word's syndrome. Punctured positions come first; the private bit of each hides a bit of
 * the syndrome (blind reconciliation: J. Martinez-Mateo, D. Elkouss, V. Martin, "Blind reconciliation", Quantum Inf.
 * Comput. 12, 791, 2012). Then come bits of the key itself (E. O. Kiktenko et al., "Symmetric blind information
 * reconciliation for quantum key distribution", Phys. Rev. Applied 8, 044017, 2017), which no longer belong to the key.
 * Each revealed bit of either kind costs one bit of leakage.
 */
export interface FurtherDisclosure {
  /** Number of revealed punctured positions. */
  readonly punctured: number;
  /** Number of revealed groups of eight bits of the key: bits 8g … 8g + 7. */
  readonly groups: number;
}

export const NOTHING_FURTHER: FurtherDisclosure = { punctured: 0, groups: 0 };

/** Bits of a group. */
export const GROUP_BITS = 8;

/** Revealed positions of a word, in the order of their disclosure. */
export interface DisclosedPositions {
  /** Indices among the punctured positions. */
  readonly punctured: Uint32Array;
  /** Groups of the key. */
  readonly groups: Uint32Array;
}

/**
 * The positions that are revealed: the first in random orders, so that a further retry reveals the same positions and
 * more. Random order: words 2 (of punctured positions by index) and 3 (of groups) of Philox, counter (index, 0, 0,
 * stream 2), key (seed, 0), ascending, equal words by index.
 * @param root positions of the first run.
 * @throws InputError if the word has fewer positions, or no bit of the key would remain.
 */
export function disclosedPositions(root: Positions, disclosed: FurtherDisclosure, seed: number): DisclosedPositions {
  const groups = Math.floor(root.key.length / GROUP_BITS);
  requireAtMost(disclosed.punctured, root.punctured.length, "punctured positions");
  requireAtMost(disclosed.groups, groups, "groups of eight bits of the key");
  if (root.key.length - GROUP_BITS * disclosed.groups < 1) {
    throw new InputError(
      `${disclosed.groups} groups of eight bits are all ${root.key.length} bits of the key: none is left`,
    );
  }
  return {
    punctured: firstOf(root.punctured.length, disclosed.punctured, 2, seed),
    groups: firstOf(groups, disclosed.groups, 3, seed),
  };
}

/**
 * The positions of a word after revealing some: revealed positions are known, as shortened positions are.
 * @throws InputError as `disclosedPositions`.
 */
export function positionsLeft(root: Positions, disclosed: FurtherDisclosure, seed: number): Positions {
  const { punctured, groups } = disclosedPositions(root, disclosed, seed);
  const [disclosedPunctured, disclosedGroups] = [new Set(punctured), new Set(groups)];
  const known = [...root.shortened];
  const left = (positions: Uint32Array, isDisclosed: (index: number) => boolean) =>
    positions.filter((position, index) => {
      if (isDisclosed(index)) known.push(position);
      return !isDisclosed(index);
    });
  return {
    punctured: left(root.punctured, (index) => disclosedPunctured.has(index)),
    key: left(root.key, (index) => disclosedGroups.has(Math.floor(index / GROUP_BITS))),
    shortened: Uint32Array.from(known).sort(),
  };
}

function firstOf(count: number, wanted: number, word: number, seed: number): Uint32Array {
  const random = new Uint32Array(count);
  const four = new Uint32Array(4);
  for (let index = 0; index < count; index++) {
    philox(index, 0, 0, STREAM_POSITIONS, seed, 0, four);
    random[index] = four[word];
  }
  return Uint32Array.from(random.keys())
    .sort((a, b) => random[a] - random[b] || a - b)
    .subarray(0, wanted);
}

function requireAtMost(count: number, most: number, what: string): void {
  if (Number.isInteger(count) && count >= 0 && count <= most) return;
  throw new InputError(`${count} ${what} to disclose: a block has ${most}`);
}
