/**
 * The octonions' multiplication table by Cayley–Dickson doubling, (a, b)(c, d) = (ac − d̄b, da + bc̄): units e_0 = 1 … e_7 with
 * e_j·e_k = ±e_(j xor k).
 */

/** Reals of an octonion: the dimension of multidimensional reconciliation. */
export const OCTONION = 8;

/** Bit k of byte j: e_j·e_k is negative. */
const NEGATIVE = [0x00, 0x6a, 0xc6, 0xac, 0x1e, 0x74, 0xd8, 0xb2];

/** 1 if e_j·e_k = −e_(j xor k), else 0. */
export function octonionNegative(j: number, k: number): number {
  return (NEGATIVE[j] >> k) & 1;
}

/** Words of a group of eight values in `rotation`: four of α, two to a word, and the norm. */
export const ROTATION_WORDS = 5;
/** Scale of α_i in `rotation`: the integer is α_i times this number, so that at most 16 bits of it are published. */
export const ROTATION_ONE = 32767;
