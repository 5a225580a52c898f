import { describe, expect, it } from "vitest";
import CAPACITIES from "../../../experiments/results/modulations/capacities.json" with { type: "json" };
import { channelKind } from "../../../src/channel/channels.ts";
import { normalUpperTail } from "../../../src/channel/gaussian.ts";
import { capacityLimit } from "../../../src/channel/limits/channel-limits.ts";
import { hasUncodedRates, modulationMoments, uncodedRates } from "../../../src/channel/limits/modulation-limits.ts";
import { type Modulation, modulationOf, modulations, type Pam } from "../../../src/channel/modulation/modulated.ts";
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
      const cases = [
        [5, "awgn"],
        [0.1, "rayleigh"],
        [500, "rayleigh"],
      ] as const;
      for (const [esn0, fading] of cases) {
        const byAxes = modulationMoments(modulations["16qam"], esn0, fading, demapping);
        const byPoints = modulationMoments(asPlane(modulations["16qam"]), esn0, fading, demapping);
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
});

describe("capacity limits in dB", () => {
  const limit = (name: "64qam" | "256qam", fading: "awgn" | "rayleigh", demapping: "coded-modulation" | "bicm") => {
    const demapper = demapping === "bicm" ? "log-map" : "symbols";
    const modulation = { name, labeling: "gray", demapper, ...(fading === "rayleigh" && { fading: 1 }) } as const;
    return capacityLimit(channelKind({ name: "awgn", parameter: "esn0", modulation }), { q: 2, n: 2, k: 1 });
  };

  it.each(CAPACITIES.limits)(
    "of $modulation over $fading, $demapping, at rate 1/2",
    ({ modulation, fading, demapping, ...dB }) => {
      const found = limit(...([modulation, fading, demapping] as Parameters<typeof limit>))!;
      // A finer quadrature than ours, written apart from it; and figures of others, to 0.03 dB.
      expect(Math.abs(found - dB.fine)).toBeLessThan(2e-4);
      expect(Math.abs(found - dB.given)).toBeLessThan(0.04);
    },
  );
});

const q = normalUpperTail;

describe("uncoded error rates", () => {
  it.each([0.5, 2, 8])("of BPSK and QPSK have their closed forms at Eb/N0 %d", (ebn0) => {
    const expected = q(Math.sqrt(2 * ebn0));
    expect(uncodedRates(modulations.bpsk, ebn0, "awgn").ber).toBeCloseTo(expected, 12);
    const { ber, ser } = uncodedRates(modulations.qpsk, 2 * ebn0, "awgn");
    expect(ber).toBeCloseTo(expected, 12);
    expect(ser).toBeCloseTo(1 - (1 - expected) ** 2, 12);
  });

  it("of BPSK over Rayleigh fading have theirs (Proakis, Digital Communications, 14.3-7)", () => {
    for (const ebn0 of [1, 10, 1000]) {
      const expected = (1 - Math.sqrt(ebn0 / (1 + ebn0))) / 2;
      expect(uncodedRates(modulations.bpsk, ebn0, "rayleigh").ber / expected).toBeCloseTo(1, 4);
    }
  });

  it("of QAM have the symbol error rate of two axes of PAM", () => {
    for (const [name, size] of [
      ["16qam", 4],
      ["64qam", 8],
      ["256qam", 16],
    ] as const) {
      const esn0 = 0.7 * size ** 2;
      const axis = 2 * (1 - 1 / size) * q(Math.sqrt((3 * esn0) / (size ** 2 - 1)));
      expect(uncodedRates(modulations[name], esn0, "awgn").ser).toBeCloseTo(1 - (1 - axis) ** 2, 12);
    }
  });

  it("of 16-QAM have the bit error rate of Cho and Yoon (IEEE Trans. Commun. 50(7), 2002)", () => {
    const ebn0 = 4;
    const x = Math.sqrt((4 * ebn0) / 5);
    const expected = (3 * q(x) + 2 * q(3 * x) - q(5 * x)) / 4;
    expect(uncodedRates(modulations["16qam"], 4 * ebn0, "awgn").ber).toBeCloseTo(expected, 12);
  });

  it("of 8-PSK and of PSK with four points agree with QPSK and the union of two half planes", () => {
    const [high, low] = [Math.SQRT1_2, -Math.SQRT1_2];
    const corners = [
      [high, high],
      [low, high],
      [high, low],
      [low, low],
    ] as const;
    const qpskPoints: Modulation = { name: "qpsk", bits: 2, shape: { axes: "joint", points: corners } };
    const expected = uncodedRates(modulations.qpsk, 6, "awgn");
    const found = uncodedRates(qpskPoints, 6, "awgn");
    expect(found.ser).toBeCloseTo(expected.ser, 10);
    expect(found.ber).toBeCloseTo(expected.ber, 10);
    const esn0 = 40;
    const { ser, ber } = uncodedRates(modulations["8psk"], esn0, "awgn");
    const halfPlane = q(Math.sqrt(2 * esn0) * Math.sin(Math.PI / 8));
    expect(ser).toBeLessThan(2 * halfPlane);
    expect(ser / (2 * halfPlane)).toBeCloseTo(1, 3);
    expect(ber / (ser / 3)).toBeCloseTo(1, 2);
  });

  it("of 8-PSK with other labels have the bits by which neighbours differ", () => {
    const esn0 = 40;
    const { ser } = uncodedRates(modulations["8psk"], esn0, "awgn");
    for (const labeling of ["natural", "set-partition"] as const) {
      const modulation = modulationOf({ name: "8psk", labeling });
      expect(hasUncodedRates(modulation)).toBe(true);
      const found = uncodedRates(modulation, esn0, "awgn");
      expect(found.ser).toBeCloseTo(ser, 12);
      // Around the circle, 0 to 7 and back, neighbours differ in 1, 2, 1, 3, 1, 2, 1 and 3 bits.
      expect(found.ber / ((ser * 14) / 8 / 3)).toBeCloseTo(1, 2);
    }
  });

  it("of set-partition QAM follow from its rows and columns", () => {
    const [gray, partitioned] = (["gray", "set-partition"] as const).map((labeling) =>
      uncodedRates(modulationOf({ name: "16qam", labeling }), 16, "awgn"),
    );
    expect(partitioned.ser).toBeCloseTo(gray.ser, 12);
    // Gray labels as a file of points, which has no axes.
    const shape = modulations["16qam"].shape as Pam;
    const points = Array.from(
      { length: 16 },
      (_, label) => [shape.amplitudes[label & 3], shape.amplitudes[label >> 2]] as const,
    );
    const own = uncodedRates({ name: "own", bits: 4, shape: { axes: "joint", points } }, 16, "awgn");
    expect(own.ber).toBeCloseTo(gray.ber, 12);
    expect(partitioned.ber).toBeGreaterThan(1.5 * gray.ber);
  });

  it("are not known for other points, nor for sequences of chips", () => {
    const square: Modulation = {
      name: "own",
      bits: 1,
      shape: {
        axes: "joint",
        points: [
          [1, 0],
          [0, 1],
        ],
      },
    };
    expect(hasUncodedRates(square)).toBe(false);
    expect(hasUncodedRates(modulationOf({ name: "ccsk64", labeling: "gray" }))).toBe(false);
  });
});
