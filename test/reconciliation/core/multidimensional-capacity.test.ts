import { describe, expect, it } from "vitest";
import { correlatedValues, correlationOf } from "../../../src/reconciliation/core/estimation.ts";
import {
  binaryGaussianCapacity,
  multidimensionalCapacity,
  rotatedLlrs,
  rotationOf,
} from "../../oracle/reconciliation/multidimensional.ts";
import { randomNumbers } from "../../simulation/random.ts";

describe("capacities", () => {
  it("of BPSK: known limits", () => {
    // Shannon limits of BPSK: Eb/N0 0.187 dB at rate 1/2, -0.495 dB at 1/3 (SNR = 2·R·Eb/N0).
    expect(binaryGaussianCapacity(10 ** 0.0187)).toBeCloseTo(0.5, 4);
    expect(binaryGaussianCapacity((2 / 3) * 10 ** -0.0495)).toBeCloseTo(1 / 3, 4);
    expect(binaryGaussianCapacity(100)).toBeCloseTo(1, 12);
    // C = SNR/2 − SNR²/4 + … nats for small SNR.
    expect((binaryGaussianCapacity(1e-3) * Math.LN2) / (5e-4 - 2.5e-7)).toBeCloseTo(1, 6);
  });

  // The numbers in doc/design/reconciliation-files.md.
  it.each([
    [0.161, 0.0161],
    [0.076, 0.0084],
    [0.03, 0.0036],
  ])("what the spread of ‖y‖ costs at SNR %f: %f of the capacity", (snr, loss) => {
    expect(1 - multidimensionalCapacity(snr) / binaryGaussianCapacity(snr)).toBeCloseTo(loss, 4);
  });

  it("of the rotated channel, as its LLRs have it", () => {
    // The mean of 1 − log2(1 + e^−L) over random draws, where L is the LLR in favour of the bit. Its variance is about 1.
    const snr = 1;
    const draws = 20_000;
    const random = randomNumbers(2);
    const { x, y } = correlatedValues(snr, 3, { first: 0, count: 8 * draws });
    let sum = 0;
    for (let at = 0; at < 8 * draws; at += 8) {
      const bits = Array.from({ length: 8 }, () => Math.floor(2 * random()));
      const llrs = rotatedLlrs(rotationOf(y.subarray(at, at + 8), bits), x.subarray(at, at + 8), correlationOf(snr));
      llrs.forEach((llr, i) => {
        sum += 1 - Math.log2(1 + Math.exp(bits[i] === 1 ? llr : -llr));
      });
    }
    const error = 1 / Math.sqrt(8 * draws);
    expect(Math.abs(sum / (8 * draws) - multidimensionalCapacity(snr))).toBeLessThan(5 * error);
    expect(binaryGaussianCapacity(snr) - multidimensionalCapacity(snr)).toBeGreaterThan(10 * error);
  });
});
