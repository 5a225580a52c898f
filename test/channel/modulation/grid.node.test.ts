import { describe, expect, it } from "vitest";
import { noiseWords } from "../../../src/channel/awgn.ts";
import { uncodedRates } from "../../../src/channel/limits/uncoded.ts";
import { FARTHEST, onGrid } from "../../../src/channel/modulation/grid.ts";
import { relabelled } from "../../../src/channel/modulation/labelings.ts";
import { axesOf, modulationOf } from "../../../src/channel/modulation/modulated.ts";
import { modulations, planeModulations } from "../../../src/channel/modulation/modulations.ts";
import { InputError } from "../../../src/errors.ts";

const sigmaOf = (esn0: number) => Math.sqrt(1 / (2 * 10 ** (esn0 / 10)));
const ON_AXES = Object.values(planeModulations).filter(({ shape }) => shape.axes !== "joint");

describe.each(Object.values(planeModulations))("points of $name on the grid of the noise", (modulation) => {
  it.each([0, 10, 25, 40])("are the modulation's at %i dB", (esn0) => {
    const { points, step, dimensions } = onGrid(modulation, sigmaOf(esn0));
    const { shape } = modulation;
    const coordinates = shape.axes === "joint" ? shape.points.flat() : shape.amplitudes;
    // Points of a circle are rounded to steps.
    const tolerance = dimensions === 1 ? 1e-12 : step / 2 + 1e-12;
    for (const [i, x] of coordinates.entries()) expect(Math.abs(points[i] * step - x)).toBeLessThan(tolerance);
    expect(Math.max(...points.map(Math.abs))).toBeLessThanOrEqual(FARTHEST);
    expect(sigmaOf(esn0) / step).toBeGreaterThan(16);
    expect(sigmaOf(esn0) / step).toBeLessThan(280);
  });

  it("are refused where the noise is too strong or too weak", () => {
    expect(() => onGrid(modulation, 60)).toThrow("points cannot be told apart; give more dB");
    expect(() => onGrid(modulation, 1e-7)).toThrow("too little noise to sample; give fewer dB");
    expect(() => onGrid(modulation, 0)).toThrow(InputError);
  });
});

/** The exact error rates of the sampled channel of an axis, from the numbers of words of its noise. */
function sampledRates(amplitudes: Int32Array, width: number) {
  const words = noiseWords(width);
  let [wrong, wrongBits] = [0, 0];
  amplitudes.forEach((sent, label) => {
    words.forEach((count, cell) => {
      if (count === 0) return;
      const y = sent + cell - 2048;
      const distances = [...amplitudes].map((x) => Math.abs(y - x));
      const least = Math.min(...distances);
      const nearest = [...distances.keys()].filter((other) => distances[other] === least);
      for (const decided of nearest) {
        if (decided === label) continue;
        const probability = count / 2 ** 32 / amplitudes.length / nearest.length;
        wrong += probability;
        wrongBits += probability * [...(label ^ decided).toString(2)].filter((bit) => bit === "1").length;
      }
    });
  });
  return { wrong, ber: wrongBits / Math.log2(amplitudes.length) };
}

describe.each(ON_AXES)("$name over the sampled channel without a code", (modulation) => {
  it.each([-2, 4, 10, 15, 20])("has the symbol and bit error rates of theory at %i dB", (esn0) => {
    const { points, step } = onGrid(modulation, sigmaOf(esn0));
    const { wrong, ber } = sampledRates(points, step / sigmaOf(esn0));
    const theory = uncodedRates(modulation, 10 ** (esn0 / 10), "awgn");
    const ser = axesOf(modulation) === 1 ? wrong : wrong * (2 - wrong);
    // Samples of 32 bits have no rarer events.
    if (theory.ser < 1e-9) return expect(ser).toBeLessThan(2e-9);
    // Cells of σ/256 change rates by less than a thousandth, and random words by 2^-32.
    expect(Math.abs(ser / theory.ser - 1)).toBeLessThan(2e-3 + 1e-9 / theory.ser);
    expect(Math.abs(ber / theory.ber - 1)).toBeLessThan(2e-3 + 1e-9 / theory.ber);
  });
});

it("labels of a square that belong to no axis are points of the plane", () => {
  const modulation = modulationOf({ name: "16qam", labeling: "set-partition" });
  expect(onGrid(modulation, 0.3)).toMatchObject({ dimensions: 2, bits: 4 });
  expect(onGrid(relabelled(modulations["16qam"], "natural"), 0.3)).toMatchObject({ dimensions: 1, bits: 2 });
});
