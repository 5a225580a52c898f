import { describe, expect, test } from "vitest";
import { evolve } from "../../../src/code/density-evolution/met-evolution.ts";
import {
  gaussianCapacity,
  shannonLimit,
  stabilityFactor,
  stabilityLimit,
  threshold,
} from "../../../src/code/density-evolution/threshold.ts";
import { ALL, describeLong, itInCi, sweep, widened } from "../../sweep.ts";
import { RATE_02, RATE_05, RATE_10, regularEnsemble } from "../construct/met-ensembles.ts";

describe("thresholds", () => {
  // Richardson and Urbanke, "The capacity of low-density parity-check codes under message-passing decoding", 2001, and
  // S.-Y. Chung et al., "On the design of low-density parity-check codes within 0.0045 dB", 2001: σ of regular ensembles.
  const regular = [
    [3, 6, 0.8809],
    [4, 8, 0.8376],
    [3, 5, 1.0093],
  ];
  itInCi.each(sweep(regular, 3))("(%i,%i)-regular: within 0.25 % of σ = %f", (variable, check, sigma) => {
    const converges = (share: number) =>
      evolve(regularEnsemble(variable, check), share / sigma ** 2, { iterations: 1_000, target: 1e-4 }).converges;
    expect(converges(0.9975)).toBe(false);
    expect(converges(1.0025)).toBe(true);
  });

  // Thresholds within 0.6 % of published values (0.154, 0.074, 0.0287), and the iterations at the paper's points, published as 79, 104 and
  // 105.
  const multiEdge = [
    { ensemble: RATE_10, below: 0.1531, above: 0.155, point: 0.161, iterations: [68, 80] },
    { ensemble: RATE_05, below: 0.0737, above: 0.0746, point: 0.076, iterations: [98, 108] },
    { ensemble: RATE_02, below: 0.0284, above: 0.0289, point: 0.03, iterations: [98, 108] },
  ];
  // Near a threshold the evolution takes hundreds of iterations.
  test.each(ALL ? widened({ few: multiEdge.slice(0, 1), every: multiEdge }) : [])(
    "of multi-edge ensembles: $ensemble.name, between SNR $below and $above",
    ({ ensemble, below, above }) => {
      const run = (snr: number) => evolve(ensemble, snr, { iterations: 1_000, target: 2e-4 });
      expect(run(below).converges).toBe(false);
      expect(run(above).converges).toBe(true);
    },
  );

  describeLong("of multi-edge ensembles", () => {
    test.each(multiEdge)(
      "$ensemble.name: $iterations iterations at the paper's point",
      ({ ensemble, point, iterations }) => {
        const atPoint = evolve(ensemble, point, { iterations: 200, target: 1e-4 });
        expect(atPoint.converges).toBe(true);
        expect(atPoint.errors.length).toBe(atPoint.iterations);
        expect(atPoint.iterations).toBeGreaterThanOrEqual(iterations[0]);
        expect(atPoint.iterations).toBeLessThanOrEqual(iterations[1]);
      },
    );
  });

  test("capacity ½·log2(1 + SNR): the efficiencies of the paper", () => {
    const efficiency = (rate: number, snr: number): number => Number(((100 * rate) / gaussianCapacity(snr)).toFixed(2));
    expect([efficiency(0.1, 0.161), efficiency(0.05, 0.076), efficiency(0.02, 0.03)]).toEqual([92.86, 94.63, 93.8]);
    expect(gaussianCapacity(shannonLimit(0.37))).toBeCloseTo(0.37, 14);
  });

  test("a target that is no error probability is refused", () => {
    for (const target of [0, 0.5, Number.NaN]) {
      expect(() => threshold(regularEnsemble(3, 6), { target, resolution: 1e-3 })).toThrow(
        /is no bit error probability/,
      );
    }
  });

  test("a resolution that no bisection reaches is refused", () => {
    for (const resolution of [0, -1, Number.NaN]) {
      expect(() => threshold(regularEnsemble(3, 6), { target: 1e-4, resolution })).toThrow(
        `resolution ${resolution}: give 1e-9 or more`,
      );
    }
  });

  test("an ensemble of rate 0 and less, or whose sockets do not match, is refused", () => {
    const search = (variable: number, check: number, fraction = variable / check) =>
      threshold(
        { ...regularEnsemble(variable, check), checks: [{ fraction, degrees: [check] }] },
        { target: 1e-4, resolution: 0.1 },
      );
    expect(() => search(3, 3)).toThrow(/^ensemble .+, checks: the design rate is 0: it must be above 0$/);
    expect(() => search(3, 2)).toThrow(/^ensemble .+, checks: the design rate is -0.5: it must be above 0$/);
    expect(() => search(3, 6, 0.6)).toThrow(/^ensemble .+, checks: sockets of edge type x1 do not match/);
  });
});

describe("stability", () => {
  test("two edges of a type: λ'(0)·ρ'(1)·e^(−SNR/2)", () => {
    expect(stabilityFactor(regularEnsemble(2, 4), 0.8)).toBeCloseTo(3 * Math.exp(-0.4), 9);
    expect(stabilityLimit(regularEnsemble(2, 4))).toBeCloseTo(2 * Math.log(3), 5);
    expect(stabilityLimit(regularEnsemble(3, 6))).toBe(0);
  });

  test("rate 0.1: 62 of 119 edges, checks of 11 and 12, 21 looks at the channel; above the paper's first point", () => {
    const factor = (62 / 119) * ((11 * 10 + 108 * 11) / 119);
    expect(stabilityLimit(RATE_10)).toBeCloseTo((2 * Math.log(factor)) / 21, 6);
    expect(stabilityLimit(RATE_10)).toBeGreaterThan(0.165);
    expect(stabilityFactor(RATE_05, 0.076)).toBeLessThan(1);
    expect(stabilityFactor(RATE_02, 0.03)).toBeLessThan(1);
  });

  test("variables of two edges to checks that are never sure: no decoding to the end", () => {
    const weak = {
      ...regularEnsemble(2, 4),
      variables: [
        { fraction: 0.5, degrees: [3, 0] },
        { fraction: 0.5, degrees: [0, 1] },
      ],
      checks: [{ fraction: 0.5, degrees: [3, 1] }],
    };
    expect(stabilityFactor(weak, 1)).toBe(Number.POSITIVE_INFINITY);
  });
});
