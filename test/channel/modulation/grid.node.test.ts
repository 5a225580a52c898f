import { describe, expect, it } from "vitest";
import {
  FARTHEST,
  modulationOf,
  modulations,
  onGrid,
  planeModulations,
  relabelled,
} from "../../../src/channel/modulation/modulated.ts";

import { InputError } from "../../../src/errors.ts";

const sigmaOf = (esn0: number) => Math.sqrt(1 / (2 * 10 ** (esn0 / 10)));

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

it("labels of a square that belong to no axis are points of the plane", () => {
  const modulation = modulationOf({ name: "16qam", labeling: "set-partition" });
  expect(onGrid(modulation, 0.3)).toMatchObject({ dimensions: 2, bits: 4 });
  expect(onGrid(relabelled(modulations["16qam"], "natural"), 0.3)).toMatchObject({ dimensions: 1, bits: 2 });
});
