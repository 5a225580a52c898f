import { InputError } from "../errors.ts";
import { ALIAS_CELLS, aliasTable, type DiscreteChannel, NOISE_ORIGIN } from "./discrete-channel.ts";
import { normalUpperTail } from "./gaussian.ts";

/**
 * Range of the grid: the alias table omits cells beyond 5.73σ because they are too rare
 * (doc/design/codes-and-channels.md).
 */
const RANGE_IN_SIGMA = 8;

/**
 * BPSK (0 → +1) over additive white Gaussian noise, discretised: a grid step is 1/`amplitude`, so a received value is
 * v/amplitude, and the amplitude about 256/σ. Noise cell 0 has probability zero, so that the grid is symmetric.
 */
export interface AwgnChannel extends DiscreteChannel {
  /** Noise standard deviation per dimension; signal amplitude 1. */
  readonly sigma: number;
}

/**
 * Noise standard deviation σ of an Eb/N0 at code rate R, for signal amplitude 1: σ² = 1/(2·R·10^(EbN0/10)).
 * @param ebn0 Eb/N0 in dB.
 * @param rate R, information bits for each bit sent, above 0; it is not checked.
 * @example
 * sigmaOfEbN0(0, 0.5); // → 1
 */
export function sigmaOfEbN0(ebn0: number, rate: number): number {
  return Math.sqrt(1 / (2 * rate * 10 ** (ebn0 / 10)));
}

/**
 * The discretised channel of noise standard deviation σ: 4096 cells over ±8σ (design: "Exactness and reproducibility").
 * The step is rounded so that ±1 lie on the grid. doc/design/codes-and-channels.md has the loss against the continuous
 * channel.
 * @throws InputError if σ is not a positive number below 8: ±1 would fall within a few cells of each other.
 */
export function awgnChannel(sigma: number): AwgnChannel {
  const amplitude = Math.round(ALIAS_CELLS / (2 * RANGE_IN_SIGMA * sigma));
  if (!(sigma > 0) || !Number.isFinite(amplitude) || amplitude < 32 || amplitude > 2 ** 20) {
    throw new InputError(`noise standard deviation ${sigma} is outside 2.5e-4 … 8: choose another Eb/N0`);
  }
  const step = 1 / amplitude;
  return {
    alphabet: "bit",
    sigma,
    amplitude,
    llrScale: Math.fround((2 * step) / sigma ** 2),
    noise: aliasTable(noiseWords(step / sigma)),
  };
}

/**
 * Number of the 2^32 random words for each noise cell of `width` σ; the outermost cells take the tails. The upper tail
 * at every cell boundary is rounded instead of each cell's probability: cells in the tails are far less likely than one
 * word, and together they must keep their words. (So noise reaches 6.2σ, where the tail is half a word.)
 */
export function noiseWords(width: number): Float64Array {
  const words = new Float64Array(ALIAS_CELLS);
  const last = NOISE_ORIGIN - 1;
  /** Words of noise cells j … last. */
  const tail = (j: number) => (j > last ? 0 : Math.round(normalUpperTail((j - 0.5) * width) * 2 ** 32));
  for (let j = 1; j <= last; j++) {
    words[NOISE_ORIGIN + j] = tail(j) - tail(j + 1);
    words[NOISE_ORIGIN - j] = words[NOISE_ORIGIN + j];
  }
  words[NOISE_ORIGIN] = 2 ** 32 - 2 * tail(1);
  return words;
}
