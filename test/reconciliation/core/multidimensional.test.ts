import { describe, expect, it } from "vitest";
import { ditherValues } from "../../../src/reconciliation/core/ends.ts";
import { correlatedValues, correlationOf } from "../../../src/reconciliation/core/estimation.ts";
import { conjugate, multiply, unit } from "../../oracle/octonions.ts";
import {
  binaryGaussianCapacity,
  multidimensionalCapacity,
  rotate,
  rotatedLlrs,
  rotationOf,
} from "../../oracle/reconciliation/multidimensional.ts";
import { gaussianNumbers, randomNumbers } from "../../simulation/random.ts";

const UNITS = Array.from({ length: 8 }, (_, i) => i);
const dot = (a: ArrayLike<number>, b: ArrayLike<number>) =>
  Array.from(a).reduce((sum, value, i) => sum + value * b[i], 0);
const point = (bits: readonly number[]) => bits.map((bit) => (bit === 1 ? -1 : 1) / Math.sqrt(8));

function draws(seed: number): { y: number[]; x: number[]; bits: number[] } {
  const gaussian = gaussianNumbers(seed);
  const random = randomNumbers(seed);
  const eight = () => Array.from({ length: 8 }, () => gaussian());
  return { y: eight(), x: eight(), bits: UNITS.map(() => Math.floor(2 * random())) };
}

describe("a rotation", () => {
  it("takes y to the point of the bits, for all bits", () => {
    const { y } = draws(6);
    for (let word = 0; word < 256; word++) {
      const bits = UNITS.map((i) => (word >> i) & 1);
      const { alpha, norm } = rotationOf(y, bits);
      rotate(alpha, y).forEach((value, i) => {
        expect(value, `${word}, ${i}`).toBeCloseTo(norm * point(bits)[i], 12);
      });
      expect(dot(alpha, alpha)).toBeCloseTo(1, 12);
    }
  });
});

describe("published rotations", () => {
  it("does not depend on the bits: α has the same means and variances for all", () => {
    // 4000 draws of y for each word: the components of α have mean 0 and variance 1/8.
    for (const word of [0, 1, 0x55, 0xff]) {
      const bits = UNITS.map((i) => (word >> i) & 1);
      const gaussian = gaussianNumbers(word + 1);
      const sums = UNITS.map(() => ({ first: 0, second: 0 }));
      const draws = 4000;
      for (let draw = 0; draw < draws; draw++) {
        const { alpha } = rotationOf(UNITS.map(gaussian), bits);
        alpha.forEach((value, i) => {
          sums[i].first += value;
          sums[i].second += value * value;
        });
      }
      for (const { first, second } of sums) {
        expect(Math.abs(first / draws)).toBeLessThan(5 * Math.sqrt(1 / 8 / draws));
        // The square of a component of a random point of the sphere has variance 2·7/(8²·10).
        expect(Math.abs(second / draws - 1 / 8)).toBeLessThan(5 * Math.sqrt(14 / 640 / draws));
      }
    }
  });
});

describe("LLRs", () => {
  it("are ln P(0)/P(1) by the densities of x given y and u", () => {
    // Given the other bits, P(x | y, u_i) from the conditional density of x, with the y of every s that could give M.
    const { y, x, bits } = draws(10);
    const rho = 0.37;
    const rotation = rotationOf(y, bits);
    const llrs = rotatedLlrs(rotation, x, rho);
    const logDensity = (word: readonly number[]) => {
      // From α and ‖y‖ the y of a word follows: y = ‖y‖·Mᵀ·s, as M is orthogonal.
      const columns = UNITS.map((k) => [...rotate(rotation.alpha, unit(k))]);
      const guess = columns.map((column) => rotation.norm * dot(column, point(word)));
      return -x.reduce((sum, value, k) => sum + (value - rho * guess[k]) ** 2, 0) / (2 * (1 - rho * rho));
    };
    for (const i of UNITS) {
      const word = (bit: number) => bits.map((other, k) => (k === i ? bit : other));
      expect(llrs[i]).toBeCloseTo(logDensity(word(0)) - logDensity(word(1)), 10);
    }
  });
});

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

/** σ of the values in steps, for a digitiser with 12 bits and 7 σ on each side. */
const SIGMA = 300;
const WORDS = Array.from({ length: 256 }, (_, word) => Array.from({ length: 8 }, (_, i) => (word >> i) & 1));

/** The eavesdropper's test: for each word, the distance from whole steps of the values that would give this rotation. */
function distances(values: Float32Array, bits: readonly number[]): number[] {
  const { alpha, norm } = rotationOf(values, bits);
  const published = Array.from(alpha, (value) => Math.round(32767 * value) / 32767);
  return WORDS.map((word) => {
    const point = word.map((bit) => (1 - 2 * bit) / Math.sqrt(8));
    // α·y = ‖y‖·s, so y = ‖y‖·ᾱ·s.
    const candidate = multiply(conjugate(published), point).map((value) => norm * SIGMA * value);
    return Math.max(...candidate.map((value) => Math.abs(value - Math.round(value))));
  });
}

function leakDraws(count: number, dither: boolean): { right: number; all: number[] }[] {
  const gaussian = gaussianNumbers(1);
  const random = randomNumbers(2);
  return Array.from({ length: count }, () => {
    const values = Float32Array.from({ length: 8 }, () => Math.round(SIGMA * gaussian()) / SIGMA);
    if (dither) {
      ditherValues(values, 1 / SIGMA, (bytes) => {
        for (let i = 0; i < bytes.length; i++) bytes[i] = Math.floor(256 * random());
      });
    }
    const right = Math.floor(256 * random());
    return { right, all: distances(values, WORDS[right]) };
  });
}

describe("a rotation of digitised values", () => {
  it("tells more than three of its eight bits without dither: 16 words make whole steps, seldom more", () => {
    const counts = leakDraws(60, false).map(({ right, all }) => {
      expect(all[right]).toBeLessThan(0.1);
      return all.filter((distance) => distance < 0.1).length;
    });
    expect(new Set(counts).size).toBeLessThanOrEqual(4);
    const bits = counts.reduce((sum, count) => sum + Math.log2(256 / count), 0) / counts.length;
    // The number in doc/design/reconciliation-files.md.
    expect(bits).toBeCloseTo(3.3, 0);
  });

  it("tells nothing of them with dither: the right word is as far from whole steps as any", () => {
    const ranks = leakDraws(150, true).map(
      ({ right, all }) => all.filter((distance) => distance < all[right]).length / 255,
    );
    const mean = ranks.reduce((sum, rank) => sum + rank, 0) / ranks.length;
    expect(Math.abs(mean - 0.5)).toBeLessThan(5 * Math.sqrt(1 / 12 / ranks.length));
  });
});
