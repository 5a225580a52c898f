import { logBinomial, logBinomials } from "./binomial.ts";

/** Bounds on the FER of the best code of n bits with k information bits. */
export interface FerBounds {
  /** A FER that some code reaches: the random-coding union bound. */
  readonly achievable: number;
  /** A FER that every code exceeds: the meta-converse. */
  readonly converse: number;
}

export type BoundName = keyof FerBounds;
export const BOUND_NAMES = ["achievable", "converse"] as const satisfies readonly BoundName[];

/**
 * The binary symmetric channel: random-coding union bound and meta-converse, which is the sphere-packing bound here
 * (Y. Polyanskiy, H. V. Poor and S. Verdú, IEEE Trans. Inf. Theory 56(5), 2010, theorems 33 and 35).
 * @param p crossover probability.
 */
export function bscBounds(p: number, n: number, k: number): FerBounds {
  const weights = logBinomial(n, p);
  const volumes = logBinomials(n);
  let [achievable, within] = [0, 0];
  let ball = Number.NEGATIVE_INFINITY;
  // ln of the number of words per codeword: `share` for all of them, `ball` up to the distance t.
  const share = (n - k) * Math.LN2;
  for (let t = 0; t <= n; t++) {
    const probability = Math.exp(weights[t]);
    const before = ball;
    ball = logSum(ball, volumes[t]);
    achievable += probability * Math.min(1, Math.exp(logLess(k) + ball - n * Math.LN2));
    if (ball <= share) within += probability;
    else if (before < share) within += probability * (Math.exp(share - volumes[t]) - Math.exp(before - volumes[t]));
  }
  return { achievable: Math.min(1, achievable), converse: Math.max(0, 1 - within) };
}

/**
 * Bounds for the erasure channel, by the same authors' theorems 37 (maximum-likelihood decoding of random codes, as the
 * union bound) and 38.
 * @param erasure probability that a symbol is erased.
 * @param n symbols sent, k of them information, each of `bits` bits.
 */
export function becBounds(erasure: number, n: number, k: number, bits = 1): FerBounds {
  let [achievable, converse] = [0, 0];
  logBinomial(n, erasure).forEach((log, erased) => {
    const probability = Math.exp(log);
    const surplus = bits * (n - erased - k);
    achievable += probability * Math.min(1, 2 ** -surplus);
    if (surplus < 0) converse += probability * (1 - 2 ** surplus);
  });
  return { achievable, converse };
}

/** ln(2^k − 1). */
function logLess(k: number): number {
  return k * Math.LN2 + Math.log1p(-(2 ** -k));
}

function logSum(a: number, b: number): number {
  const [low, high] = a < b ? [a, b] : [b, a];
  return low === Number.NEGATIVE_INFINITY ? high : high + Math.log1p(Math.exp(low - high));
}
