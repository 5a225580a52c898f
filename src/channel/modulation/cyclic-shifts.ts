import { defaultPolynomial } from "../../galois/primitive.ts";
import type { Chips, Modulation } from "./modulation.ts";

/**
 * Cyclic code shift keying (A. Y.-C. Wong and V. C. M. Leung, Electronics Letters 33(5), 1997; O. Abassi, L. Conde-Canencia, M. Mansour
 * and E. Boutillon, "Non-binary coded CCSK and frequency-domain equalization with simplified LLR generation", 2013): the point of a label
 * is a sequence of 2^bits signs, shifted to the left by the label, each sign in a use of BPSK. The sequence has maximal
 * length, and one sign more at its end.
 */
export function cyclicShifts(name: string, bits: number): Modulation {
  const sequence = [...maximalLength(bits), 0];
  const amplitude = 1 / Math.sqrt(sequence.length);
  const points = sequence.map((_, shift) =>
    sequence.map((_, chip) => amplitude * (1 - 2 * sequence[(chip + shift) % sequence.length])),
  );
  const shape: Chips = { axes: "chips", points };
  return { name, bits, shape };
}

/** The 2^bits − 1 bits of a linear recurrence with the usual primitive polynomial of GF(2^bits), from the state 1. */
function maximalLength(bits: number): number[] {
  const sequence = [1, ...Array(bits - 1).fill(0)];
  const polynomial = defaultPolynomial(2 ** bits);
  const taps = Array.from({ length: bits }, (_, i) => i).filter((i) => (polynomial >> i) & 1);
  while (sequence.length < 2 ** bits - 1) {
    const first = sequence.length - bits;
    sequence.push(taps.reduce((sum, tap) => sum ^ sequence[first + tap], 0));
  }
  return sequence;
}
