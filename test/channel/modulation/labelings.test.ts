import { describe, expect, it } from "vitest";
import { LABELINGS, relabelled } from "../../../src/channel/modulation/labelings.ts";
import { planeModulations } from "../../../src/channel/modulation/modulations.ts";
import { pointsOf } from "./points-of.ts";

/** TS 38.211, 5.1.3 to 5.1.6, such as (1 − 2b(0))·(4 − (1 − 2b(2))·(2 − (1 − 2b(4)))) of 64-QAM. @param bits b(0), b(2), … */
function standardAmplitude(bits: readonly number[]): number {
  const [first, ...rest] = bits.map((bit) => 1 - 2 * bit);
  const size = rest.reduceRight((inner, sign, i) => 2 ** (rest.length - i) - sign * inner, 1);
  return first * size;
}

describe.each(Object.values(planeModulations))("$name", (modulation) => {
  it("keeps its points under every labeling", () => {
    const sorted = (labeling: (typeof LABELINGS)[number]) =>
      pointsOf(relabelled(modulation, labeling))
        .map(([x, y]) => `${x.toFixed(9)} ${y.toFixed(9)}`)
        .sort();
    const known = LABELINGS.filter((labeling) => labeling !== "5g" || modulation.shape.axes === 2);
    for (const labeling of known) expect(sorted(labeling)).toEqual(sorted("gray"));
    expect(relabelled(modulation, "gray")).toBe(modulation);
  });

  it("with natural labels counts along an axis or around the circle", () => {
    const { shape } = relabelled(modulation, "natural");
    if (shape.axes === "joint") {
      shape.points.forEach(([x, y], label) => {
        const turn = (Math.atan2(y, x) / (2 * Math.PI) + 1) % 1;
        expect((turn * shape.points.length) % shape.points.length).toBeCloseTo(label, 9);
      });
    } else if ("amplitudes" in shape) expect(shape.amplitudes).toEqual([...shape.amplitudes].sort((a, b) => b - a));
  });

  it("has the points of TS 38.211 with labels of 5G, or refuses them", () => {
    if (modulation.shape.axes !== 2) {
      expect(() => relabelled(modulation, "5g")).toThrow(`and not ${modulation.name}: leave --labeling 5g out`);
      return;
    }
    const half = modulation.bits / 2;
    pointsOf(relabelled(modulation, "5g")).forEach((point, label) => {
      // The lower half of a label is in-phase. Its highest bit is the standard's first on the axis.
      const axes = [label % 2 ** half, label >> half];
      point.forEach((amplitude, axis) => {
        const bits = Array.from({ length: half }, (_, i) => (axes[axis] >> (half - 1 - i)) & 1);
        expect(amplitude).toBeCloseTo(standardAmplitude(bits) * Math.sqrt(1.5 / (2 ** modulation.bits - 1)), 12);
      });
    });
  });

  it("with labels of set partitioning has larger distances the more bits are known", () => {
    const points = pointsOf(relabelled(modulation, "set-partition"));
    const distances = Array.from({ length: modulation.bits }, (_, known) => {
      let least = Number.POSITIVE_INFINITY;
      points.forEach(([x, y], i) => {
        points.forEach(([otherX, otherY], j) => {
          if (i !== j && (i ^ j) % 2 ** known === 0) least = Math.min(least, Math.hypot(x - otherX, y - otherY));
        });
      });
      return least;
    });
    // The factor is √2 in the plane and 2 on an axis. On a circle the last factor is smaller.
    const factor = modulation.shape.axes === 1 ? 2 : modulation.name === "8psk" ? 1.4 : Math.SQRT2;
    const ratios = distances.slice(1).map((distance, i) => distance / distances[i]);
    expect(ratios.filter((ratio) => !(ratio > factor - 1e-9))).toEqual([]);
  });
});
