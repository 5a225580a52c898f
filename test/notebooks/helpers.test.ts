import { describe, expect, it } from "vitest";
import { protographEnsemble, readProtograph } from "../../notebooks/design/protograph.ts";
import { curvesOf, recordedCodes } from "../../notebooks/family/curves.ts";
import { familyFigure } from "../../notebooks/family/figure.ts";
import { handMultiplication } from "../../notebooks/fields/multiplication.ts";
import { polynomialText } from "../../notebooks/fields/polynomial.ts";
import { simulationFacts } from "../../notebooks/live/facts.ts";
import { parsePoints } from "../../notebooks/live/points.ts";
import { cyclesOfGirth } from "../../notebooks/tanner/cycles.ts";
import { kernelTimes } from "../../notebooks/throughput/kernel-times.ts";
import {
  constructCode,
  designRate,
  galoisField,
  InputError,
  multiply,
  readDecoder,
  shortestCycles,
  tannerGraph,
} from "../../src/index.ts";

describe("points of a sweep", () => {
  it("are read as from:step:to or as numbers, the worst channel first", () => {
    expect(parsePoints("1:0.5:2", "larger")).toEqual([1, 1.5, 2]);
    expect(parsePoints("0.1:0.1:0.3", "larger")).toEqual([0.1, 0.2, 0.3]);
    expect(parsePoints("0.02, 0.05,0.03", "smaller")).toEqual([0.05, 0.03, 0.02]);
  });

  it("are refused with what is understood", () => {
    for (const text of ["", "1:2", "a", "1:0:2", "2:1:1", "0:0.001:5"])
      expect(() => parsePoints(text, "larger"), text).toThrow(InputError);
  });
});

describe("the sentence on the engine", () => {
  const info = { engine: "cpu", adapter: "CPU, 8 Web Workers", driver: "", software: true } as const;
  const regular = { family: "peg", name: "t", n: 24, degrees: [3, 6], seed: 2, attempts: 2 } as const;
  const code = constructCode({ ...regular, q: 2, polynomial: 3, labels: "random" });
  const sentence = (words: string, asked: "auto" | "cpu") =>
    simulationFacts(code, readDecoder(words), "ebn0", [1], { info, workers: 8, asked }).engine;

  it("says why the CPU decodes, and that it does in WebAssembly", () => {
    expect(sentence("min-sum", "auto")).toMatch(
      /^This browser offers no WebGPU device: the CPU decodes in 8 Web Workers, in WebAssembly SIMD\./,
    );
    expect(sentence("min-sum", "cpu")).toMatch(/^The page's address asks for the CPU engine: .* WebAssembly SIMD\./);
    expect(sentence("ratio-sum-product", "auto"), "a decoder whose kernels are all compiled").toMatch(
      / in 8 Web Workers, in WebAssembly SIMD\./,
    );
  });
});

describe("a multiplication by hand", () => {
  it.each([2, 8, 32, 256])("ends with the product over GF(%i)", (q) => {
    const field = galoisField(q);
    for (let a = 0; a < q; a += 3)
      for (let b = 1; b < q; b += 5) expect(handMultiplication(field, a, b).at(-1)!.word).toBe(multiply(field, a, b));
  });

  it("writes polynomials as one does", () => {
    expect([0, 1, 2, 0x13, 0x11d].map(polynomialText)).toEqual(["0", "1", "x", "x⁴ + x + 1", "x⁸ + x⁴ + x³ + x² + 1"]);
  });
});

describe("cycles of the girth", () => {
  const { matrix } = constructCode({
    family: "peg",
    name: "t",
    q: 2,
    polynomial: 3,
    n: 24,
    degrees: [3, 6],
    labels: "random",
    seed: 2,
    attempts: 2,
  });
  const { girth, count } = shortestCycles(tannerGraph(matrix));

  it("are closed, of that length, each once, and no more than there are", () => {
    const cycles = cyclesOfGirth(matrix, girth!);
    expect(cycles.length).toBeGreaterThan(0);
    expect(cycles.length).toBeLessThanOrEqual(count);
    expect(new Set(cycles.map(String)).size).toBe(cycles.length);
    const { edgeCheck, edgeVariable } = tannerGraph(matrix);
    for (const cycle of cycles) {
      expect(cycle.length).toBe(girth);
      for (const ends of [edgeCheck, edgeVariable]) {
        const met = cycle.map((edge) => ends[edge]);
        expect(new Set(met).size).toBe(girth! / 2);
      }
    }
  });
});

describe("protographs", () => {
  it("have the ensemble of their edges; columns that are alike are one type", () => {
    const ensemble = protographEnsemble(readProtograph("3 3"));
    expect(ensemble.variables).toEqual([{ fraction: 1, degrees: [3] }]);
    expect(ensemble.checks).toEqual([{ fraction: 0.5, degrees: [6] }]);
    expect(designRate(protographEnsemble(readProtograph("2 1 1 1 0; 3 1 1 0 1; 1 2 1 1 1")))).toBeCloseTo(2 / 5);
  });

  it("are refused with row and column", () => {
    expect(() => readProtograph("1 2 x")).toThrow('row 1, column 3: "x"');
    expect(() => readProtograph("1 2 3; 1 2")).toThrow("row 2 has 2 numbers, the first has 3");
    expect(() => readProtograph("1; 1")).toThrow("a protograph has more columns than rows");
  });
});

describe("recorded runs of a code", () => {
  it.each(recordedCodes)("%s have a colour each", (code) => {
    const runs = curvesOf(code).filter(({ kind }) => kind === "run");
    const { data } = familyFigure(runs, false);
    const colours = (data as { readonly line: { readonly color: string } }[]).map(({ line }) => line.color);
    expect(colours).toHaveLength(runs.length);
    expect(new Set(colours).size).toBe(runs.length);
  });
});

describe("times of kernels", () => {
  it("have names of their own: the figure stacks bars of one name", () => {
    const names = kernelTimes.map(({ name }) => name);
    expect(names.length).toBeGreaterThan(20);
    expect(new Set(names).size).toBe(names.length);
  });
});
