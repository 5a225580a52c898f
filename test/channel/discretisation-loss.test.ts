import { expect, it } from "vitest";
import { awgnChannel, sigmaOfEbN0 } from "../../src/channel/awgn.ts";
import { wordsByCell } from "./alias-words.ts";

/** Lost information, in bits, of a sent bit whose receiver gets this LLR in favour of the sent value. */
const lostBits = (llr: number) => Math.log1p(Math.exp(-llr)) / Math.LN2;

/** Capacity of the continuous channel with BPSK, in bits: 1 − E[log2(1 + e^(−2y/σ²))], y = 1 + σx. */
function continuousCapacity(sigma: number): number {
  const step = 1 / 512;
  let lost = 0;
  for (let x = -12; x <= 12; x += step) {
    lost += lostBits((2 * (1 + sigma * x)) / sigma ** 2) * Math.exp(-(x ** 2) / 2);
  }
  return 1 - (lost * step) / Math.sqrt(2 * Math.PI);
}

/**
 * Generalised mutual information of a receiver that uses v·llrScale as the LLR. It includes the losses of grid, tails, integer
 * probabilities and f32 scale. By symmetry both inputs have the same value.
 */
function discreteRate(sigma: number): number {
  const { amplitude, llrScale, noise } = awgnChannel(sigma);
  return wordsByCell(noise).reduce(
    (rate, words, cell) => rate - (words / 2 ** 32) * lostBits((amplitude + cell - 2048) * llrScale),
    1,
  );
}

/** Additional noise, in dB, with which the continuous channel has the rate of the discretised channel. */
function lossInDecibels(sigma: number): number {
  const rate = discreteRate(sigma);
  let [low, high] = [sigma * 0.9, sigma * 1.1];
  for (let i = 0; i < 60; i++) {
    const middle = (low + high) / 2;
    if (continuousCapacity(middle) > rate) low = middle;
    else high = middle;
  }
  return 20 * Math.log10(low / sigma);
}

it("the continuous capacity is right where it is known", () => {
  // Shannon limit of BPSK at rate 1/2: Eb/N0 = 0.187 dB.
  expect(continuousCapacity(sigmaOfEbN0(0.187, 0.5))).toBeCloseTo(0.5, 4);
});

// The number in doc/design/codes-and-channels.md.
it.each([
  { rate: 1 / 2, ebn0: [-1, 0, 1, 2, 3, 4, 5] },
  { rate: 0.9, ebn0: [2, 4, 6] },
  { rate: 0.1, ebn0: [-1, 1] },
])("discretisation costs less than 0.00001 dB at rate $rate", ({ rate, ebn0 }) => {
  for (const point of ebn0) {
    expect(Math.abs(lossInDecibels(sigmaOfEbN0(point, rate))), `${point} dB`).toBeLessThan(1e-5);
  }
});
