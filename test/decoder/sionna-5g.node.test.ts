import { describe, expect, it } from "vitest";
import type { BaseMatrix } from "../../src/code/base-matrix.ts";
import type { Code } from "../../src/code/code.ts";
import { codeEncoder } from "../../src/code/encoder.ts";
import { packBits } from "../../src/code/packed-bits.ts";
import { type RateMatchOptions, transmittedPositions } from "../../src/code/rate-matching.ts";
import { decoderProgram } from "../../src/decoder/decoder.ts";
import { withUnsentSymbols } from "../../src/decoder/unsent.ts";
import { decodeFrames } from "../../src/engine/decode.ts";
import type { Engine } from "../../src/engine/engine.ts";
import { loadCode } from "../../src/node/codes/codes.ts";
import { bothEngines } from "../engines.ts";
import { decodeSionna5g, type Sionna5gOptions } from "../oracle/papers/sionna-5g.ts";
import { runParameters } from "../run-parameters.ts";
import { expectSameElements } from "../same-elements.ts";
import { randomNumbers } from "../simulation/random.ts";
import { ALL, itIf, itInCi, itLong, nested } from "../sweep.ts";
import { readPosteriors } from "./binary/decode.ts";
import { spec } from "./specs.ts";

// The decoder sionna-5g-min-sum equals the tutorial's text bit for bit in every posterior, the packed decisions, the number of iterations
// and the satisfied checks.

const engines = bothEngines();

/** int8 LLRs of the transmitted bits: random LLRs, extreme values, and codewords with increasing noise. */
function receivedFrames(code: Code, count: number, seed: number): number[][] {
  const random = randomNumbers(seed);
  const sent = transmittedPositions(code);
  const encoder = codeEncoder(code);
  const noise = () => random() + random() + random() + random() - 2;
  const int8 = (value: number) => Math.max(-127, Math.min(Math.round(value), 127));
  const noisyCodeword = (amplitude: number, deviation: number) => {
    const word = encoder.encode(Array.from({ length: encoder.k }, () => Math.floor(2 * random())));
    return Array.from(sent, (n) => int8(amplitude * (1 - 2 * word[n]) + deviation * noise()));
  };
  const kinds = [
    () => noisyCodeword(20, 14),
    () => Array.from(sent, () => Math.floor(255 * random()) - 127),
    () => noisyCodeword(40, 60),
    () => Array.from(sent, () => (random() < 0.5 ? 127 : -127)),
    () => noisyCodeword(3, 4),
    () => noisyCodeword(127, 300),
    () => Array.from(sent, () => Math.floor(3 * random()) - 1),
  ];
  return Array.from({ length: count }, (_, i) => kinds[i % kinds.length]());
}

/** Input of the tutorial's decoder: 0 for punctured bits, 127 for filler bits. */
function tutorialInput(code: Code, received: readonly number[]): number[] {
  const llr = new Array<number>(code.matrix.columns).fill(0);
  for (const position of code.shortened ?? []) llr[position] = 127;
  for (const [i, position] of transmittedPositions(code).entries()) llr[position] = received[i];
  return llr;
}

const ours = (code: Code, received: readonly (readonly number[])[]) =>
  withUnsentSymbols(Float32Array.from(received.flat()), code, "bit");

/** Values for the tutorial's macros: UNROLL_NODES, MAX_LLR_MSG_VALUE, MAX_LLR_ACCUMULATOR_VALUE. */
type Macros = Pick<Sionna5gOptions, "unrollNodes" | "messageClip" | "accumulatorClip">;

const words = (
  iterations: number,
  stop: string,
  { unrollNodes = 4, messageClip = 127, accumulatorClip = 127 }: Macros = {},
) =>
  `sionna-5g-min-sum step=1 partial-sums=${unrollNodes} message-clip=${messageClip} accumulator-clip=${accumulatorClip} ` +
  `iterations=${iterations} stop=${stop}`;

/** Runs all iterations on an engine: totals by bit, packed decisions, and whether the checks hold, for each frame. */
async function decodeOn(
  engine: Engine,
  code: Code,
  llr: Float32Array<ArrayBuffer>,
  iterations: number,
  macros: Macros,
) {
  const { columns } = code.matrix;
  const frames = llr.length / columns;
  const decoder = spec(words(iterations, "none", macros));
  const program = decoderProgram(code, decoder, engine.limits);
  const prepared = await engine.prepare(program, frames);
  const { outputs } = await prepared.run(
    runParameters({ frames }),
    [
      { buffer: "decision", elements: columns * frames },
      { buffer: "unsatisfied", elements: iterations * frames },
    ],
    { channel_llr: llr },
  );
  const totals = await readPosteriors(prepared, program, decoder, frames);
  prepared.release();
  const [decision, unsatisfied] = outputs;
  return Array.from({ length: frames }, (_, frame) => ({
    total: totals[frame],
    packed: packBits(decision.subarray(frame * columns, (frame + 1) * columns), columns),
    satisfied: unsatisfied[(iterations - 1) * frames + frame] === 0,
  }));
}

/** @returns whether the checks hold, for each frame. */
async function expectTutorial(
  engine: Engine,
  code: Code,
  received: readonly (readonly number[])[],
  iterations: number,
  macros: Macros = {},
): Promise<boolean[]> {
  const found = await decodeOn(engine, code, ours(code, received), iterations, macros);
  return received.map((llr, f) => {
    const expected = decodeSionna5g(code.base as BaseMatrix, tutorialInput(code, llr), iterations, macros);
    const what = `frame ${f} after ${iterations} iterations`;
    expectSameElements(found[f].total, expected.total, `totals, ${what}`);
    expectSameElements(found[f].packed, expected.packed, `packed bits, ${what}`);
    expect(found[f].satisfied, what).toBe(expected.satisfied);
    return expected.satisfied;
  });
}

/** Every number is a separate program. All messages of all iterations before the last have a part in its posteriors. */
const FIVE = [1, 2, 3, 7, 20];

const CASES: readonly [name: string, options: RateMatchOptions, frames: number, iterations: readonly number[]][] = [
  ["nr-bg1-z2", {}, 7, FIVE],
  ["nr-bg1-z2", { rows: 4, fillers: 9 }, 7, FIVE],
  ["nr-bg2-z2", { rows: 13 }, 9, FIVE],
  ["nr-bg2-z8", { fillers: 13 }, 7, FIVE],
  ["nr-bg1-z8", { rows: 13 }, 5, FIVE],
  ["nr-bg2-z36", { rows: 4, fillers: 50 }, 7, [1, 2, 5, 20]],
  ["nr-bg1-z36", { rows: 21, fillers: 1 }, 3, [1, 4, 13]],
  ["nr-bg1-z384", {}, 1, [1, 6]],
  ["nr-bg2-z384", { rows: 10, fillers: 1000 }, 1, [1, 20]],
];

/**
 * Cases of CI. Both engines take seconds to compile one: a base graph with few rows and one with all, and lifting sizes from 2 to 384. Other
 * tests below have all rows of both base graphs on a device, and binary/scatter.node.test.ts has the largest code.
 */
const IN_CI = {
  cpu: [0, 6, 8].map((i) => CASES[i]),
  gpu: [1].map((i) => CASES[i]),
};

describe.each(["cpu", "gpu"] as const)("the 5G decoder of the tutorial on the %s engine", (name) => {
  // The kernels are the same for all numbers of iterations, and both engines take most of their time to prepare them.
  const countsOf = ([, , , every]: (typeof CASES)[number]) => {
    return { few: [every[0], every[every.length - 1]], every };
  };
  const cases = nested({ few: IN_CI[name], every: CASES }, countsOf, 8);
  it.each(cases.map(([[code, options, frames, every], counts]) => [code, options, frames, every, counts] as const))(
    "decodes %s, %j, as its text says",
    async (code, options, frames, every, counts) => {
      const matched = loadCode(code, options);
      const received = receivedFrames(matched, frames, 7);
      const satisfied: boolean[] = [];
      for (const count of counts) satisfied.push(...(await expectTutorial(engines[name], matched, received, count)));
      // Both outcomes must occur after the first and the last number.
      if (counts.includes(every[0])) expect(new Set(satisfied).size).toBe(2);
    },
  );

  // A device has partial-sums=1 together with clips.
  itIf(ALL && name === "cpu", "adds in one sum with partial-sums=1, which gives other totals", async () => {
    const code = loadCode("nr-bg1-z2");
    const received = receivedFrames(code, 7, 3);
    await expectTutorial(engines[name], code, received, 5, { unrollNodes: 1 });
    const totals = ([1, 4] as const).map((unrollNodes) =>
      received.map(
        (llr) => decodeSionna5g(code.base as BaseMatrix, tutorialInput(code, llr), 5, { unrollNodes }).total,
      ),
    );
    expect(totals[0]).not.toEqual(totals[1]);
  });

  const together = { messageClip: 31, accumulatorClip: 40, unrollNodes: 1 };
  itInCi.each(name === "cpu" ? [{ messageClip: 15 }, together] : [together])(
    "clips messages and sums where it is told to, %j, which gives other totals",
    async (macros) => {
      const code = loadCode("nr-bg2-z8");
      const received = receivedFrames(code, 7, 5);
      await expectTutorial(engines[name], code, received, 4, macros);
      const totals = [{}, macros].map((given) =>
        received.map((llr) => decodeSionna5g(code.base as BaseMatrix, tutorialInput(code, llr), 4, given).total),
      );
      expect(totals[0]).not.toEqual(totals[1]);
    },
  );

  itLong("ends early after the first iteration that satisfies the checks, with the text's state then", async () => {
    const code = loadCode("nr-bg2-z8", { rows: 20, fillers: 5 });
    const received = receivedFrames(code, 14, 11);
    const most = 12;
    const decoded = await decodeFrames(engines[name], code, spec(words(most, "syndrome")), ours(code, received));
    const packed = packBits(decoded.symbols, code.matrix.columns);
    const frameBytes = packed.length / received.length;
    for (const [f, llr] of received.entries()) {
      const afterwards = (count: number) => decodeSionna5g(code.base as BaseMatrix, tutorialInput(code, llr), count);
      let count = 1;
      while (count < most && !afterwards(count).satisfied) count++;
      expect(decoded.iterations[f], `frame ${f}`).toBe(count);
      expect(decoded.converged[f], `frame ${f}`).toBe(afterwards(count).satisfied ? 1 : 0);
      expectSameElements(packed.subarray(f * frameBytes, (f + 1) * frameBytes), afterwards(count).packed, `frame ${f}`);
    }
    expect(new Set(decoded.iterations).size).toBeGreaterThan(2);
    expect(new Set(decoded.converged).size).toBe(2);
  });
});
