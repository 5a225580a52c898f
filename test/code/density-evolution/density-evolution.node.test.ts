import { describe, expect, test } from "vitest";
import type { Code } from "../../../src/code/code.ts";
import { designRate, type NodeType } from "../../../src/code/construct/met.ts";
import { type Evolution, evolve, evolveErasures } from "../../../src/code/density-evolution/met-evolution.ts";
import { degreeEnsemble, exitConverges, protographEnsemble } from "../../../src/code/density-evolution/protograph.ts";
import { awgnLlr, checkSide, VariableSide } from "../../../src/code/density-evolution/sum-product.ts";
import {
  bisect,
  gaussianCapacity,
  shannonLimit,
  stabilityFactor,
  stabilityLimit,
  type ThresholdChannel,
  threshold,
  thresholdChannels,
} from "../../../src/code/density-evolution/threshold.ts";
import { parityCheckMatrix, rowEntries } from "../../../src/code/parity-check-matrix.ts";
import { degreeCounts, tannerGraph } from "../../../src/code/tanner-graph.ts";
import { readDecoder } from "../../../src/decoder/decoder.ts";
import { decoderEvolution } from "../../../src/design/evolution.ts";
import { randomLift, sampledThreshold } from "../../../src/design/lift.ts";
import { cpuEngine } from "../../../src/engine/cpu/engine.ts";
import { galoisField } from "../../../src/galois/field.ts";
import { loadCode } from "../../../src/node/codes/codes.ts";
import { ALL, describeLong, itInCi, sweep, widened } from "../../sweep.ts";
import { RATE_02, RATE_05, RATE_10, regularEnsemble } from "../construct/met-ensembles.ts";

/** Whether an evolution converges a share below and above a published threshold: the worse side first. */
function brackets(
  evolve: (value: number) => Evolution,
  published: number,
  share: number,
  better: "larger" | "smaller",
) {
  const [bad, good] = better === "larger" ? [1 - share, 1 + share] : [1 + share, 1 - share];
  return [evolve(bad * published).converges, evolve(good * published).converges];
}

const LIMITS = { iterations: 2_000, target: 1e-4 };

describe("thresholds", () => {
  // Richardson and Urbanke, "The capacity of low-density parity-check codes under message-passing decoding", 2001: crossover
  // probabilities to three digits. Modern Coding Theory, 2008, and S.-Y. Chung et al., 2001: erasures, and σ of AWGN.
  const regular = [
    ["awgn", 3, 6, 0.8809, 0.0025],
    ["bsc", 3, 6, 0.084, 0.006],
    ["bec", 3, 6, 0.4294, 2e-4],
    ["bec", 4, 8, 0.3834, 2e-4],
    ["bec", 3, 5, 0.5176, 2e-4],
    ["awgn", 4, 8, 0.8376, 0.0025],
    ["awgn", 3, 5, 1.0093, 0.0025],
    ["bsc", 4, 8, 0.0765, 0.009],
    ["bsc", 3, 5, 0.1135, 0.006],
  ] as const;
  itInCi.each(sweep(regular, 10))("over %s of (%i,%i)-regular codes: %f", (name, variable, check, published, share) => {
    const ensemble = regularEnsemble(variable, check);
    const { evolve, better } = thresholdChannels[name];
    const at = (value: number) => evolve(ensemble, value, LIMITS);
    const value = name === "awgn" ? 1 / published ** 2 : published;
    expect(brackets(at, value, share, better)).toEqual([false, true]);
  });

  // J. Chen and M. Fossorier, IEEE Commun. Lett. 6(5), 2002: σ 0.8223 of min-sum without limits on its messages.
  const rules: [string, number, number][] = [
    ["min-sum messages=int12", 0.8223, 0.001],
    ["min-sum", 0.8223, 0.001],
    ["min-sum messages=int8", 0.8217, 0.001],
    ["offset-min-sum messages=int8", 0.865, 0.001],
    ["normalised-min-sum messages=int12 scale=0.75", 0.8714, 0.001],
  ];
  test.each(sweep(rules, 3))("over AWGN of (3,6)-regular codes under %s: σ %f", (decoder, sigma, tolerance) => {
    const at = decoderEvolution(readDecoder(decoder), "awgn") as ThresholdChannel["evolve"];
    const converges = (x: number) => at(regularEnsemble(3, 6), 1 / x ** 2, LIMITS).converges;
    expect([converges(sigma + tolerance), converges(sigma - tolerance)]).toEqual([false, true]);
  });

  // Over this channel messages are odd and none is 0: rounding errors of the whole would grow tenfold in every iteration.
  test("of min-sum keep the whole of all probabilities: int8 over the BSC", () => {
    const at = decoderEvolution(readDecoder("min-sum messages=int8"), "bsc") as ThresholdChannel["evolve"];
    for (const p of [0.0545, 0.0556, 0.06]) {
      const { converges, errors } = at(regularEnsemble(3, 6), p, LIMITS);
      expect([p, converges, errors.every((error) => error >= 0 && error <= 0.5)]).toEqual([p, true, true]);
    }
  });

  test("over erasures min-sum decodes as sum-product, in whole steps too", () => {
    const converges = (decoder: string) => {
      const at = decoderEvolution(readDecoder(decoder), "bec") as ThresholdChannel["evolve"];
      return [0.431, 0.428].map((value) => at(regularEnsemble(3, 6), value, LIMITS).converges);
    };
    for (const decoder of ["sum-product", "min-sum messages=int8"]) expect(converges(decoder)).toEqual([false, true]);
    // An offset is taken off in every iteration: where one message of two is known it wears away.
    expect(converges("offset-min-sum messages=int8")).toEqual([false, false]);
  });

  test("of decoders whose messages no evolution follows are refused", () => {
    const reason = (text: string) => decoderEvolution(readDecoder(text), "awgn");
    expect(reason("min-star messages=int12")).toMatch(/^there is no exact density evolution of "min-star/);
    expect(reason("min-sum edge=damped")).toBe("density evolution has no edge=damped");
  });

  // V. Rathi and R. Urbanke, IEE Proc. Commun. 152(6), 2005: (2,3)-regular codes over GF(2^m) over erasures, m = 2 … 7. The optimum is
  // GF(64).
  test("of symbols over erasures: (2,3)-regular codes over GF(4) to GF(128)", () => {
    for (const [m, published] of [0.5775, 0.6183, 0.6369, 0.6446, 0.6464, 0.6453].entries()) {
      const at = (erasure: number) => evolveErasures(regularEnsemble(2, 3), erasure, LIMITS, m + 2);
      expect([m + 2, brackets(at, published, 6e-4, "smaller")]).toEqual([m + 2, [false, true]]);
    }
  });

  // Three spread edges of a (3,6) code: over erasures the threshold of the chain is that of optimal decoding, 0.48815 (S. Kudekar,
  // T. Richardson and R. Urbanke, IEEE Trans. Inf. Theory 57(2), 2011), far above 0.4294.
  test("saturate in a spatially coupled chain: (3,6), L = 50, over erasures", () => {
    const chain = protographEnsemble(coupledChain(50))!;
    expect(chain.variables.length).toBe(25);
    expect(designRate(chain)).toBeCloseTo(0.48, 9);
    const at = (value: number) => evolveErasures(chain, value, { iterations: 20_000, target: 1e-6 }).converges;
    expect([0.489, 0.4875].map(at)).toEqual([false, true]);
    // Over AWGN the messages at the ends of a chain become sure long before those of the middle.
    const { grid } = checkSide();
    const sure = new Float64Array(grid.length).fill(1, -1);
    expect(new VariableSide(grid, 0.05, 2048).sums([sure, sure], [[{ factor: 1, exponents: [1, 1] }]])).toEqual([sure]);
  });

  // Optimal decoding of (3,6) codes: the trial entropy of sum-product's fixed point is 0 at 0.454 dB on this grid (σ 0.949, entropy of
  // a bit given its output 0.480; 0.479 by S. Kudekar, T. Richardson and R. Urbanke, IEEE Trans. Inf. Theory 59(12), 2013).
  // Two minutes of a core.
  const lengths = widened({ few: [], every: [50] });
  test.each(lengths)(
    "(3,6), L = %i, over AWGN: decodes 0.02 dB above the threshold of optimal decoding",
    { timeout: 900_000 },
    (length) => {
      const chain = protographEnsemble(coupledChain(length))!;
      const { converges, iterations } = evolve(chain, awgnLlr(10 ** 0.0474), { iterations: 3_000, target: 1e-4 });
      expect([converges, iterations]).toEqual([true, expect.closeTo(1638, -2)]);
    },
  );

  // A code of a multi-edge ensemble has the ensemble's nodes, though its edges have lost their types.
  test("of a matrix with variables of degree 1, by its own edges", () => {
    const { punctured: _, ...lift } = randomLift(RATE_10, 4_000, 2, 3);
    const own = degreeEnsemble(lift)!;
    const ofTypes = (nodes: readonly NodeType[]) =>
      nodes.map(({ fraction, degrees }) =>
        [fraction, degrees.filter((degree) => degree > 0).sort((a, b) => a - b)].join(" "),
      );
    for (const side of ["variables", "checks"] as const)
      expect(ofTypes(own[side]).sort()).toEqual(ofTypes(RATE_10[side]).sort());
    const [mine, published] = [own, RATE_10].map(
      (ensemble) => evolveErasures(ensemble, 0.88, { iterations: 30, target: 1e-9 }).errors,
    );
    expect(mine.map((p) => p.toFixed(9))).toEqual(published.map((p) => p.toFixed(9)));
  });

  // Symbols that are not sent start unknown, known ones leave the graph, and a symbol without a check stays as it was received.
  test("of a matrix with symbols that are not sent, known or without a check", () => {
    const rows = [
      [0, 1, 2, 3],
      [2, 3, 4, 5],
      [0, 4, 5],
    ].map((row) => row.map((n): [number, number] => [n, 1]));
    const matrix = parityCheckMatrix(galoisField(2), 7, rows);
    const code = { name: "c", description: "", source: "", matrix };
    const [punctured, shortened] = [Uint32Array.of(2), Uint32Array.of(3)];
    const ensemble = degreeEnsemble({ ...code, punctured, shortened })!;
    expect(ensemble.variables.map(({ fraction, degrees, punctured }) => [fraction * 6, degrees, punctured])).toEqual([
      [1, [0, 0, 0, 0, 0], undefined],
      [1, [0, 1, 0, 0, 0], undefined],
      [1, [1, 0, 0, 0, 1], undefined],
      [1, [0, 0, 1, 1, 0], true],
      [2, [0, 0, 0, 0, 2], undefined],
    ]);
    expect(designRate(ensemble)).toBeCloseTo(3 / 5, 9);
    expect(degreeEnsemble({ ...code, sending: { order: Uint32Array.of(0), checksumBits: 0 } })).toBeUndefined();
  });

  // The first 2Z symbols of 5G are not sent. Liva and Chiani, GLOBECOM 2007: EXIT is within 0.015 dB or so of evolution.
  test("of protographs by EXIT analysis: regular codes as one type, punctured symbols of 5G", () => {
    expect(protographEnsemble(loadCode("tanner-155-64"))).toMatchObject({ variables: [{ degrees: [3] }] });
    const sigma = 1 / Math.sqrt(bisect((snr) => exitConverges(regularEnsemble(3, 6), snr), 1, 2, 1e-3));
    expect(sigma).toBeCloseTo(0.881, 2);
    const nr = protographEnsemble(loadCode("nr-bg2-z2"))!;
    expect(designRate(nr)).toBeCloseTo(0.2, 9);
    expect([0.33, 0.35].map((snr) => exitConverges(nr, snr))).toEqual([false, true]);
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
      const run = (snr: number) => evolve(ensemble, awgnLlr(snr), { iterations: 1_000, target: 2e-4 });
      expect(run(below).converges).toBe(false);
      expect(run(above).converges).toBe(true);
    },
  );

  describeLong("of multi-edge ensembles", () => {
    test.each(multiEdge)(
      "$ensemble.name: $iterations iterations at the paper's point",
      ({ ensemble, point, iterations }) => {
        const atPoint = evolve(ensemble, awgnLlr(point), { iterations: 200, target: 1e-4 });
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
    expect(stabilityFactor(regularEnsemble(2, 4), awgnLlr(0.8))).toBeCloseTo(3 * Math.exp(-0.4), 9);
    expect(stabilityLimit(regularEnsemble(2, 4), thresholdChannels.awgn)).toBeCloseTo(2 * Math.log(3), 5);
    // Over erasures λ'(0)·ρ'(1)·ε: below 1/3.
    expect(stabilityLimit(regularEnsemble(2, 4), thresholdChannels.bec)).toBeCloseTo(1 / 3, 5);
    expect(stabilityLimit(regularEnsemble(3, 6), thresholdChannels.awgn)).toBeUndefined();
  });

  test("rate 0.1: 62 of 119 edges, checks of 11 and 12, 21 looks at the channel; above the paper's first point", () => {
    const factor = (62 / 119) * ((11 * 10 + 108 * 11) / 119);
    expect(stabilityLimit(RATE_10, thresholdChannels.awgn)).toBeCloseTo((2 * Math.log(factor)) / 21, 6);
    expect(stabilityLimit(RATE_10, thresholdChannels.awgn)).toBeGreaterThan(0.165);
    expect(stabilityFactor(RATE_05, awgnLlr(0.076))).toBeLessThan(1);
    expect(stabilityFactor(RATE_02, awgnLlr(0.03))).toBeLessThan(1);
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
    expect(stabilityFactor(weak, awgnLlr(1))).toBe(Number.POSITIVE_INFINITY);
  });
});

/** The base matrix of a terminated chain of (3,6) codes: position t has two variables, in the checks t, t + 1 and t + 2. */
function coupledChain(length: number): Code {
  const rows = Array.from({ length: length + 2 }, (_, m) =>
    Array.from({ length: 2 * length }, (_, n) => n).filter((n) => m - (n >> 1) >= 0 && m - (n >> 1) <= 2),
  );
  const entries = rows.map((row) => row.map((n) => [n, 1] as [number, number]));
  return { name: "chain", description: "", source: "", matrix: parityCheckMatrix(galoisField(2), 2 * length, entries) };
}

describe("sampled thresholds", () => {
  test("of decoders that evolution follows too: the same, to the interval and the length of lifts", async () => {
    const channel = { name: "awgn", parameter: "snr-db" } as const;
    const decoder = readDecoder("min-sum messages=int12 iterations=100");
    const asked = {
      engine: cpuEngine(),
      decoder,
      channel,
      start: 1.7,
      symbols: 4_000,
      q: 2,
      frames: 16,
      target: 1e-2,
      seed: 1,
    };
    const { value, low, high } = await sampledThreshold(regularEnsemble(3, 6), asked);
    expect(low).toBeLessThan(value);
    expect(value).toBeLessThan(high);
    // σ 0.8223 are 1.70 dB.
    expect(Math.abs(value + 20 * Math.log10(0.8223))).toBeLessThan(0.1);
  });

  test("have lifts without double edges, with the ensemble's degrees, punctured symbols and labels", () => {
    const ensemble = {
      ...regularEnsemble(3, 6),
      variables: [
        { fraction: 0.25, degrees: [6, 0], punctured: true as const },
        { fraction: 0.75, degrees: [0, 2] },
      ],
      checks: [{ fraction: 0.5, degrees: [3, 3] }],
    };
    const { matrix, punctured } = randomLift(ensemble, 40, 8, 3);
    const { variableStart, checkStart } = tannerGraph(matrix);
    expect(degreeCounts(variableStart)).toEqual([
      [2, 30],
      [6, 10],
    ]);
    expect(degreeCounts(checkStart)).toEqual([[6, 20]]);
    expect(punctured).toEqual(Uint32Array.from({ length: 10 }, (_, n) => n));
    expect(
      new Set(
        Array.from({ length: 20 }, (_, m) => rowEntries(matrix, m))
          .flat()
          .map(([, label]) => label),
      ).size,
    ).toBe(7);
    expect(randomLift(ensemble, 40, 8, 3).matrix.variable).toEqual(matrix.variable);
  });
});
