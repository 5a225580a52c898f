import { philox } from "../channel/random/philox.ts";
import { STREAM_POSITIONS } from "../channel/random/streams.ts";
import { InputError } from "../errors.ts";
import type { Positions } from "./positions.ts";

/**
 * What has been told of a block that failed, position by position, so that it may be decoded again: a retry tells more of the same
 * word, and never another word's syndrome. First punctured positions, whose private bits hide a bit of the syndrome each (blind
 * reconciliation: J. Martinez-Mateo, D. Elkouss, V. Martin, "Blind reconciliation", Quantum Inf. Comput. 12, 791, 2012), then bits
 * of the key itself (E. O. Kiktenko et al., "Symmetric blind information reconciliation for quantum key distribution", Phys.
 * Rev. Applied 8, 044017, 2017), which no longer belong to it. Either costs one bit of leakage for each bit told.
 */
export interface FurtherDisclosure {
  /** Punctured positions whose bits were told. */
  readonly punctured: number;
  /** Groups of eight bits of the key that were told: bits 8g … 8g + 7. */
  readonly groups: number;
}

export const NOTHING_FURTHER: FurtherDisclosure = { punctured: 0, groups: 0 };

/** Bits of a group. */
export const GROUP_BITS = 8;

/** Positions that were told of a word, in the order in which they were. */
export interface ToldPositions {
  /** Indices among the punctured positions. */
  readonly punctured: Uint32Array;
  /** Groups of the key. */
  readonly groups: Uint32Array;
}

/**
 * Which positions are told: the first of random orders, so that a further retry tells the same and more. Random order: words 2 (of
 * punctured positions by index) and 3 (of groups) of Philox, counter (index, 0, 0, stream 2), key (seed, 0), ascending, equal ones by
 * index.
 * @param root positions of the first run.
 * @throws InputError if there are not so many, or no bit of the key would be left.
 */
export function toldPositions(root: Positions, told: FurtherDisclosure, seed: number): ToldPositions {
  const groups = Math.floor(root.key.length / GROUP_BITS);
  requireAtMost(told.punctured, root.punctured.length, "punctured positions");
  requireAtMost(told.groups, groups, "groups of eight bits of the key");
  if (root.key.length - GROUP_BITS * told.groups < 1) {
    throw new InputError(
      `${told.groups} groups of eight bits are all ${root.key.length} bits of the key: none is left`,
    );
  }
  return {
    punctured: firstOf(root.punctured.length, told.punctured, 2, seed),
    groups: firstOf(groups, told.groups, 3, seed),
  };
}

/**
 * The positions of a word of which bits were told: these are known, as shortened ones are.
 * @throws InputError as `toldPositions`.
 */
export function positionsLeft(root: Positions, told: FurtherDisclosure, seed: number): Positions {
  const { punctured, groups } = toldPositions(root, told, seed);
  const [toldPunctured, toldGroups] = [new Set(punctured), new Set(groups)];
  const known = [...root.shortened];
  const left = (positions: Uint32Array, isTold: (index: number) => boolean) =>
    positions.filter((position, index) => {
      if (isTold(index)) known.push(position);
      return !isTold(index);
    });
  return {
    punctured: left(root.punctured, (index) => toldPunctured.has(index)),
    key: left(root.key, (index) => toldGroups.has(Math.floor(index / GROUP_BITS))),
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
  throw new InputError(`${count} ${what} to tell: a block has ${most}`);
}
