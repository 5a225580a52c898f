import { describe, expect, it } from "vitest";
import { sigmaOfEbN0 } from "../../src/channel/awgn.ts";
import {
  awgnMoments,
  bscMoments,
  normalApproximation,
  shannonLimitEbN0,
} from "../../src/channel/normal-approximation.ts";
import { InputError } from "../../src/errors.ts";
import { binaryGaussianCapacity } from "../oracle/reconciliation/multidimensional.ts";

describe("normal approximation", () => {
  it("has the capacity of BPSK over AWGN", () => {
    for (const sigma of [0.3, 0.7, 1, 2])
      expect(awgnMoments(sigma).capacity).toBeCloseTo(binaryGaussianCapacity(1 / sigma ** 2), 9);
  });

  it("is the entropy of received values minus the entropy of the noise", () => {
    for (const sigma of [0.3, 0.7, 1, 2]) expect(awgnMoments(sigma).capacity).toBeCloseTo(entropyLost(sigma), 9);
  });

  it("has the Shannon limits that textbooks print", () => {
    // Richardson and Urbanke, Modern Coding Theory (2008): 0.187 dB at rate 1/2; 1.626 dB at rate 3/4.
    expect(shannonLimitEbN0(1 / 2)).toBeCloseTo(0.187, 3);
    expect(shannonLimitEbN0(3 / 4)).toBeCloseTo(1.626, 3);
  });

  it("has the dispersion of the BSC that Polyanskiy, Poor and Verdú give", () => {
    // p = 0.11: C = 0.5 bit, V = 0.891 bit² (their section IV).
    const { capacity, dispersion } = bscMoments(0.11);
    expect(capacity).toBeCloseTo(0.5, 3);
    expect(dispersion).toBeCloseTo(0.891, 3);
  });

  it("falls with Eb/N0 and with the length, and is about one half at the capacity", () => {
    const fer = (ebn0: number, n: number) => normalApproximation(awgnMoments(sigmaOfEbN0(ebn0, 0.5)), n, n / 2);
    expect(fer(1, 1000)).toBeLessThan(fer(0.5, 1000));
    expect(fer(1, 2000)).toBeLessThan(fer(1, 1000));
    expect(fer(shannonLimitEbN0(0.5), 1e6)).toBeCloseTo(0.5, 1);
  });

  it("refuses values that are no channel", () => {
    expect(() => awgnMoments(0)).toThrow(InputError);
    expect(() => bscMoments(0.5)).toThrow(InputError);
    expect(() => shannonLimitEbN0(1)).toThrow("rate 1: it must be above 0 and below 1");
  });
});

/** h(Y) − h(noise) in bits, for BPSK with amplitude 1. */
function entropyLost(sigma: number): number {
  const normal = (x: number) => Math.exp(-(x ** 2) / (2 * sigma ** 2)) / Math.sqrt(2 * Math.PI * sigma ** 2);
  const step = sigma / 64;
  let entropy = 0;
  for (let y = -1 - 12 * sigma; y <= 1 + 12 * sigma; y += step) {
    const density = (normal(y - 1) + normal(y + 1)) / 2;
    if (density > 0) entropy -= density * Math.log2(density) * step;
  }
  return entropy - Math.log2(2 * Math.PI * Math.E * sigma ** 2) / 2;
}
