import { describe, expect, it } from "vitest";
import type { Engine } from "../../../src/engine/engine.ts";
import { galoisField } from "../../../src/galois/field.ts";
import { bothEngines } from "../../engines.ts";
import type { TextbookDecoding } from "../../oracle/textbook-decoder.ts";
import { expectSameElements } from "../../same-elements.ts";
import { itLong, nested, sweep, widened } from "../../sweep.ts";
import { oracleOf } from "../oracle.ts";
import { randomMatrix } from "../random-matrix.ts";
import { spec } from "../specs.ts";
import { noisyFrames } from "../words.ts";
import { lastVectors } from "./expect-decodings.ts";
import { everyCheckDegree, everyVariableDegree, regular } from "./graphs.ts";
import { runFrames } from "./run-frames.ts";
import { storedValues } from "./stored.ts";

// GPU and CPU agree with q-ary sum-product in float64 with the same floors, within a tolerance.
const engines = bothEngines();
const both = () => [engines.cpu, engines.gpu];
/** Checks of every degree whose vectors are spread over GF(32) where a word has two frames. */
const everySpreadDegree = (q: number) =>
  randomMatrix(
    galoisField(q),
    Array.from({ length: 12 }, (_, i) => i + 1),
    14,
    q,
  );
const GRAPHS = { regular, everyVariableDegree, everyCheckDegree, everySpreadDegree };

/**
 * Tolerance of ln R(x). One part is the number format's own rounding. The other is the absolute error of sums of f32 numbers near 1,
 * divided by R(x). Above R = 1e-4 the LLRs of f32 messages are within 3e-3. At the floor e^-16 their error may be 2.
 */
const tolerance = (ownPart: number, probability: number) => ownPart + 2e-7 / probability;

interface Given {
  readonly graph: keyof typeof GRAPHS;
  readonly words: string;
  readonly frames?: number;
  readonly iterations?: number;
  readonly withSyndrome?: boolean;
  readonly bound?: number;
  readonly likeGpu?: boolean;
}

/** Least LLR between the decision and the second best symbol for which rounding cannot change the decision. */
const MARGIN = { f32: 0.02, bf16: 0.3 };
const OWN_PART = { f32: 1e-3, bf16: 0.06 };

/** Logarithm of the ratio of the largest to the second largest value of a posterior. */
function margin(posterior: readonly number[]): number {
  const [best, second] = [...posterior].sort((a, b) => b - a);
  return Math.log(best / second);
}

/** @returns the number of compared messages by the decade of their probability. */
async function expectNear(all: readonly Engine[], q: number, given: Given): Promise<Map<number, number>> {
  const { words, frames: count = 11, iterations = 3, withSyndrome = false } = given;
  const how = spec(`${words} iterations=${iterations}`);
  // A larger field has more symbols near the best. With early termination only decisions are compared, so they need a larger margin.
  const bound = given.bound ?? (q > 16 && how.stop === "syndrome" ? 40 : 8);
  const matrix = GRAPHS[given.graph](q);
  const format = how.options.messages as "f32" | "bf16";
  const mayPair = format === "bf16" && q >= 32 && how.options.schedule === "flooding";
  const frames = noisyFrames(matrix, { count, seed: q, withSyndrome, grid: 2 ** -20, bound });
  const results = frames.map(oracleOf(matrix, how, withSyndrome));
  const clear = results.map(({ posterior }) => posterior.map((vector) => margin(vector) > MARGIN[format]));
  if (how.stop === "syndrome") {
    expect(clear.flat().filter((each) => each).length, "clear").toBeGreaterThan(0.6 * clear.flat().length);
  }
  const decades = new Map<number, number>();
  for (const engine of all) {
    const what = `${engine.info.engine}, GF(${q}), ${words}`;
    await runFrames(engine, { ...given, matrix, how, frames }, async ({ decision, unsatisfied, read, kernels }) => {
      if (given.likeGpu && q >= 32) expect(kernels, what).toContain("nonbinary/rules/qspa-spread");
      const known = (_: unknown, i: number) => clear[Math.floor(i / matrix.columns)][i % matrix.columns];
      const decided = results.flatMap((result) => result.decision).filter(known);
      expectSameElements([...decision].filter(known), decided, `${what}: clear decisions`);
      for (const [frame, result] of results.entries()) {
        // A frame that is clear at the end may have been unclear in an earlier iteration.
        if (clear[frame].includes(false)) continue;
        const last = how.stop === "syndrome" ? result.iterations - 1 : iterations - 1;
        expect(unsatisfied[last * count + frame], `${what}: frame ${frame}`).toBe(Number(result.unsatisfied[last]));
      }
      if (how.stop === "syndrome") return;
      const { vectors } = lastVectors(matrix, how, results).check_to_variable;
      const stored = (await read("check_to_variable")) as Uint32Array;
      // GPUs have words of two frames.
      const layout = mayPair && (given.likeGpu || !engine.limits.software) ? "bf16Pairs" : format;
      const found = storedValues(stored, layout, { vectors: vectors.length, q, frames: count });
      const floor = Math.exp(-Number(how.options.bound));
      const once = iterations === 1 && how.options.schedule === "flooding" && format === "f32";
      const own = once ? 1e-5 : OWN_PART[format];
      forEachValue(vectors, (expected, place) => {
        const value = place.reduce<unknown>((part, i) => (part as unknown[])[i], found) as number;
        expect(value).toBeGreaterThanOrEqual(floor * (1 - 2 ** -8));
        const error = Math.abs(Math.log(value / expected));
        if (!(error <= tolerance(own, expected))) expect.fail(`${what}: ${value} instead of ${expected}`);
        const decade = Math.floor(Math.log10(expected));
        decades.set(decade, (decades.get(decade) ?? 0) + 1);
      });
    });
  }
  return decades;
}

function forEachValue(vectors: readonly number[][][], look: (value: number, place: number[]) => void): void {
  vectors.forEach((frames, v) => {
    frames.forEach((symbols, f) => {
      symbols.forEach((value, a) => {
        look(value, [v, f, a]);
      });
    });
  });
}

describe.each(["f32", "bf16"])("messages=%s: the CPU", (messages) => {
  const cases = (q: number) => {
    const both = ["flooding", "layered"].map((schedule, i) => {
      const withSyndrome = (i + Math.log2(q)) % 2 === 1;
      const words = `qspa messages=${messages} schedule=${schedule}`;
      // In later iterations, errors of small probabilities become large errors of messages that depend on them: variables have degree 8,
      // and there are ten checks.
      const first: Given = { words: `${words} stop=none`, withSyndrome, graph: "everyVariableDegree", iterations: 1 };
      const whole: Given = { words, withSyndrome, graph: "regular", iterations: q > 64 ? 2 : 5 };
      // Kernels take most of the time to compile, so both alternate between fields, schedules and formats.
      const turn = (i + Math.log2(q) + Number(messages === "bf16")) % 2;
      return { few: [[first, whole][turn]], every: [first, whole] };
    });
    return { few: both.flatMap(({ few }) => few), every: both.flatMap(({ every }) => every) };
  };
  it.each(nested(messages === "f32" ? [4, 2, 256] : [4, 8, 64], cases, 4))("over GF(%i)", async (q, given) => {
    const few = q > 64 ? { frames: 2 } : q > 16 ? { frames: 3 } : {};
    for (const each of given) await expectNear([engines.cpu], q, { ...each, ...few });
  });
});

const LIKE_GPU = { likeGpu: true, iterations: 2 };
const LAYERED: Given = { ...LIKE_GPU, words: "qspa schedule=layered", graph: "regular" };
const VARIABLES: Given = {
  ...LIKE_GPU,
  words: "qspa stop=none",
  graph: "everyVariableDegree",
  withSyndrome: true,
  iterations: 1,
};

describe("GPU and CPU", () => {
  // Every kind of tile has each schedule or format, and each schedule has each format.
  const cases: [q: number, given: Given][] = [
    [2, { words: "qspa", graph: "everyVariableDegree", withSyndrome: true, frames: 70 }],
    [8, { words: "qspa messages=bf16 schedule=layered", graph: "regular", frames: 70, withSyndrome: true }],
    [4, { words: "qspa messages=bf16 stop=none", graph: "everyVariableDegree", frames: 1, iterations: 1 }],
    // All edges of a check are in one invocation.
    [4, { words: "qspa schedule=layered stop=none", graph: "regular", withSyndrome: true, likeGpu: true }],
    // A word has two frames.
    [32, { words: "qspa messages=bf16", graph: "regular", frames: 41, withSyndrome: true, likeGpu: true }],
    // A vector is spread over several invocations.
    [64, { words: "qspa", graph: "regular", frames: 41, withSyndrome: true, likeGpu: true }],
    // Rules of variables and edges.
    [
      8,
      { words: "qspa messages=bf16 schedule=layered variable=memory gamma=-0.2 edge=self-corrected", graph: "regular" },
    ],
    // A vector has more than one tile.
    [32, { words: "qspa messages=bf16 stop=none", graph: "regular", frames: 5 }],
  ];
  // Their formats, schedules and kinds of tile are in cases above too. A device in software compiles each for up to ten seconds.
  const large: [q: number, given: Given][] = [
    [8, { words: "qspa variable=memory gamma=0.3", graph: "regular" }],
    [32, { words: "qspa messages=bf16 edge=damped", graph: "regular", frames: 41, withSyndrome: true, likeGpu: true }],
    [4, { words: "qspa schedule=layered stop=none", graph: "everyVariableDegree", frames: 3, iterations: 1 }],
    [64, { ...VARIABLES, frames: 3 }],
    [64, { ...VARIABLES, words: "qspa messages=bf16 stop=none", withSyndrome: false, frames: 5 }],
    [64, { ...LAYERED, words: "qspa messages=bf16 schedule=layered", withSyndrome: true, frames: 5 }],
    [256, { words: "qspa messages=bf16 stop=none", graph: "regular", frames: 2, iterations: 1 }],
    [128, { words: "qspa schedule=layered", graph: "regular", frames: 3, iterations: 2 }],
    [32, { words: "qspa messages=bf16 stop=none", graph: "regular", frames: 3, iterations: 1, likeGpu: true }],
    [256, { words: "qspa", graph: "regular", frames: 19, iterations: 2, likeGpu: true }],
    [16, { words: "qspa stop=none", graph: "regular", withSyndrome: true, frames: 5 }],
    [128, { ...VARIABLES, frames: 3 }],
    [256, { ...LAYERED, withSyndrome: true, frames: 3 }],
    [32, { ...VARIABLES, words: "qspa messages=bf16 stop=none", graph: "everySpreadDegree", frames: 3 }],
    [4, { words: "qspa messages=bf16 stop=none", graph: "everyCheckDegree", frames: 3, iterations: 1 }],
  ];
  it.each(sweep({ few: cases, every: [...cases, ...large] }, 8))("over GF(%i), %o", async (q, given) => {
    // Of two forms for GPUs whose vectors are spread, a device in software has the one with two frames in a word.
    await expectNear(given.likeGpu && q > 32 ? [engines.cpu] : both(), q, given);
  });
});

describe("the tail of a check's messages is that of float64", () => {
  itLong("of every degree, down to the floor", async () => {
    // With strong inputs, a check's messages cover the range from certain to impossible.
    const given = { words: "qspa stop=none", graph: "everyCheckDegree" as const, iterations: 1, bound: 40, frames: 20 };
    const decades = await expectNear([engines.cpu], 4, given);
    for (let decade = -7; decade < 0; decade++) expect(decades.get(decade), `1e${decade}`).toBeGreaterThan(20);
  });

  it.each(widened({ few: [4], every: [2, 4, 8, 16, 32, 64, 128, 256] }))(
    "of every degree, bf16 over GF(%i)",
    async (q) => {
      const words = "qspa messages=bf16 stop=none";
      const few = { graph: "everyCheckDegree" as const, iterations: 1, frames: q > 32 ? 1 : 5 };
      await expectNear([engines.cpu], q, { ...few, words });
      await expectNear([engines.cpu], q, { ...few, words: `${words} schedule=layered`, withSyndrome: true });
    },
  );

  itLong("on the device, and with another floor", async () => {
    const given = { words: "qspa stop=none bound=9", graph: "regular" as const, iterations: 1, bound: 40, frames: 20 };
    const decades = await expectNear(both(), 8, given);
    expect([...decades.keys()].sort((a, b) => a - b)[0], "e^-9 is 1.2e-4").toBe(-4);
  });
});

itLong("certain inputs that contradict each other give probabilities still", async () => {
  // Two checks force variable 0 to different symbols, and it is received as a third. All other variables are certain, but form no codeword.
  const field = galoisField(4);
  const matrix = randomMatrix(field, [1, 1, 3, 3, 4], 4, 2);
  const word = [2, 1, 3, 1];
  const llr = word.map((symbol) => Array.from({ length: 4 }, (_, a) => (a === symbol ? 0 : 2 ** 20)));
  const frames = [{ word, llr, syndrome: [1, 3, 2, 0, 1] }];
  for (const words of ["qspa", "qspa messages=bf16 schedule=layered"]) {
    const how = spec(`${words} stop=none iterations=30`);
    const expected: TextbookDecoding = oracleOf(matrix, how, true)(frames[0]);
    for (const engine of words === "qspa" ? both() : [engines.cpu]) {
      await runFrames(engine, { matrix, how, frames, withSyndrome: true }, async ({ read }) => {
        const format = how.options.messages as "f32" | "bf16";
        const stored = (await read("check_to_variable")) as Uint32Array;
        const all = storedValues(stored, format, { vectors: matrix.checkStart[5], q: 4, frames: 1 }).flat(2);
        expect(all.length).toBe(expected.toVariable.flat(2).length);
        for (const value of all) {
          expect(value, `${engine.info.engine} ${words}`).toBeGreaterThanOrEqual(Math.exp(-16) * (1 - 2 ** -8));
          expect(value).toBeLessThan(1.01);
        }
      });
    }
  }
});
