import { describe, expect, it } from "vitest";
import { modulationMoments } from "../../../src/channel/limits/modulation-limits.ts";
import { receivedFrame } from "../../../src/channel/modulation/demap.ts";
import { modulationOf, modulations } from "../../../src/channel/modulation/modulated.ts";
import { awgnMoments } from "../../../src/channel/normal-approximation.ts";
import { gaussianNumbers } from "../../simulation/random.ts";

const pointsOf = (name: "ccsk16" | "ccsk64" | "ccsk256") => {
  const { shape } = modulations[name];
  if (shape.axes !== "chips") throw new Error("chips");
  return shape.points;
};

describe.each(["ccsk16", "ccsk64", "ccsk256"] as const)("%s", (name) => {
  const points = pointsOf(name);
  const q = 2 ** modulations[name].bits;

  it("sends a sequence of energy 1, shifted to the left by the label", () => {
    expect(points.length).toBe(q);
    points.forEach((point, label) => {
      expect(point.reduce((sum, x) => sum + x * x, 0)).toBeCloseTo(1, 12);
      expect(point).toEqual(points[0].map((_, chip) => points[0][(chip + label) % q]));
    });
  });

  it("has a sequence of maximal length, and one chip more", () => {
    const signs = points[0].map(Math.sign).slice(0, q - 1);
    for (let shift = 1; shift < q - 1; shift++) {
      expect(signs.reduce((sum, sign, i) => sum + sign * signs[(i + shift) % (q - 1)], 0)).toBe(-1);
    }
    expect(points[0][q - 1]).toBeGreaterThan(0);
  });
});

describe("cyclic code shift keying", () => {
  it("of 16 points has the recurrence of x⁴ + x + 1", () => {
    const bits = pointsOf("ccsk16")[0].map((x) => (x < 0 ? 1 : 0));
    expect(bits.join("")).toBe("1000100110101110");
  });

  it("has the capacity of an independent estimate, below that of its chips", () => {
    const points = pointsOf("ccsk16");
    const [esn0, samples] = [4, 4000];
    const sigma = Math.sqrt(1 / (2 * esn0));
    const gaussian = gaussianNumbers(5);
    let [sum, squares] = [0, 0];
    for (let i = 0; i < samples; i++) {
      const received = points[0].map((x) => x + sigma * gaussian());
      const exponents = points.map(
        (point) => -point.reduce((all, x, c) => all + (received[c] - x) ** 2, 0) / (2 * sigma ** 2),
      );
      const density = 4 - Math.log2(exponents.reduce((all, e) => all + Math.exp(e - exponents[0]), 0));
      sum += density / samples;
      squares += density ** 2 / samples;
    }
    const { capacity, dispersion } = modulationMoments(modulations.ccsk16, esn0, "awgn", "coded-modulation");
    const error = Math.sqrt(dispersion / samples);
    expect(Math.abs(capacity - sum)).toBeLessThan(4 * error);
    expect(dispersion / (squares - sum ** 2)).toBeCloseTo(1, 0);
    expect(capacity).toBeLessThan(16 * awgnMoments(4 * sigma).capacity);
    const bicm = modulationMoments(modulations.ccsk16, esn0, "awgn", "bicm");
    expect(bicm.capacity).toBeLessThan(capacity);
    expect(modulationMoments(modulations.ccsk16, 40, "awgn", "coded-modulation").capacity).toBeCloseTo(4, 6);
  });

  it("has one labelling, and no points of the plane to receive", () => {
    expect(() => modulationOf({ name: "ccsk64", labeling: "natural" })).toThrow(
      "ccsk64 has one labelling, by cyclic shifts: leave --labeling natural out",
    );
    const modulated = { name: "ccsk64", labeling: "gray", demapper: "symbols" } as const;
    expect(() => receivedFrame(modulated, 10, 6, 1)).toThrow(
      "ccsk64 has 64 chips in a symbol: received points are of the plane",
    );
  });
});
