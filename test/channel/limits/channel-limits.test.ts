import { describe, expect, it } from "vitest";
import { CHANNEL_PARAMETERS, channelKind, channels } from "../../../src/channel/channels.ts";
import { solve } from "../../../src/channel/limits/bounds.ts";
import { approximateFer, approximationAt, capacityLimit } from "../../../src/channel/limits/channel-limits.ts";
import { modulationMoments } from "../../../src/channel/limits/modulation-limits.ts";
import {
  type LabelledPoints,
  type Modulation,
  modulations,
  ownModulation,
  readOwnPoints,
} from "../../../src/channel/modulation/modulated.ts";
import { awgnMoments, bscMoments, shannonLimitEbN0 } from "../../../src/channel/normal-approximation.ts";
import { InputError } from "../../../src/errors.ts";

describe("the normal approximation in Eb/N0", () => {
  it.each([
    [2, 128, 64, [2.48, 2.92, 3.58]],
    [2, 576, 288, [1.4, 1.65, 2.05]],
    [2, 2304, 1152, [0.83, 0.96, 1.18]],
    [32, 620, 310, [0.75, 0.86, 1.05]],
  ])("over GF(%i) for (%i, %i) is that of an independent computation", (q, n, k, expected) => {
    [1e-3, 1e-4, 1e-6].forEach((fer, i) => {
      expect(Math.abs(approximationAt(channels.ebn0, { q, n, k }, fer)! - expected[i])).toBeLessThan(0.01);
    });
  });

  it("is the same by Es/N0 and SNR", () => {
    const size = { q: 2, n: 576, k: 192 };
    const ebn0 = approximationAt(channels.ebn0, size, 1e-3)!;
    expect(approximationAt(channels.esn0, size, 1e-3)).toBeCloseTo(ebn0 - 10 * Math.log10(3), 4);
    expect(approximationAt(channels["snr-db"], size, 1e-3)).toBeCloseTo(ebn0 - 10 * Math.log10(1.5), 4);
    expect(10 * Math.log10(approximationAt(channels.snr, size, 1e-3)!)).toBeCloseTo(ebn0 - 10 * Math.log10(1.5), 4);
  });

  it.each(["bpsk", "64qam"] as const)(
    "and the capacity of %s with fading are the same by SNR, linear and in dB",
    (name) => {
      const modulation = { name, labeling: "gray", demapper: "log-map", fading: 1 } as const;
      const [linear, decibels] = (["snr", "snr-db"] as const).map((parameter) =>
        channelKind({ name: "awgn", parameter, modulation }),
      );
      const size = { q: 2, n: 576, k: 192 };
      const inDecibels = (value: number | undefined) => 10 * Math.log10(value!);
      expect(inDecibels(capacityLimit(linear, size))).toBeCloseTo(capacityLimit(decibels, size)!, 3);
      expect(inDecibels(approximationAt(linear, size, 1e-3))).toBeCloseTo(approximationAt(decibels, size, 1e-3)!, 3);
    },
  );

  it.each([
    ["bpsk", "qpsk"],
    ["pam4", "16qam"],
  ] as const)("of %s is that of %s, its product, at the same energy of a bit", (line, square) => {
    const size = { q: 2, n: 128, k: 64 };
    for (const fer of [1e-3, 1e-6]) {
      const [one, two] = [line, square].map((name) => {
        const modulation = { name, labeling: "gray", demapper: "log-map" } as const;
        return approximationAt(channelKind({ name: "awgn", parameter: "ebn0", modulation }), size, fer);
      });
      expect(two).toBeCloseTo(one!, 4);
    }
  });

  it.each([
    ["bpsk", "0 1 0\n1 -1 0"],
    ["bpsk", "0 0.9 0.3\n1 -0.9 -0.3"],
    ["qpsk", "0 1 0\n1 0 1\n2 0 -1\n3 -1 0"],
  ] as const)("of %s is that of its points wherever they lie: %j", (name, text) => {
    const esn0 = (points: LabelledPoints) => {
      const modulation = { ...points, demapper: "symbols" } as const;
      return approximationAt(
        channelKind({ name: "awgn", parameter: "esn0", modulation }),
        { q: 2, n: 128, k: 64 },
        1e-3,
      )!;
    };
    const own = { ...readOwnPoints(text, "own"), labeling: "own" } as const;
    expect(esn0(own)).toBeCloseTo(esn0({ name, labeling: "gray" }), 3);
  });

  it("counts the chips of a sequence as axes, and one axis for points on a line beside the origin", () => {
    const axes = (modulation: Modulation) => modulationMoments(modulation, 1, "awgn", "coded-modulation").axes;
    expect(axes(modulations.ccsk16)).toBe(16);
    expect(axes(ownModulation("line", readOwnPoints("0 1 1\n1 1 -1", "line").points))).toBe(1);
  });
});

describe.each(CHANNEL_PARAMETERS.filter((one) => !channels[one].needsTables))("limits by %s", (parameter) => {
  const kind = channels[parameter];
  const size = { q: 4, n: 300, k: 150 };

  it("have the code's rate at the capacity, and a FER that is asked for", () => {
    const limit = capacityLimit(kind, size)!;
    const perUse = kind.use.alphabet === "symbol" ? 1 : 0.5;
    expect(kind.moments(limit, { q: 4, rate: () => 0.5 }).capacity).toBeCloseTo(perUse, 3);
    const found = approximationAt(kind, size, 1e-4)!;
    expect(approximateFer(kind, size, found) / 1e-4).toBeCloseTo(1, 1);
    // The approximation needs a better channel than the capacity.
    expect(kind.better === "larger" ? found > limit : found < limit).toBe(true);
  });
});

describe("solve", () => {
  it("finds zeros of steep and flat functions, and none without a change of sign", () => {
    expect(solve((x) => Math.tanh(1000 * (x - 0.3)), -5, 5, 1e-9)).toBeCloseTo(0.3, 8);
    expect(solve((x) => (x - 2) ** 3, -5, 5, 1e-6)).toBeCloseTo(2, 5);
    expect(solve((x) => 1 - x, 0, 1, 1e-9)).toBe(1);
    expect(solve((x) => x * x + 1, -5, 5, 1e-9)).toBeUndefined();
  });
});

describe("normal approximation", () => {
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
