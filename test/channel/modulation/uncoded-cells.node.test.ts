import { describe, expect, it } from "vitest";
import { noiseWords } from "../../../src/channel/awgn.ts";
import { NOISE_ORIGIN } from "../../../src/channel/discrete-channel.ts";
import { uncodedRates } from "../../../src/channel/limits/modulation-limits.ts";
import {
  FARTHEST,
  FARTHEST_FADING,
  type GridPoints,
  modulationOf,
  modulations,
  onGrid,
  planeModulations,
  relabelled,
} from "../../../src/channel/modulation/modulated.ts";
import { GAIN_ONE, rayleighGains } from "../../../src/channel/modulation/modulated-kind.ts";
import { InputError } from "../../../src/errors.ts";
import { sweep } from "../../sweep.ts";

const sigmaOf = (esn0: number) => Math.sqrt(1 / (2 * 10 ** (esn0 / 10)));

describe.each(Object.values(planeModulations))("points of $name on the grid of the noise", (modulation) => {
  // Sixty-four amplitudes on an axis cannot be told apart at 0 dB.
  it.each([modulation.bits > 10 ? 5 : 0, 10, 25, 40])("are the modulation's at %i dB", (esn0) => {
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

/** Symbols of the comparison: differences from theory stay below the scatter of this number of symbols. */
const SYMBOLS = 1e7;
/** Standard deviations. */
const MOST = 3;

/** Half of P(noise < j) and of P(noise ≤ j), where noise is in grid steps: a value between two points goes to each of them half the time. */
function halfTies(words: Float64Array): (j: number) => number {
  const below = new Float64Array(words.length + 1);
  words.forEach((count, cell) => {
    below[cell + 1] = below[cell] + count / 2 ** 32;
  });
  const upTo = (cell: number) => below[Math.max(0, Math.min(words.length, cell))];
  // A bound between two cells has all of the lower ones.
  return (bound) => (upTo(Math.ceil(bound) + NOISE_ORIGIN) + upTo(Math.floor(bound) + 1 + NOISE_ORIGIN)) / 2;
}

interface Rates {
  readonly ser: number;
  readonly ber: number;
}

/** Error rates of the nearest amplitude, from the probabilities of all noise cells. @param gain in multiples of 2^-14. */
function axisRates({ points, bits }: GridPoints, below: (j: number) => number, axes: number, gain: number): Rates {
  const sent = [...points].map((x) => (x * gain) >> 14);
  const order = [...sent.keys()].sort((a, b) => sent[a] - sent[b]);
  const bound = (i: number) =>
    i < 0
      ? Number.NEGATIVE_INFINITY
      : i >= order.length - 1
        ? Number.POSITIVE_INFINITY
        : (sent[order[i]] + sent[order[i + 1]]) / 2;
  let [wrong, wrongBits] = [0, 0];
  for (const label of sent.keys()) {
    order.forEach((decided, i) => {
      if (decided === label) return;
      const at = (x: number) =>
        x === Number.POSITIVE_INFINITY ? 1 : x === Number.NEGATIVE_INFINITY ? 0 : below(x - sent[label]);
      const probability = at(bound(i)) - at(bound(i - 1));
      wrong += probability / sent.length;
      wrongBits += (probability * bitCount(label ^ decided)) / sent.length;
    });
  }
  return { ser: axes === 1 ? wrong : wrong * (2 - wrong), ber: wrongBits / bits };
}

function bitCount(value: number): number {
  return [...value.toString(2)].filter((bit) => bit === "1").length;
}

const AXES = Object.values(planeModulations).filter(({ shape }) => shape.axes !== "joint");

describe.each(sweep(AXES, 4))("$name without a code, from the probabilities of the noise's cells", (modulation) => {
  const { bits, shape } = modulation;
  const axes = shape.axes as number;

  it.each([0, 6, 12])("has the error rates of theory at Es/N0 %i dB more than its bits need", (more) => {
    const esn0 = 10 ** ((more + 2 * (bits - 1)) / 10);
    const sigma = Math.sqrt(1 / (2 * esn0));
    const grid = onGrid(modulation, sigma, FARTHEST);
    expectTheory(axisRates(grid, halfTies(noiseWords(grid.step / sigma)), axes, GAIN_ONE), esn0, "awgn");
  });

  // A point shows the gains of 32 amplitudes. Those of 64 would take ten times as long.
  it.each(bits > 10 ? [] : bits > 8 ? [10] : [0, 10, 20])(
    "has those of Rayleigh fading at Es/N0 %i dB more",
    (more) => {
      const esn0 = 10 ** ((more + 2 * (bits - 1)) / 10);
      const sigma = Math.sqrt(1 / (2 * esn0));
      const grid = onGrid(modulation, sigma, FARTHEST_FADING);
      const below = halfTies(noiseWords(grid.step / sigma));
      let [ser, ber] = [0, 0];
      // Every 16th of the equally likely gains, at the middle of its neighbours.
      const gains = rayleighGains().filter((_, i) => i % 16 === 8);
      for (const gain of gains) {
        const rates = axisRates(grid, below, axes, gain);
        ser += rates.ser / gains.length;
        ber += rates.ber / gains.length;
      }
      expectTheory({ ser, ber }, esn0, "rayleigh");
    },
  );

  function expectTheory({ ser, ber }: Rates, esn0: number, fading: "awgn" | "rayleigh"): void {
    const theory = uncodedRates(modulation, esn0, fading);
    expect(theory.ser).toBeGreaterThan(1e-9);
    expect(Math.abs(ser - theory.ser)).toBeLessThan(MOST * Math.sqrt(theory.ser / SYMBOLS));
    expect(Math.abs(ber - theory.ber)).toBeLessThan(MOST * Math.sqrt(theory.ber / (SYMBOLS * bits)));
  }
});
