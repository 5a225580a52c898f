import { describe, expect, it } from "vitest";
import type { ParityCheckMatrix } from "../../../src/code/parity-check-matrix.ts";
import { decoderProgram, decoderText, readDecoder, withStop } from "../../../src/decoder/decoder.ts";
import type { Engine } from "../../../src/engine/engine.ts";
import { InputError } from "../../../src/errors.ts";
import { galoisField } from "../../../src/galois/field.ts";
import { binaryMatrix } from "../../code/binary-matrix.ts";
import { bothEngines } from "../../engines.ts";
import { allCodewords } from "../../oracle/maximum-likelihood.ts";
import { reliabilities } from "../../oracle/osd.ts";
import { oracleFor } from "../../oracle/rules.ts";
import { runParameters } from "../../run-parameters.ts";
import { itInCi, nested } from "../../sweep.ts";
import { FRAME_KINDS, type Frame, inputsOf, randomFrames } from "../binary/frames.ts";
import { randomMatrix } from "../random-matrix.ts";

// GPU, CPU engine and oracle of ordered statistics decoding find the same word in every frame, even among equal costs.
const engines = bothEngines();
const { decode } = oracleFor("osd", "patterns");
const GF2 = galoisField(2);
/** Number of frames: two of each kind. */
const FRAMES = 2 * FRAME_KINDS.length;

const REGULAR = randomMatrix(GF2, new Array(9).fill(6), 18, 1);
/** A matrix whose last row is the sum of the first two, and whose row before it is a repetition. */
const DEPENDENT = binaryMatrix(10, [
  [0, 1, 2, 5, 9],
  [2, 3, 4, 6],
  [1, 4, 7, 8, 9],
  [2, 3, 4, 6],
  [0, 1, 3, 4, 5, 6, 9],
]);
/** A matrix that only the zero word satisfies. */
const RATE_ZERO = binaryMatrix(4, [[0, 1, 2], [1, 2], [2, 3], [3]]);

const CODES: readonly [name: string, order: number, matrix: ParityCheckMatrix][] = [
  ["18 positions", 0, REGULAR],
  ["18 positions", 1, REGULAR],
  ["18 positions", 3, REGULAR],
  [
    "more rows and columns than a word and a workgroup, 12 information positions",
    4,
    randomMatrix(GF2, new Array(70).fill(5), 82, 2),
  ],
  ["the syndrome in a word of its own", 2, randomMatrix(GF2, new Array(40).fill(6), 64, 3)],
  ["fewer parity positions than the table has bits", 5, randomMatrix(GF2, [5, 5, 4], 11, 4)],
  ["more information positions than a workgroup", 2, randomMatrix(GF2, new Array(6).fill(40), 80, 5)],
  ["a single parity check", 5, binaryMatrix(7, [[0, 1, 2, 3, 4, 5, 6]])],
  ["dependent rows", 2, DEPENDENT],
  ["no information", 0, RATE_ZERO],
];

async function run(
  engine: Engine,
  matrix: ParityCheckMatrix,
  order: number,
  frames: readonly Frame[],
  given: boolean,
  sweep = 0,
) {
  const spec = readDecoder(`osd order=${order} sweep=${sweep}`);
  const prepared = await engine.prepare(
    decoderProgram({ matrix }, spec, engine.limits, { syndrome: given }),
    frames.length + 1,
  );
  const outputs = [
    { buffer: "decision", elements: (frames.length + 1) * matrix.columns },
    { buffer: "unsatisfied", elements: frames.length },
  ];
  const inputs = inputsOf(frames, given);
  // The second run starts with the buffers of the first, which must not change its result.
  await prepared.run(runParameters({ frames: frames.length }), outputs, inputs);
  const result = await prepared.run(runParameters({ frames: frames.length }), outputs, inputs);
  prepared.release();
  const [decision, unsatisfied] = result.outputs;
  expect(
    decision.subarray(frames.length * matrix.columns).some((bit) => bit !== 0),
    "a slot without a frame",
  ).toBe(false);
  return frames.map((_, f) => ({
    decision: Array.from(decision.subarray(f * matrix.columns, (f + 1) * matrix.columns)),
    unsatisfied: unsatisfied[f] === 1,
  }));
}

async function expectOracle(
  matrix: ParityCheckMatrix,
  order: number,
  frames: readonly Frame[],
  given: boolean,
  sweep = 0,
  on: readonly Engine[] = [engines.cpu, engines.gpu],
) {
  const limited = sweep === 0 ? {} : { reach: sweep };
  const expected = frames.map(({ llr, syndrome }) =>
    decode(matrix, llr, order, given ? { syndrome, ...limited } : limited),
  );
  for (const engine of on) {
    const decoded = await run(engine, matrix, order, frames, given, sweep);
    decoded.forEach((frame, f) => {
      const { decision, unsatisfied } = expected[f];
      expect(frame, `${engine.info.engine}, frame ${f}`).toEqual({ decision, unsatisfied });
    });
  }
  return expected;
}

// A device in software compiles each for a second, so codes have syndromes in turn. The first code has both.
const syndromesOf = (code: (typeof CODES)[number]) => ({
  few: code[1] === 3 ? [false, true] : [CODES.indexOf(code) % 2 === 1],
  every: [false, true],
});
describe.each(nested(CODES, syndromesOf, 6, 3).map(([code, syndromes]) => [...code, syndromes] as const))(
  "%s, order=%i",
  (name, order, matrix, syndromes) => {
    it.each(syndromes)("with given syndromes: %s", async (given) => {
      // A device has the codes whose sizes matter to a workgroup.
      const on = (order === 3 && given) || name.startsWith("more") ? [engines.cpu, engines.gpu] : [engines.cpu];
      const expected = await expectOracle(matrix, order, randomFrames(matrix, FRAMES, 7, given), given, 0, on);
      expect(expected.every(({ unsatisfied }) => !unsatisfied)).toBe(true);
    });
  },
);

describe("the combination sweep flips several positions among the least reliable alone", () => {
  // Fewer, as many and more positions than a code has, and than its patterns flip. A device in software compiles a case for seconds, so the
  // GPU has one of them.
  const cases: [order: number, sweep: number, few: readonly ("cpu" | "gpu")[]][] = [
    [3, 1, ["cpu"]],
    [2, 5, ["cpu"]],
    [5, 5, ["cpu"]],
    // OSD-E: all patterns among them.
    [6, 7, ["cpu", "gpu"]],
    [8, 100, ["cpu"]],
  ];
  const on = nested(cases, ([, , few]) => ({ few, every: ["cpu", "gpu"] as const }));
  it.each(on.map(([[order, sweep], names]) => [order, sweep, names] as const))(
    "order=%i sweep=%i",
    async (order, sweep, names) => {
      const frames = randomFrames(REGULAR, FRAMES, 7 + sweep, false);
      const expected = await expectOracle(
        REGULAR,
        order,
        frames,
        false,
        sweep,
        names.map((name) => engines[name]),
      );
      const all = frames.map(({ llr }) => decode(REGULAR, llr, order).cost);
      expect(expected.every(({ cost }, f) => cost >= all[f])).toBe(true);
    },
  );
});

itInCi("says that no word has a syndrome", async () => {
  const frames = randomFrames(DEPENDENT, 6, 3, true).map(({ llr, syndrome }, f) => ({
    llr,
    syndrome: f % 2 === 0 ? syndrome : syndrome.map((bit, m) => (m === 3 ? 1 - bit : bit)),
  }));
  const expected = await expectOracle(DEPENDENT, 2, frames, true, 0, [engines.cpu]);
  expect(expected.map(({ unsatisfied }) => unsatisfied)).toEqual([false, true, false, true, false, true]);
});

itInCi("prefers fewer and less reliable flips among equally likely words", async () => {
  // All reliabilities are equal, so the order of patterns decides.
  const frames = Array.from({ length: 16 }, (_, f) => ({
    llr: Array.from({ length: 18 }, (_, n) => (((f * 2654435761) >>> (n % 31)) & 1 ? -1 : 1)),
    syndrome: [],
  }));
  const expected = await expectOracle(REGULAR, 3, frames, false, 0, [engines.cpu]);
  await expectOracle(REGULAR, 8, frames, false, 8, [engines.cpu]);
  expect(new Set(expected.map(({ cost }) => cost)).size).toBeGreaterThan(1);
});

it("of the order of all information positions is maximum likelihood", () => {
  const codewords = allCodewords(DEPENDENT);
  const [n, k] = [DEPENDENT.columns, Math.log2(codewords.length)];
  for (const { llr } of randomFrames(DEPENDENT, 40, 11, false).filter(({ llr }) =>
    llr.every((x) => Math.abs(x) < 2 ** 20),
  )) {
    const weights = reliabilities(llr);
    const cost = (word: readonly number[]) =>
      word.reduce((sum, bit, i) => sum + (bit === Number(llr[i] < 0) ? 0 : weights[i]), 0);
    const { decision, cost: least } = decode(DEPENDENT, llr, k);
    expect(decision.length).toBe(n);
    expect(cost(decision)).toBe(least);
    expect(least).toBe(Math.min(...codewords.map(cost)));
  }
});

describe("reliabilities", () => {
  it("are whole numbers of 16 bits at most for every scale, and certainty is separate", () => {
    expect(reliabilities([1, -0.5, 1.75, 0, -(2 ** 20)])).toEqual([32768, 16384, 57344, 0, 65536]);
    expect(reliabilities([2 ** 19, 2 ** -40, 2 ** 21])).toEqual([32768, 0, 65536]);
    expect(reliabilities([2 ** -110, -(2 ** -103)])).toEqual([256, 32768]);
  });
});

describe("specs", () => {
  it("have neither iterations nor stop", () => {
    expect(decoderText(readDecoder("osd"))).toBe("osd order=2 sweep=0");
    expect(decoderText(readDecoder("osd sweep=40"))).toBe("osd order=2 sweep=40");
    expect(() => readDecoder("osd iterations=5")).toThrow(
      '"iterations=5" is not one of its options: write option=value with order',
    );
    expect(() => readDecoder("osd stop=none")).toThrow(InputError);
    const spec = readDecoder("osd order=4");
    expect(withStop(spec, "syndrome")).toEqual(spec);
  });

  it.each([
    [
      "osd order=17",
      "order 17 tries more patterns than any code of a useful length allows: give a whole number from 0 to 16",
    ],
    ["osd order=1.5", "give a whole number from 0 to 16"],
  ])("refuse %s", (text, message) => {
    expect(() => readDecoder(text)).toThrow(message);
  });
});

describe("codes that it does not decode", () => {
  const plan = (matrix: ParityCheckMatrix, order = 2) =>
    decoderProgram({ matrix }, readDecoder(`osd order=${order}`), engines.cpu.limits);

  it.each([
    ["GF(4)", randomMatrix(galoisField(4), [3, 3], 4, 1), 2, "osd decodes codes over GF(2), not GF(4): use symbol-osd"],
    ["no information", RATE_ZERO, 1, "order=1 is above the 0 information bits of the code: give order=0"],
    [
      "one information bit less",
      binaryMatrix(4, [[0, 1, 2, 3]]),
      4,
      "order=4 is above the 3 information bits of the code: give an order from 0 to 3",
    ],
    [
      "a high order without a short sweep",
      randomMatrix(GF2, [20], 20, 1),
      6,
      "osd: order=6 among 19 flips has too many patterns: above order 5 give a sweep of 2 to 16 (OSD-E)",
    ],
    [
      "16,385 positions",
      binaryMatrix(16_385, [Array.from({ length: 16_385 }, (_, n) => n)]),
      1,
      "takes codes of up to 16384 bits, not 16385",
    ],
  ] as const)("%s", (_, matrix, order, message) => {
    expect(() => plan(matrix, order)).toThrow(InputError);
    expect(() => plan(matrix, order)).toThrow(message);
  });
});
