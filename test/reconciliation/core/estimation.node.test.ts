import { describe, expect, it } from "vitest";
import { InputError } from "../../../src/errors.ts";
import { ditherValues } from "../../../src/reconciliation/core/ends.ts";
import {
  chiSquareLowerQuantile,
  correlatedValues,
  correlationOf,
  type DisclosedPairs,
  Disclosure,
  estimateLink,
  type LinkEstimate,
  PairSums,
} from "../../../src/reconciliation/core/estimation.ts";
import { chiSquareQuantile, worstCaseOf } from "../../oracle/reconciliation/cv-link.ts";
import { gaussianNumbers, randomNumbers } from "../../simulation/random.ts";

const mean = (values: ArrayLike<number>) => Array.from(values).reduce((sum, value) => sum + value, 0) / values.length;
const product = (a: ArrayLike<number>, b: ArrayLike<number>) => Array.from(a, (value, i) => value * b[i]);

describe("correlated values", () => {
  const COUNT = 40_000;

  it.each([0.03, 0.161, 3])("are standard normal with the correlation of SNR %f", (snr) => {
    const { x, y } = correlatedValues(snr, 1, { first: 0, count: COUNT });
    for (const values of [x, y]) {
      expect(Math.abs(mean(values))).toBeLessThan(5 / Math.sqrt(COUNT));
      expect(Math.abs(mean(product(values, values)) - 1)).toBeLessThan(5 * Math.sqrt(2 / COUNT));
      // The kurtosis is 3, and the variance of a fourth power is 96.
      expect(Math.abs(mean(Array.from(values, (value) => value ** 4)) - 3)).toBeLessThan(5 * Math.sqrt(96 / COUNT));
    }
    expect(Math.abs(mean(product(x, y)) - correlationOf(snr))).toBeLessThan(5 * Math.sqrt(2 / COUNT));
  });

  it("are a function of SNR, seed and index", () => {
    const whole = correlatedValues(0.5, 7, { first: 2 ** 32 - 3, count: 10 });
    const part = correlatedValues(0.5, 7, { first: 2 ** 32 + 1, count: 4 });
    expect([...part.x]).toEqual([...whole.x.subarray(4, 8)]);
    expect([...part.y]).toEqual([...whole.y.subarray(4, 8)]);
    expect(correlatedValues(0.5, 8, { first: 0, count: 4 })).not.toEqual(
      correlatedValues(0.5, 7, { first: 0, count: 4 }),
    );
    expect(() => correlatedValues(0, 1, { first: 0, count: 1 })).toThrow("SNR 0: it must be above 0");
  });
});

function estimateCorrelation(x: ArrayLike<number>, y: ArrayLike<number>) {
  const sums = new PairSums();
  sums.add(x, y);
  return sums.estimate();
}

describe("PairSums", () => {
  it("is the sample's correlation coefficient", () => {
    // One round by hand: Σ(x − 2.5)(y − 3)/√(5·14) = 7/√70. Three rounds give the same.
    const thrice = (round: number[]) => [...round, ...round, ...round];
    const { correlation, values, snr } = estimateCorrelation(thrice([1, 2, 3, 4]), thrice([1, 3, 2, 6]));
    expect(correlation).toBeCloseTo(7 / Math.sqrt(70), 14);
    expect(values).toBe(12);
    expect(snr).toBeCloseTo(0.7 / 0.3, 12);
  });

  it("has the SNR in its interval about 95 times of 100, and finds it", () => {
    let inside = 0;
    const runs = 200;
    let sum = 0;
    for (let seed = 0; seed < runs; seed++) {
      const { x, y } = correlatedValues(0.161, seed, { first: 0, count: 2000 });
      const { snr, snrLow, snrHigh } = estimateCorrelation(x, y);
      expect(snrLow).toBeLessThan(snr);
      expect(snrHigh).toBeGreaterThan(snr);
      if (snrLow < 0.161 && 0.161 < snrHigh) inside++;
      sum += snr;
    }
    // 5 standard deviations of a binomial count with p = 0.95.
    expect(Math.abs(inside - 190)).toBeLessThan(16);
    expect(sum / runs).toBeCloseTo(0.161, 2);
  });

  it("refuses values without a visible correlation", () => {
    const { x, y } = correlatedValues(0.161, 1, { first: 0, count: 500 });
    expect(() =>
      estimateCorrelation(
        x.map((value) => -value),
        y,
      ),
    ).toThrow(/^the correlation of 500 pairs is -0\.\d+: it is not significantly positive/);
    const other = correlatedValues(0.161, 2, { first: 0, count: 500 });
    expect(() => estimateCorrelation(other.x, y)).toThrow("it is not significantly positive");
    expect(() => estimateCorrelation(x, y.subarray(1))).toThrow("500 and 499 values");
    expect(() => estimateCorrelation([1, 2], [1, 3])).toThrow("2 pairs of values");
    expect(() => estimateCorrelation([1, 1, 1, 1], [1, 2, 3, 4])).toThrow("do not vary");
    for (const snr of [0, -1, Number.NaN]) expect(() => correlationOf(snr)).toThrow(`SNR ${snr}: it must be above 0`);
  });
});

describe("ditherValues", () => {
  const random = randomNumbers(1);
  const fill = (bytes: Uint8Array) => {
    for (let i = 0; i < bytes.length; i++) bytes[i] = Math.floor(256 * random());
  };

  it("adds triangular noise of variance step²/6", () => {
    const step = 0.25;
    const values = new Float32Array(60_000);
    ditherValues(values, step, fill);
    expect(Math.max(...values.subarray(0, 30_000))).toBeLessThan(step);
    expect(Math.min(...values.subarray(0, 30_000))).toBeGreaterThan(-step);
    expect(Math.abs(mean(values))).toBeLessThan(5 * step * Math.sqrt(1 / 6 / values.length));
    expect(mean(product(values, values)) / step ** 2).toBeCloseTo(1 / 6, 2);
    // In a triangular distribution 3/4 of the values are within half a step.
    const inner = values.filter((value) => Math.abs(value) < step / 2).length / values.length;
    expect(Math.abs(inner - 0.75)).toBeLessThan(5 * Math.sqrt(3 / 16 / values.length));
  });

  it("leaves no trace of the steps", () => {
    // The characteristic function of integers is 1 at 2π. With dither it must vanish.
    const values = Float32Array.from({ length: 60_000 }, () => Math.floor(20 * random()));
    ditherValues(values, 1, fill);
    const bound = 5 * Math.sqrt(1 / 2 / values.length);
    for (const frequency of [1, 2, 3]) {
      for (const wave of [Math.cos, Math.sin]) {
        expect(Math.abs(mean(Array.from(values, (value) => wave(2 * Math.PI * frequency * value))))).toBeLessThan(
          bound,
        );
      }
    }
    expect(() => ditherValues(values, 0)).toThrow("step 0");
  });
});

it.each([
  [2, 97],
  [7, 70],
  [7, 76],
  [10, 9],
])("of every %i groups one is disclosed, of %i", (every, groups) => {
  const disclosure = new Disclosure(8 * groups + 5, every, [1, 2]);
  const disclosed = disclosure.disclosed({ first: 0, count: groups });
  expect(disclosed.map((group) => Math.floor(group / every))).toEqual(
    Array.from({ length: Math.floor(groups / every) }, (_, i) => i),
  );
  const kept = Array.from({ length: groups }, (_, i) => i).filter((group) => !disclosed.includes(group));
  expect(disclosure).toMatchObject({ groups, kept: kept.length });
  // Kept groups one by one, and as ranges without the disclosed groups.
  for (const count of [1, 2, 5]) {
    for (let first = 0; first + count <= kept.length; first++) {
      const range = disclosure.rangeOf({ first, count });
      const left = disclosure.disclosed(range);
      const held = Array.from({ length: range.count }, (_, i) => range.first + i).filter(
        (group) => !left.includes(group),
      );
      expect(held).toEqual(kept.slice(first, first + count));
    }
  }
  const parts = [0, 1, 2, 3].flatMap((part) => disclosure.disclosed({ first: part * 25, count: 25 }));
  expect(parts).toEqual(disclosed);
});

it("chooses by the key, evenly", () => {
  const groups = 5000;
  const of = (key: [number, number]) => new Disclosure(8 * groups, 5, key).disclosed({ first: 0, count: groups });
  expect(of([1, 2])).not.toEqual(of([1, 3]));
  const counts = [0, 0, 0, 0, 0];
  for (const group of of([4, 2])) counts[group % 5]++;
  for (const count of counts) expect(Math.abs(count - 200)).toBeLessThan(5 * Math.sqrt(160));
});

it("keeps all if asked to disclose nothing, and refuses one of one", () => {
  const all = new Disclosure(800, 0, [1, 2]);
  expect(all).toMatchObject({ groups: 100, kept: 100 });
  expect(all.disclosed({ first: 0, count: 100 })).toEqual([]);
  expect(all.rangeOf({ first: 3, count: 4 })).toEqual({ first: 3, count: 4 });
  for (const every of [1, -1, 2.5]) {
    expect(() => new Disclosure(800, every, [1, 2])).toThrow(`one group disclosed of ${every}: give 2 or more`);
  }
});

const CALIBRATION = { modulationVariance: 4, detectorEfficiency: 0.6, electronicNoise: 0.04 };

/** Pairs over a link, with offsets. */
function drawn(pairs: number, t: number, xi: number, gaussian: () => number): { x: number[]; y: number[] } {
  const slope = Math.sqrt(0.6 * t);
  const deviation = Math.sqrt(1 + 0.04 + 0.6 * t * xi);
  const x = Array.from({ length: pairs }, () => 3 + 2 * gaussian());
  return { x, y: x.map((value) => slope * value - 5 + deviation * gaussian()) };
}

function sumsOf({ x, y }: { x: number[]; y: number[] }): DisclosedPairs {
  const sums = new PairSums();
  sums.add(x, y);
  return sums.about;
}

describe("estimateLink", () => {
  it.each([0.05, 0.2])(
    "has the true T and ξ within its worst cases at least 1 − ε_PE of the time, ε_PE %f",
    (failure) => {
      const gaussian = gaussianNumbers(91);
      const trials = 1000;
      let [tooHigh, tooQuiet, either, tooHighAlone] = [0, 0, 0, 0];
      for (let i = 0; i < trials; i++) {
        // Many links with 100 to 600 pairs.
        const [t, xi] = [0.3 + 0.5 * Math.abs(Math.sin(i)), 0.2 + 0.1 * Math.cos(i)];
        const sums = sumsOf(drawn(100 + (i % 6) * 100, t, xi, gaussian));
        let found: LinkEstimate | undefined;
        try {
          found = estimateLink(sums, CALIBRATION, failure);
        } catch (error) {
          // Noise estimated below the vacuum's, or T above 1, is an error too. T that may be 0 is safe.
          if (!(error instanceof InputError)) throw error;
          if (!error.message.includes("transmittance of 0")) either++;
          continue;
        }
        const { worst } = found;
        if (worst.transmittance > t) tooHigh++;
        if (worst.excessNoise < xi) tooQuiet++;
        if (worst.transmittance > t || worst.excessNoise < xi) either++;
        if (found.transmittance > t) tooHighAlone++;
      }
      // Five standard deviations.
      const most = trials * failure + 5 * Math.sqrt(trials * failure * (1 - failure));
      expect(either).toBeLessThan(most);
      expect(tooHigh).toBeLessThan(most / 2 + 10);
      expect(tooQuiet).toBeLessThan(most);
      // The bound is not much safer than it claims, and the estimate itself is near the middle.
      expect(tooHigh).toBeGreaterThan(trials * failure * 0.1);
      expect(Math.abs(tooHighAlone / trials - 0.5)).toBeLessThan(2.5 / Math.sqrt(trials));
    },
  );

  it("equals the definitions in float64", () => {
    const gaussian = gaussianNumbers(5);
    for (const [pairs, failure, scaledBy] of [
      [100, 0.05, undefined],
      [999, 1e-3, 4000],
      [2000, 1e-10, 20_000],
    ] as const) {
      const { x, y } = drawn(pairs, 0.9, 0.1, gaussian);
      const found = estimateLink(sumsOf({ x, y }), { ...CALIBRATION, scaledBy }, failure);
      const expected = worstCaseOf(x, y, { efficiency: 0.6, electronic: 0.04, failure, scaledBy });
      for (const [value, other] of [
        [found.transmittance, expected.transmittance],
        [found.excessNoise, expected.excessNoise],
        [found.worst.transmittance, expected.leastTransmittance],
        [found.worst.excessNoise, expected.mostExcessNoise],
      ]) {
        expect(Math.abs(value / other - 1)).toBeLessThan(1e-9);
      }
      expect(found.worst).toMatchObject(CALIBRATION);
      expect(Object.keys(found.worst)).not.toContain("scaledBy");
    }
  });

  it("refuses sums without information, and sums of no possible link", () => {
    const sums = { pairs: 1000, xx: 4000, xy: 100, yy: 2000 };
    const found = (changed: object, calibration: object = {}, failure = 1e-10) =>
      estimateLink({ ...sums, ...changed }, { ...CALIBRATION, ...calibration }, failure);
    expect(() => found({})).toThrow("leave a transmittance of 0 possible at ε_PE 1e-10");
    expect(() => found({ pairs: 99 })).toThrow("99 disclosed values");
    for (const changed of [{ xx: 0 }, { yy: Number.POSITIVE_INFINITY }, { xy: Number.NaN }]) {
      expect(() => found(changed)).toThrow("do not vary");
    }
    for (const failure of [0, 1, Number.NaN]) expect(() => found({}, {}, failure)).toThrow("ε_PE");
    expect(() => found({}, { detectorEfficiency: 0 })).toThrow("detector efficiency");
    expect(() => found({}, { electronicNoise: -1 })).toThrow("electronic noise");
    expect(() => found({}, { modulationVariance: 0 })).toThrow("modulation variance");
    expect(() => found({}, { scaledBy: 7 })).toThrow("scaled by 7");
    // A wrong unit.
    expect(() => found({ xy: 2000, yy: 1400 })).toThrow("is less than the 1.04 of vacuum and electronics");
    expect(() => found({ xy: 8000, yy: 17_500 })).toThrow("have a transmittance of");
  });
});

describe("chiSquareLowerQuantile", () => {
  it.each([
    [98, 0.025],
    [99, 0.4],
    [1000, 5e-11],
    [5001, 1e-6],
  ])("of %i degrees of freedom has %f below it", (freedom, probability) => {
    const exact = chiSquareQuantile(freedom, probability);
    expect(Math.abs(chiSquareLowerQuantile(freedom, probability) / exact - 1)).toBeLessThan(1e-9);
  });

  it("is of a published table, and of very many degrees nearly the normal one", () => {
    expect(chiSquareLowerQuantile(100, 0.025)).toBeCloseTo(74.222, 3);
    expect(chiSquareLowerQuantile(100, 0.01)).toBeCloseTo(70.065, 3);
    const freedom = 1e9;
    const deviations = (chiSquareLowerQuantile(freedom, 5e-11) - freedom) / Math.sqrt(2 * freedom);
    expect(deviations).toBeCloseTo(-6.466951, 2);
  });
});
