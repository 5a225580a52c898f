import { describe, expect, it } from "vitest";
import { type ParityCheckMatrix, parityCheckMatrix } from "../../../src/code/parity-check-matrix.ts";
import { decoderProgram, decoderText, readDecoder } from "../../../src/decoder/decoder.ts";
import type { Engine } from "../../../src/engine/engine.ts";
import { InputError } from "../../../src/errors.ts";
import { galoisField } from "../../../src/galois/field.ts";
import { LLR_BOUND } from "../../../wgsl/common/bound.ts";
import { bothEngines } from "../../engines.ts";
import { allCodewords } from "../../oracle/maximum-likelihood.ts";
import { imageOracle } from "../../oracle/osd/image.ts";
import { wholeCosts } from "../../oracle/osd/symbols.ts";
import { oracleFor } from "../../oracle/rules.ts";
import { runParameters } from "../../run-parameters.ts";
import { randomNumbers } from "../../simulation/random.ts";
import { itInCi, nested } from "../../sweep.ts";
import { randomMatrix } from "../random-matrix.ts";
import { noisyFrames, type SymbolFrame } from "../words.ts";

// GPU, CPU engine and oracle of ordered statistics decoding over GF(q) find the same word in every frame, even among equal costs.
const engines = bothEngines();
const { decode } = oracleFor("symbol-osd", "symbol patterns");

const matrixOver = (q: number, weights: readonly number[], columns: number, seed: number) =>
  randomMatrix(galoisField(q), weights, columns, seed);

/** A matrix over GF(4) whose third row is the sum of the first and twice the second. */
const DEPENDENT = parityCheckMatrix(galoisField(4), 7, [
  [
    [0, 1],
    [1, 2],
    [2, 3],
    [5, 1],
  ],
  [
    [2, 1],
    [3, 3],
    [4, 1],
    [6, 2],
  ],
  [
    [0, 1],
    [1, 2],
    [2, 1],
    [5, 1],
    [3, 1],
    [4, 2],
    [6, 3],
  ],
  [
    [1, 1],
    [3, 1],
    [5, 2],
  ],
]);
const RATE_ZERO = parityCheckMatrix(galoisField(8), 2, [
  [
    [0, 3],
    [1, 5],
  ],
  [[1, 2]],
]);

const CODES: readonly [name: string, order: number, matrix: ParityCheckMatrix][] = [
  ["GF(4)", 0, matrixOver(4, [3, 3, 3, 3], 8, 1)],
  ["GF(4)", 2, matrixOver(4, [3, 3, 3, 3], 8, 1)],
  ["GF(4)", 3, matrixOver(4, [3, 3, 3, 3], 8, 1)],
  ["GF(4), few parity symbols", 4, matrixOver(4, [4, 4], 6, 2)],
  ["GF(4), one parity symbol", 5, matrixOver(4, [6], 6, 2)],
  ["GF(2)", 3, matrixOver(2, new Array(7).fill(4), 14, 3)],
  ["GF(8), more rows than a vector", 2, matrixOver(8, new Array(9).fill(4), 13, 4)],
  ["GF(32)", 1, matrixOver(32, [4, 4, 4, 4, 4], 8, 5)],
  ["GF(256)", 1, matrixOver(256, [3, 3, 3], 5, 6)],
  ["more rows and positions than a workgroup", 1, matrixOver(4, new Array(70).fill(4), 75, 7)],
  ["more information positions than a workgroup", 1, matrixOver(4, [40, 40], 70, 8)],
  ["dependent rows", 2, DEPENDENT],
  ["no information", 0, RATE_ZERO],
];

type Change = (llr: number, random: () => number) => number;

/** Kinds of received words: each changes the LLRs of noisy frames, which stay 0 for a symbol. */
const KINDS: Readonly<Record<string, Change>> = {
  noisy: (llr) => llr,
  "ties, whole numbers": (llr) => Math.round(llr),
  "all alike": (llr) => Number(llr > 0),
  erased: () => 0,
  "impossible symbols": (llr, random) => (llr > 0 && random() < 0.3 ? LLR_BOUND : llr),
  "certain symbols": (llr) => (llr > 3 ? LLR_BOUND : llr),
  "huge and tiny": (llr, random) => llr * 2 ** (40 * Math.floor(random() * 3) - 60),
};

function framesOf(matrix: ParityCheckMatrix, seed: number, withSyndrome: boolean, count = 14): SymbolFrame[] {
  const kinds = Object.values(KINDS);
  const random = randomNumbers(seed);
  return noisyFrames(matrix, { count, seed, withSyndrome }).map((frame, f) => ({
    ...frame,
    llr: frame.llr.map((vector) => vector.map((llr) => Math.fround(kinds[f % kinds.length](llr, random)))),
  }));
}

async function run(
  engine: Engine,
  matrix: ParityCheckMatrix,
  words: string,
  frames: readonly SymbolFrame[],
  given: boolean,
) {
  const program = decoderProgram({ matrix }, readDecoder(words), engine.limits, { syndrome: given });
  const prepared = await engine.prepare(program, frames.length + 1);
  const outputs = [
    { buffer: "decision", elements: (frames.length + 1) * matrix.columns },
    { buffer: "unsatisfied", elements: frames.length },
  ];
  const inputs = {
    channel_llr: Float32Array.from(frames.flatMap(({ llr }) => llr.flat())),
    ...(given ? { syndrome: Uint32Array.from(frames.flatMap(({ syndrome }) => syndrome)) } : {}),
  };
  // The second run starts with the buffers of the first, which must not change its result.
  await prepared.run(runParameters({ frames: frames.length }), outputs, inputs);
  const result = await prepared.run(runParameters({ frames: frames.length }), outputs, inputs);
  prepared.release();
  const [decision, unsatisfied] = result.outputs;
  expect(decision.subarray(frames.length * matrix.columns).some((symbol) => symbol !== 0)).toBe(false);
  return frames.map((_, f) => ({
    decision: Array.from(decision.subarray(f * matrix.columns, (f + 1) * matrix.columns)),
    unsatisfied: unsatisfied[f] === 1,
  }));
}

async function expectOracle(
  matrix: ParityCheckMatrix,
  order: number,
  frames: readonly SymbolFrame[],
  given: boolean,
  { reach = 0, on = [engines.cpu, engines.gpu] } = {},
) {
  const expected = frames.map(({ llr, syndrome }) =>
    decode(matrix, llr, order, { ...(given ? { syndrome } : {}), ...(reach === 0 ? {} : { reach }) }),
  );
  for (const engine of on) {
    const decoded = await run(engine, matrix, `symbol-osd basis=symbols order=${order} sweep=${reach}`, frames, given);
    decoded.forEach((frame, f) => {
      const { decision, unsatisfied } = expected[f];
      expect(frame, `${engine.info.engine}, frame ${f}`).toEqual({ decision, unsatisfied });
    });
  }
  return expected;
}

// A device compiles a case for seconds. It has GF(8), and a larger code than a workgroup.
const enginesOf = ([name, , matrix]: (typeof CODES)[number]) => {
  const both = ["cpu", "gpu"] as const;
  const isLeftOut = matrix.field.q !== 8 && name !== "more information positions than a workgroup";
  return { few: isLeftOut ? both.slice(0, 1) : both, every: both };
};
it.each(
  nested(CODES, enginesOf, 6, 3).map(([code, names]) => [...code, CODES.indexOf(code) % 2 === 1, names] as const),
)("%s, order %i: GPU, CPU engine and oracle find the same words", async (_, order, matrix, given, names) => {
  const on = names.map((name) => engines[name]);
  const expected = await expectOracle(matrix, order, framesOf(matrix, 7, given), given, { on });
  expect(expected.every(({ unsatisfied }) => !unsatisfied)).toBe(true);
});

itInCi.each([
  ["GF(4)", 3, matrixOver(4, [3, 3, 3, 3], 8, 1), false],
  ["GF(8)", 1, matrixOver(8, new Array(9).fill(4), 13, 4), true],
  ["dependent rows", 2, DEPENDENT, true],
] as const)("of bits over %s finds the words of the binary image's oracle", async (_, order, matrix, given) => {
  const frames = framesOf(matrix, 9, given);
  const expected = frames.map(({ llr, syndrome }) => imageOracle(matrix, llr, order, given ? syndrome : undefined));
  for (const engine of matrix.field.q === 8 ? [engines.cpu, engines.gpu] : [engines.cpu]) {
    const decoded = await run(engine, matrix, `symbol-osd order=${order}`, frames, given);
    expect(decoded, engine.info.engine).toEqual(expected);
  }
});

itInCi.each([
  [2, 1],
  [3, 5],
  [2, 1000],
])("order=%i sweep=%i takes several flips from the cheapest alone", async (order, reach) => {
  const matrix = matrixOver(4, [3, 3, 3, 3], 8, 1);
  const frames = framesOf(matrix, 3, false);
  const expected = await expectOracle(matrix, order, frames, false, { reach, on: [engines.cpu] });
  const all = frames.map(({ llr }) => decode(matrix, llr, order).cost);
  expect(expected.every(({ cost }, f) => cost >= all[f])).toBe(true);
});

itInCi("tries all patterns of a short sweep, but none with two changes of a symbol", async () => {
  const matrix = matrixOver(4, [4, 4, 4], 9, 1);
  await expectOracle(matrix, 6, framesOf(matrix, 3, false), false, { reach: 11, on: [engines.cpu] });
});

itInCi("says that no word has a syndrome", async () => {
  const frames = framesOf(DEPENDENT, 3, true, 6).map((frame, f) => ({
    ...frame,
    syndrome: frame.syndrome.map((symbol, m) => (f % 2 === 1 && m === 2 ? symbol ^ 1 : symbol)),
  }));
  const expected = await expectOracle(DEPENDENT, 1, frames, true, { on: [engines.cpu] });
  expect(expected.map(({ unsatisfied }) => unsatisfied)).toEqual([false, true, false, true, false, true]);
});

describe("the oracle", () => {
  it("of the order of all information positions is maximum likelihood", () => {
    const matrix = matrixOver(4, [3, 3, 3, 3], 7, 1);
    const codewords = allCodewords(matrix);
    const k = Math.log(codewords.length) / Math.log(4);
    for (const { llr } of noisyFrames(matrix, { count: 20, seed: 5 })) {
      const costs = wholeCosts(llr);
      const cost = (word: readonly number[]) => word.reduce((sum, symbol, i) => sum + costs[i][symbol], 0);
      const { decision, cost: least } = decode(matrix, llr, k);
      expect(cost(decision)).toBe(least);
      expect(least).toBe(Math.min(...codewords.map(cost)));
    }
  });

  it("agrees over GF(2) with that of bits", () => {
    const matrix = matrixOver(2, new Array(7).fill(4), 14, 3);
    for (const { llr } of noisyFrames(matrix, { count: 10, seed: 6 })) {
      expect(decode(matrix, llr, 2).decision).toEqual(imageOracle(matrix, llr, 2).decision);
    }
  });
});

it("has neither iterations nor stop, and refuses orders above the information symbols", () => {
  expect(decoderText(readDecoder("symbol-osd"))).toBe("symbol-osd basis=bits order=2 sweep=0");
  expect(() => readDecoder("symbol-osd iterations=5")).toThrow(InputError);
  const plan = (basis: string) => () =>
    decoderProgram({ matrix: RATE_ZERO }, readDecoder(`symbol-osd basis=${basis} order=1`), engines.cpu.limits);
  expect(plan("symbols")).toThrow("symbol-osd: order=1 is above the 0 information symbols of the code: give order=0");
  expect(plan("bits")).toThrow("symbol-osd: order=1 is above the 0 information bits of the code: give order=0");
});
