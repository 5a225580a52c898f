import { describe, expect, it } from "vitest";
import CAPACITIES from "../../../experiments/results/modulations/capacities.json" with { type: "json" };
import { capacityEsN0, modulationMoments } from "../../../src/channel/limits/modulation-limits.ts";
import { type Modulation, modulations } from "../../../src/channel/modulation/modulated.ts";
import { awgnMoments } from "../../../src/channel/normal-approximation.ts";

/** The same constellation as points of the plane, without its structure. */
function asPlane({ name, bits, shape }: Modulation): Modulation {
  if (shape.axes !== 2) throw new Error("two axes");
  const half = bits / 2;
  const points = Array.from({ length: 2 ** bits }, (_, label): [number, number] => [
    shape.amplitudes[label >> half],
    shape.amplitudes[label & (2 ** half - 1)],
  ]);
  return { name, bits, shape: { axes: "joint", points } };
}

describe("moments of modulations", () => {
  it("are those of BPSK over AWGN", () => {
    for (const sigma of [0.4, 1, 2]) {
      const expected = awgnMoments(sigma);
      for (const demapping of ["coded-modulation", "bicm"] as const) {
        const found = modulationMoments(modulations.bpsk, 1 / (2 * sigma ** 2), "awgn", demapping);
        expect(found.capacity).toBeCloseTo(expected.capacity, 9);
        expect(found.dispersion).toBeCloseTo(expected.dispersion, 7);
      }
    }
  });

  it("are those of groups of bits between both", () => {
    const of = (demapping: Parameters<typeof modulationMoments>[3]) =>
      modulationMoments(modulations["256qam"], 8, "awgn", demapping);
    expect(of({ groupBits: 4 })).toEqual(of("coded-modulation"));
    expect(of({ groupBits: 1 })).toEqual(of("bicm"));
    const [whole, pairs, bits] = [of("coded-modulation"), of({ groupBits: 2 }), of("bicm")].map((one) => one.capacity);
    expect(whole).toBeGreaterThan(pairs);
    expect(pairs).toBeGreaterThan(bits);
  });

  it.each(["coded-modulation", "bicm"] as const)(
    "of two axes are those of their points in the plane, %s",
    (demapping) => {
      const byAxes = modulationMoments(modulations["16qam"], 5, "awgn", demapping);
      const byPoints = modulationMoments(asPlane(modulations["16qam"]), 5, "awgn", demapping);
      expect(byPoints.capacity).toBeCloseTo(byAxes.capacity, 5);
      expect(byPoints.dispersion).toBeCloseTo(byAxes.dispersion, 4);
    },
  );

  it.each(["coded-modulation", "bicm"] as const)(
    "over fading are the same for points in the plane, %s",
    (demapping) => {
      for (const esn0 of [0.1, 500]) {
        const byAxes = modulationMoments(modulations["16qam"], esn0, "rayleigh", demapping);
        const byPoints = modulationMoments(asPlane(modulations["16qam"]), esn0, "rayleigh", demapping);
        expect(byPoints.capacity).toBeCloseTo(byAxes.capacity, 5);
        expect(byPoints.dispersion).toBeCloseTo(byAxes.dispersion, 4);
      }
    },
  );

  it("over fading are the mean over powers of gains, wherever their places lie", () => {
    const powers = Array.from({ length: 750 }, (_, i) => Math.exp(-22 + i * 0.0344));
    const weights = powers.map((power) => 0.0344 * power * Math.exp(-power));
    for (const esn0 of [1, 1.1, 1.2, 1.3, 1.4]) {
      const expected = powers.reduce((mean, power, i) => {
        return mean + weights[i] * awgnMoments(Math.sqrt(1 / (2 * esn0 * power))).capacity;
      }, 0);
      expect(modulationMoments(modulations.bpsk, esn0, "rayleigh", "bicm").capacity).toBeCloseTo(expected, 6);
    }
  });

  // The mean over random received points has a standard error of 0.003 bit.
  it("are the mean of the information density of received points", () => {
    const points = asPlane(modulations["16qam"]).shape as { readonly points: readonly (readonly [number, number])[] };
    const esn0 = 10;
    const sigma = Math.sqrt(1 / (2 * esn0));
    let seed = 1;
    const uniform = () => {
      seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0;
      return (seed + 0.5) / 2 ** 32;
    };
    let sum = 0;
    const count = 100_000;
    for (let i = 0; i < count; i++) {
      const [x, y] = points.points[Math.floor(16 * uniform())];
      const [radius, angle] = [sigma * Math.sqrt(-2 * Math.log(uniform())), 2 * Math.PI * uniform()];
      const received = [x + radius * Math.cos(angle), y + radius * Math.sin(angle)];
      const likelihood = ([a, b]: readonly [number, number]) =>
        Math.exp(-((received[0] - a) ** 2 + (received[1] - b) ** 2) / (2 * sigma ** 2));
      const all = points.points.reduce((total, point) => total + likelihood(point), 0);
      sum += Math.log2((16 * likelihood([x, y])) / all);
    }
    expect(
      Math.abs(sum / count - modulationMoments(modulations["16qam"], esn0, "awgn", "coded-modulation").capacity),
    ).toBeLessThan(0.012);
  });
});

describe("capacity limits in dB", () => {
  const limit = (
    name: "64qam" | "256qam" | "bpsk",
    fading: "awgn" | "rayleigh",
    demapping: "coded-modulation" | "bicm",
  ) => capacityEsN0({ modulation: modulations[name], fading, n: 2, k: 1 }, demapping);

  it.each(CAPACITIES.limits)(
    "of $modulation over $fading, $demapping, at rate 1/2",
    ({ modulation, fading, demapping, ...dB }) => {
      const found = limit(...([modulation, fading, demapping] as Parameters<typeof limit>))!;
      // A finer quadrature than ours, written apart from it; and figures of others, to 0.03 dB.
      expect(Math.abs(found - dB.fine)).toBeLessThan(2e-4);
      expect(Math.abs(found - dB.given)).toBeLessThan(0.04);
    },
  );

  it("have the textbook's BPSK limit at rate 1/2", () => {
    expect(limit("bpsk", "awgn", "bicm")! + 10 * Math.log10(2)).toBeCloseTo(0.187, 3);
  });

  it("is none where no Es/N0 gives the rate", () => {
    expect(capacityEsN0({ modulation: modulations.bpsk, fading: "awgn", n: 1, k: 1 }, "bicm")).toBeUndefined();
  });
});
