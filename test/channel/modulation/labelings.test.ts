import { describe, expect, it } from "vitest";
import { receivedFrame } from "../../../src/channel/modulation/demap.ts";
import {
  fitsSymbols,
  LABELINGS,
  type Modulated,
  planeModulations,
  receivedModulation,
  relabelled,
} from "../../../src/channel/modulation/modulated.ts";
import { pointsOf } from "./points-of.ts";

/** The part of a point of 3GPP TS 38.211, 5.1.3 to 5.1.6, on an axis, without the root. @param bits b(i), b(i + 2), b(i + 4), … */
function standardAmplitude(bits: readonly number[]): number {
  const [b0, b2, b4, b6] = bits.map((bit) => 1 - 2 * bit);
  switch (bits.length) {
    case 1:
      return b0;
    case 2:
      return b0 * (2 - b2);
    case 3:
      return b0 * (4 - b2 * (2 - b4));
    default:
      return b0 * (8 - b2 * (4 - b4 * (2 - b6)));
  }
}

/** d(i) of b(0), b(1), …: even bits are in-phase, odd bits quadrature. */
function standardPoint(bits: readonly number[]): [number, number] {
  const root = Math.sqrt({ 2: 2, 4: 10, 6: 42, 8: 170 }[bits.length]!);
  const [even, odd] = [0, 1].map((axis) => bits.filter((_, i) => i % 2 === axis));
  return [standardAmplitude(even) / root, standardAmplitude(odd) / root];
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

  it("takes the points of TS 38.211 with labels of 5G, in the order of its bits, or refuses the labels", () => {
    if (modulation.shape.axes !== 2) {
      expect(() => relabelled(modulation, "5g")).toThrow(`and not ${modulation.name}: leave --labeling 5g out`);
      return;
    }
    // All points in a row, and a receiver of them: the least significant bit of a label is b(0).
    const { bits } = modulation;
    const words = Array.from({ length: 2 ** bits }, (_, label) => label);
    const bitsOf = (label: number) => Array.from({ length: bits }, (_, i) => (label >> i) & 1);
    const received = Float64Array.from(words.flatMap((label) => standardPoint(bitsOf(label))));
    const coded = words.flatMap(bitsOf);
    for (const name of Object.keys(planeModulations) as (keyof typeof planeModulations)[]) {
      if (name !== modulation.name) continue;
      for (const demapper of ["log-map", "max-log"] as const) {
        const frame = receivedFrame({ name, labeling: "5g", demapper }, coded.length, 1, 0.01);
        const llrs = new Float64Array(frame.values);
        frame.demap(received, llrs);
        expect([...llrs].map((llr) => (llr < 0 ? 1 : 0))).toEqual(coded);
      }
      // Symbols of all sizes that fill points, each a word's bits from the least significant on.
      for (let p = 2; p <= 8; p++) {
        const modulated: Modulated = { name, labeling: "5g", demapper: "symbols" };
        if (!fitsSymbols(receivedModulation(modulated, p), p) || coded.length % p !== 0) continue;
        const frame = receivedFrame(modulated, coded.length / p, p, 0.01);
        const costs = new Float64Array(frame.values);
        frame.demap(received, costs);
        const decided = Array.from({ length: coded.length / p }, (_, symbol) => {
          const own = costs.subarray(symbol * 2 ** p, (symbol + 1) * 2 ** p);
          return own.indexOf(Math.min(...own));
        });
        expect(decided.flatMap((a) => Array.from({ length: p }, (_, i) => (a >> i) & 1))).toEqual(coded);
      }
    }
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
