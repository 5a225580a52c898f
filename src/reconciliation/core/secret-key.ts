import { InputError } from "../../errors.ts";
import { requireOptions } from "../../options.ts";

/**
 * Secret-key arithmetic of BB84 with one-way error correction, after A. Mink and A. Nakassis, "LDPC Error Correction for
 * Gbit/s QKD" (Proc. SPIE 9123, 2014), section 4. All of it is asymptotic: the finite-size terms of privacy
 * amplification, which matter for strings below about 1 Mbit, are not included.
 */

/**
 * h(p) = −p·log2 p − (1 − p)·log2(1 − p), in bits; 0 at p = 0 and 1.
 * @param p a probability.
 * @throws InputError if p is not in [0, 1].
 * @example
 * binaryEntropy(0.5); // → 1
 */
export function binaryEntropy(p: number): number {
  if (!(p >= 0 && p <= 1)) throw new InputError(`no entropy of a probability ${p}: give a number from 0 to 1`);
  if (p === 0 || p === 1) return 0;
  return -(p * Math.log2(p) + ((1 - p) * Math.log1p(-p)) / Math.LN2);
}

/**
 * S(X|E) = 1 − h(QBER): Eve's uncertainty about each sifted bit of BB84, in bits.
 * @param qber the QBER, or more cautiously an upper bound of it, as a fraction.
 * @throws InputError if it is not in [0, 1].
 * @example
 * eveIgnorance(0); // → 1
 */
export function eveIgnorance(qber: number): number {
  return 1 - binaryEntropy(qber);
}

/**
 * The efficiency g ≥ 1 (f in much of the literature) of error correction: leaked bits over the Slepian–Wolf bound
 * keyBits·h(QBER).
 * @param leakedBits bits sent over the public channel about the key bits.
 * @param keyBits sifted bits corrected with them.
 * @param qber bit error rate of the sifted bits, as a fraction.
 * @returns infinity at QBER 0 and 1, where the bound is 0.
 * @throws InputError if the QBER is not in [0, 1], there are no bits or a negative leakage.
 * @example
 * reconciliationEfficiency(48, 96, 0.05).toFixed(2); // → "1.75"
 */
export function reconciliationEfficiency(leakedBits: number, keyBits: number, qber: number): number {
  if (!(keyBits > 0)) throw new InputError(`no efficiency of ${keyBits} key bits: give more than 0`);
  if (!(leakedBits >= 0)) throw new InputError(`no efficiency of ${leakedBits} leaked bits: give 0 or more`);
  const needed = keyBits * binaryEntropy(qber);
  return needed === 0 ? Number.POSITIVE_INFINITY : leakedBits / needed;
}

/**
 * The parameters that decide the secret key of a string of sifted bits.
 * @example
 * const key: SecretKeyParameters = { siftedBits: 1e6, ignorance: eveIgnorance(0.02), leakage: 0.2 };
 */
export interface SecretKeyParameters {
  /** N: sifted bits, including the sacrificed bits. */
  readonly siftedBits: number;
  /** V: sifted bits made public to estimate the QBER; 0 if left out. */
  readonly sacrificedBits?: number;
  /** f: the share of blocks whose correction failed, 0 … 1; their bits are lost. 0 if left out. */
  readonly failureRate?: number;
  /** Bits of S(X|E) for each sifted bit: `eveIgnorance(qber)` for BB84. */
  readonly ignorance: number;
  /** g·h(p_est): bits leaked by error correction for each corrected bit; M/K for a code of M checks and K key bits. */
  readonly leakage: number;
  /** C: further leaked bits of the whole string: verification hashes, margins. 0 if left out. */
  readonly fixedBits?: number;
}

/**
 * K = (1 − f)·{(N − V)·[S(X|E) − g·h(p_est)] − C}: average number of secret bits.
 * @param parameters N, V, f, S(X|E), g·h(p_est) and C.
 * @returns bits, not rounded; 0 or negative if no secret key is possible.
 * @throws InputError if f is not in [0, 1] or V not in 0 … N.
 * @example
 * secretKeyBits({ siftedBits: 1000, ignorance: 0.75, leakage: 0.25, failureRate: 0.5 }); // → 250
 */
export function secretKeyBits(parameters: SecretKeyParameters): number {
  requireOptions("secretKeyBits", parameters, {
    ...{ siftedBits: true, sacrificedBits: true, failureRate: true, ignorance: true, leakage: true, fixedBits: true },
  });
  const { siftedBits, sacrificedBits = 0, failureRate = 0, ignorance, leakage, fixedBits = 0 } = parameters;
  if (!(failureRate >= 0 && failureRate <= 1)) throw new InputError(`failure rate ${failureRate}: give 0 to 1`);
  if (!(sacrificedBits >= 0 && sacrificedBits <= siftedBits)) {
    throw new InputError(`${sacrificedBits} sacrificed bits of ${siftedBits} sifted bits: give 0 to all of them`);
  }
  return (1 - failureRate) * ((siftedBits - sacrificedBits) * (ignorance - leakage) - fixedBits);
}

/**
 * K/N = 1 − h(p) − g·h(p): secret bits for each sifted bit if f, V and C are 0.
 * @param qber p, the bit error rate, as a fraction.
 * @param leakage g·h(p), bits leaked by error correction for each sifted bit.
 * @returns a negative number if no secret key is possible.
 * @throws InputError if the QBER is not in [0, 1].
 * @example
 * secretKeyFraction(0, 0.25); // → 0.75
 */
export function secretKeyFraction(qber: number, leakage: number): number {
  return eveIgnorance(qber) - leakage;
}

/**
 * K/N = 1 − 2·h(p): the fraction with perfect error correction, g = 1.
 * @param qber p, the bit error rate, as a fraction.
 * @throws InputError if the QBER is not in [0, 1].
 * @example
 * idealKeyFraction(0.05).toFixed(3); // → "0.427"
 */
export function idealKeyFraction(qber: number): number {
  return secretKeyFraction(qber, binaryEntropy(qber));
}
