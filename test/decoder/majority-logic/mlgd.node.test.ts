import { describe, expect, it } from "vitest";
import { encode, syndrome as syndromeOf, systematicEncoder } from "../../../src/code/encoder.ts";
import type { ParityCheckMatrix } from "../../../src/code/parity-check-matrix.ts";
import { decoderProgram } from "../../../src/decoder/decoder.ts";
import type { DecoderSpec } from "../../../src/decoder/spec.ts";
import type { Engine } from "../../../src/engine/engine.ts";
import { InputError } from "../../../src/errors.ts";
import { galoisField } from "../../../src/galois/field.ts";
import { bothEngines, isLeftToBrowser } from "../../engines.ts";
import type { MlgdRule } from "../../oracle/papers/mlgd.ts";
import { oracleFor } from "../../oracle/rules.ts";
import type { TextbookResult } from "../../oracle/textbook-decoder.ts";
import { runParameters } from "../../run-parameters.ts";
import { expectSameElements } from "../../same-elements.ts";
import { randomNumbers } from "../../simulation/random.ts";
import { sweep } from "../../sweep.ts";
import { randomMatrix } from "../random-matrix.ts";
import { randomLlr } from "../reproductions/min-max-symbols/messages.ts";
import { MLGD_RULES, spec } from "../specs.ts";

// GPU, CPU and the paper's equations agree on every decision and on the checks of every iteration.
const engines = bothEngines();
const ITERATIONS = 6;
/** More frames than a workgroup has invocations, and not a multiple. */
const FRAMES = 67;

function ruleOf({ rule, options }: DecoderSpec): MlgdRule {
  return { name: rule, ...options } as MlgdRule;
}

interface Frames {
  /** [frame][variable][symbol] */
  readonly llr: number[][][];
  /** Syndromes of the sent words, [frame][check]. */
  readonly syndrome: number[][];
}

/** Noisy codewords or random words. Frame 0 has no wrong symbol, and later frames have more. */
function noisyFrames(matrix: ParityCheckMatrix, seed: number, source: "codewords" | "words"): Frames {
  const { field, columns } = matrix;
  const random = randomNumbers(seed);
  const symbols = (count: number) => Array.from({ length: count }, () => Math.floor(random() * field.q));
  const encoder = systematicEncoder(matrix);
  const sent = Array.from({ length: FRAMES }, () =>
    source === "words" ? Uint32Array.from(symbols(columns)) : encode(encoder, symbols(encoder.k)),
  );
  // On a coarse grid, half steps and equal reliabilities occur. Only one symbol has LLR 0.
  const llr = sent.map((word, frame) =>
    Array.from(word, (symbol) => {
      const wrong = random() < frame / (3 * FRAMES);
      const likely = wrong ? symbols(1)[0] : symbol;
      return randomLlr(random, field.q, 10, likely, 0.125).map((value, a) => (a === likely ? 0 : value + 0.125));
    }),
  );
  return { llr, syndrome: sent.map((word) => [...syndromeOf(matrix, word)]) };
}

async function run(
  engine: Engine,
  matrix: ParityCheckMatrix,
  how: DecoderSpec,
  { llr, syndrome }: Frames,
  given: boolean,
) {
  const program = decoderProgram({ matrix }, how, engine.limits, { syndrome: given });
  const prepared = await engine.prepare(program, FRAMES + 5);
  const outputs = [
    { buffer: "decision", elements: FRAMES * matrix.columns },
    { buffer: "unsatisfied", elements: FRAMES * how.iterations },
  ];
  const inputs = {
    channel_llr: Float32Array.from(llr.flat(2)),
    ...(given ? { syndrome: Uint32Array.from(syndrome.flat()) } : {}),
  };
  // The second run starts with the buffers of the first, which must not change its result.
  await prepared.run(runParameters({ frames: FRAMES }), outputs, inputs);
  const result = await prepared.run(runParameters({ frames: FRAMES }), outputs, inputs);
  prepared.release();
  return result.outputs;
}

const both = () => [engines.cpu, engines.gpu];

/** Expects the oracle's decisions and flags from engines. */
async function expectOracle(matrix: ParityCheckMatrix, words: string, seed: number, given: boolean, on: Engine[]) {
  const how = spec(`${words} iterations=${ITERATIONS}`);
  const frames = noisyFrames(matrix, seed, given ? "words" : "codewords");
  const results: TextbookResult[] = frames.llr.map((llr, frame) =>
    oracleFor(how.rule, "votes").decode(matrix, llr, ruleOf(how), {
      iterations: ITERATIONS,
      stop: how.stop === "syndrome",
      syndrome: given ? frames.syndrome[frame] : undefined,
    }),
  );
  const unsatisfied = Array.from({ length: ITERATIONS }, (_, i) =>
    results.map((result) => Number(result.unsatisfied[i])),
  );
  for (const engine of on) {
    if (isLeftToBrowser(engine)) continue;
    const [decision, flags] = await run(engine, matrix, how, frames, given);
    const expected = results.flatMap((result) => result.decision);
    expectSameElements(decision, expected, `${engine.info.engine}, ${words}: decision`);
    expectSameElements(flags, unsatisfied.flat(), `${engine.info.engine}, ${words}: unsatisfied`);
  }
  return results;
}

const FIELDS = [2, 4, 8, 16, 32, 64, 128, 256];

/** Weights with which some frames of short codes over every field need several iterations. */
const WEIGHTS: Readonly<Record<string, string>> = {
  "wbrb-mlgd": " vote-weights=4,2,1,1",
  "symbol-flipping": " vote-weights=4,2,1",
};

describe.each(MLGD_RULES.map((rule, i) => [`${rule}${WEIGHTS[rule] ?? ""}`, i] as const))("%s", (rule, i) => {
  // The rules share their vectors, so they have fields in turn, and a device has one of them over each field.
  for (const q of sweep({ few: i % 2 === 0 ? [64, 4, 16, 256] : [32, 2, 8, 128], every: FIELDS }, 4)) {
    const field = galoisField(q);
    const on = () => ((Math.log2(q) + i) % 4 === 0 ? both() : [engines.cpu]);

    it(`over GF(${q}), of codewords`, async () => {
      const regular = randomMatrix(field, [8, 8, 8, 8, 8, 8], 12, q);
      const results = await expectOracle(regular, rule, q, false, on());
      const converged = results.filter(({ unsatisfied }) => unsatisfied.includes(false));
      expect(converged.length, "some frames satisfy all checks and some do not").toBeGreaterThan(5);
      expect(converged.length).toBeLessThan(FRAMES);
      // The least of many bits of such LLRs is so small that votes of bits decide at once or not at all.
      if (rule.startsWith("wbrb") && q > 32) return;
      expect(
        converged.some(({ unsatisfied: [first] }) => first),
        "some only after several iterations",
      ).toBe(true);
    });

    it(`over GF(${q}), of words with given syndromes, irregular, all iterations`, async () => {
      await expectOracle(randomMatrix(field, [2, 3, 7, 4, 5], 9, q), `${rule} stop=none`, q + 1, true, on());
      await expectOracle(randomMatrix(field, [6, 1, 7, 4, 5], 9, q), rule, q + 2, true, on());
    });
  }
});

const NUMBERS = [
  "wbrb-mlgd",
  "symbol-flipping",
  "isrb-mlgd lambda=0.5 step=1 bits=3",
  "isrb-mlgd lambda=2.5 step=0.125 bits=12",
  "isrb-mlgd lambda=1 step=4 bits=1",
  "isrb-mlgd lambda=1000 bits=5",
  "ihrb-mlgd gamma=0",
  "ihrb-mlgd gamma=1",
  "ihrb-mlgd gamma=12",
  "wbrb-mlgd vote-weights=16,0.0625 step=0.125 bits=12",
  "symbol-flipping vote-weights=3,1.4,1.2,0 step=1 bits=5",
];
it.each(sweep(NUMBERS, 6))("%s", async (words) => {
  // A device compiles kernels of each number for a second, and has the first of each rule.
  const on = ["isrb-mlgd lambda=0.5 step=1 bits=3", "ihrb-mlgd gamma=0"].includes(words) ? both() : [engines.cpu];
  for (const q of [2, 32]) {
    const matrix = randomMatrix(galoisField(q), [6, 5, 8, 4, 7, 3, 1], 10, q);
    await expectOracle(matrix, words, q + 7, false, on);
    await expectOracle(matrix, `${words} stop=none`, q + 8, true, on);
  }
});

it.each([
  "isrb-mlgd",
  "isrb-mlgd lambda=1 step=2 bits=3",
  "ihrb-mlgd gamma=1",
  "wbrb-mlgd step=2 bits=3",
  "symbol-flipping step=2 bits=3",
])("%s decodes a codeword like the all-zero word, equal reliabilities included", async (words) => {
  const field = galoisField(8);
  const matrix = randomMatrix(field, [6, 6, 6, 6], 8, 5);
  const encoder = systematicEncoder(matrix);
  const random = randomNumbers(6);
  const { llr, syndrome } = noisyFrames(matrix, 7, "codewords");
  const how = spec(`${words} iterations=${ITERATIONS}`);
  const offsets = llr.map(() =>
    encode(
      encoder,
      Array.from({ length: encoder.k }, () => Math.floor(random() * field.q)),
    ),
  );
  const moved = llr.map((frame, f) => frame.map((message, n) => message.map((_, a) => message[a ^ offsets[f][n]])));
  const [decision, flags] = await run(engines.cpu, matrix, how, { llr, syndrome }, false);
  const [other, otherFlags] = await run(engines.cpu, matrix, how, { llr: moved, syndrome }, false);
  const expected = offsets.flatMap((offset, f) => [...offset].map((c, n) => decision[f * matrix.columns + n] ^ c));
  expectSameElements(other, expected, "decision");
  expectSameElements(otherFlags, flags, "unsatisfied");
});

it("rounds LLRs of half a step up, and LLRs just below half a step down", async () => {
  const matrix = randomMatrix(galoisField(4), [3, 3, 3, 3], 4, 3);
  const below = 0.25 - 2 ** -26;
  const llr = Array.from({ length: FRAMES }, () => [
    [0, 0.25, below, 2 ** 20],
    [0.75, 0, below, 0.75 - 2 ** -24],
    [3, 3, 0, 1.25],
    [0, below, 0.25, 1],
  ]);
  const how = spec(`isrb-mlgd iterations=1 bits=12`);
  for (const engine of [engines.cpu, engines.gpu]) {
    const prepared = await engine.prepare(decoderProgram({ matrix }, how, engine.limits), FRAMES);
    prepared.write("channel_llr", Float32Array.from(llr.flat(2)));
    const program = decoderProgram({ matrix }, how, engine.limits);
    await prepared.runDispatch(program.start[0], runParameters({ frames: FRAMES }), 0);
    const reliabilities = await prepared.read("reliabilities");
    // 2λ·(max C − C(a)) with λ = 12, of frame 0 and of the last frame.
    const expected = [
      [4095, 4094, 4095, 0],
      [0, 2, 2, 1],
      [0, 0, 6, 3],
      [2, 2, 1, 0],
    ].map((row) => row.map((value) => 24 * value));
    for (const frame of [0, FRAMES - 1]) {
      const actual = expected.flat().map((_, i) => reliabilities[i * FRAMES + frame]);
      expectSameElements(actual, expected.flat(), `${engine.info.engine}, frame ${frame}`);
    }
    prepared.release();
  }
});

it("refuses iterations after which votes may exceed 32 bits", () => {
  const matrix = randomMatrix(galoisField(2), new Array(250).fill(2), 4, 1);
  const limits = engines.cpu.limits;
  const plan = (words: string) => decoderProgram({ matrix }, spec(words), limits);
  expect(() => plan("isrb-mlgd bits=12 iterations=10000 stop=none")).toThrow(InputError);
  expect(() => plan("isrb-mlgd bits=12 iterations=10000 stop=none")).toThrow("take fewer iterations or fewer bits");
  expect(() => plan("isrb-mlgd bits=12 iterations=1000")).not.toThrow();
  const manyChecks = randomMatrix(galoisField(2), new Array(5000).fill(2), 4, 1);
  const planOf = (words: string) => () => decoderProgram({ matrix: manyChecks }, spec(words), limits);
  expect(planOf("wbrb-mlgd bits=12 vote-weights=16")).toThrow("may exceed 31 bits: take lower weights or fewer bits");
  expect(planOf("symbol-flipping vote-weights=256")).toThrow("may exceed 24 bits: take lower weights or a larger step");
  expect(planOf("symbol-flipping")).toThrow("is for variables of 1024 checks at most, and one has");
  expect(() => plan("wbrb-mlgd vote-weights=17")).toThrow("vote-weights=17: give numbers from 0 to 16");
  expect(() => plan("isrb-mlgd step=0.1875")).toThrow("step=0.1875 is not a power of two");
});
