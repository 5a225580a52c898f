import { describe, expect, it } from "vitest";
import { ditherValues } from "../../../src/reconciliation/core/ends.ts";
import { conjugate, multiply } from "../../oracle/octonions.ts";
import { rotationOf } from "../../oracle/reconciliation/multidimensional.ts";
import { gaussianNumbers, randomNumbers } from "../../simulation/random.ts";

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

function draws(count: number, dither: boolean): { right: number; all: number[] }[] {
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
    const counts = draws(60, false).map(({ right, all }) => {
      expect(all[right]).toBeLessThan(0.1);
      return all.filter((distance) => distance < 0.1).length;
    });
    expect(new Set(counts).size).toBeLessThanOrEqual(4);
    const bits = counts.reduce((sum, count) => sum + Math.log2(256 / count), 0) / counts.length;
    // The number in doc/design/reconciliation-files.md.
    expect(bits).toBeCloseTo(3.3, 0);
  });

  it("tells nothing of them with dither: the right word is as far from whole steps as any", () => {
    const ranks = draws(150, true).map(
      ({ right, all }) => all.filter((distance) => distance < all[right]).length / 255,
    );
    const mean = ranks.reduce((sum, rank) => sum + rank, 0) / ranks.length;
    expect(Math.abs(mean - 0.5)).toBeLessThan(5 * Math.sqrt(1 / 12 / ranks.length));
  });
});
