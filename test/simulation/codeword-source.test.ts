import { describe, expect, it } from "vitest";
import { DEFAULT_GENERATOR } from "../../src/channel/random.ts";
import { cpuEngine } from "../../src/engine/cpu/engine.ts";
import type { Engine } from "../../src/engine/engine.ts";
import type { ChunkCounts } from "../../src/simulation/counts.ts";
import { monteCarloRunner } from "../../src/simulation/monte-carlo-runner.ts";
import { monteCarloProgram } from "../../src/simulation/program/monte-carlo.ts";
import { fisherTest } from "../../src/simulation/statistics.ts";
import { SEMANTICS_VERSION, type Task } from "../../src/simulation/task.ts";
import { spec } from "../decoder/specs.ts";
import { bothEngines } from "../engines.ts";
import { packagedCode } from "../load-code.ts";
import { inNode, itInNode } from "../sweep.ts";

const FRAMES = 2000;

// Each source has its own seed, so that each has other noise.
const SEEDS = { zero: 1, random: 2, syndrome: 3, "checked-syndrome": 3 } as const;

const engines = bothEngines();

async function counts(
  name: string,
  codeword: Task["codeword"],
  ebn0: number,
  decoder = "min-max iterations=5",
  seed: number = SEEDS[codeword],
  engine: Engine = cpuEngine(),
): Promise<ChunkCounts> {
  const code = await packagedCode(name);
  const task: Task = {
    code: { name, hash: "" },
    decoder,
    channel: { name: "awgn", parameter: "ebn0", value: ebn0 },
    seed,
    chunkFrames: FRAMES,
    codeword,
    semantics: SEMANTICS_VERSION,
    random: DEFAULT_GENERATOR,
  };
  const program = monteCarloProgram(code, spec(decoder), codeword, engine.limits);
  const run = await monteCarloRunner(engine, program, task, code).run(0, 1);
  return run.counts.at(0);
}

async function frameErrors(...setting: Parameters<typeof counts>): Promise<number> {
  return (await counts(...setting)).frameErrors;
}

/** Two-sided p-value of Fisher's exact test for equal rates of a and b errors in n frames each. */
const fisherExact = (a: number, b: number, n: number) => fisherTest({ errors: a, frames: n }, { errors: b, frames: n });

const CODES = [
  ["tiny/tiny20-gf2", 1],
  ["tiny/tiny10-gf4", 1],
  ["tiny/tiny12-gf8", 0],
] as const;

it.each(inNode(CODES))(
  "the all-zero word and random codewords have the same frame error rate: %s at %f dB",
  async (name, ebn0) => {
    const zero = await frameErrors(name, "zero", ebn0);
    const random = await frameErrors(name, "random", ebn0);
    expect(zero).toBeGreaterThan(100);
    expect(fisherExact(zero, random, FRAMES), `${zero} and ${random} of ${FRAMES}`).toBeGreaterThan(0.01);
  },
);

itInNode("so have random words with a given syndrome, of a binary code", async () => {
  const errors = (codeword: Task["codeword"]) => frameErrors("tiny/tiny20-gf2", codeword, 1, "min-sum iterations=5");
  const [zero, random, given] = [await errors("zero"), await errors("random"), await errors("syndrome")];
  expect(zero).toBeGreaterThan(100);
  expect(fisherExact(zero, given, FRAMES), `${zero} and ${given} of ${FRAMES}`).toBeGreaterThan(0.01);
  expect(fisherExact(zero, random, FRAMES), `${zero} and ${random} of ${FRAMES}`).toBeGreaterThan(0.01);
});

it.each(inNode(CODES.slice(1)))(
  "over GF(q), random words with a given syndrome have the counts of the all-zero word with the same noise: %s at %f dB",
  async (name, ebn0) => {
    const zero = await counts(name, "zero", ebn0);
    const given = await counts(name, "syndrome", ebn0, undefined, SEEDS.zero);
    expect(zero.frameErrors).toBeGreaterThan(100);
    // All words have the same errors unless likelihoods are equal. Then the lowest symbol is decided, which is right for the zero word
    // only. That is rare, as it needs outputs 0 of the channel.
    for (const count of ["frameErrors", "symbolErrors", "bitErrors", "iterations", "undetected"] as const) {
      expect(Math.abs(given[count] / zero[count] - 1), count).toBeLessThan(0.005);
    }
    // All symbols are information.
    expect(zero.informationFrameErrors).toBeLessThan(zero.frameErrors);
    expect(given.informationFrameErrors).toBe(given.frameErrors);
  },
);

itInNode("random words with a given syndrome are recovered where there is little noise", async () => {
  const { frames, frameErrors, iterations } = await counts("tiny/tiny12-gf8", "syndrome", 9);
  expect({ frames, frameErrors }).toEqual({ frames: FRAMES, frameErrors: 0 });
  // The noise had an effect: some received frames were wrong.
  expect(iterations).toBeGreaterThan(FRAMES);
});

describe("an outer check finds the wrong words of the right syndrome, and changes no other count", () => {
  it.each([...inNode([["tiny/tiny20-gf2", "min-sum iterations=20"]]), ["tiny/tiny10-gf4", "min-max iterations=5"]])(
    "%s",
    async (name, decoder) => {
      for (const engine of [engines.cpu, engines.gpu]) {
        const of = (codeword: Task["codeword"]) => counts(name, codeword, 1, decoder, undefined, engine);
        const without = await of("syndrome");
        expect(without.undetected).toBeGreaterThan(20);
        expect(await of("checked-syndrome")).toEqual({ ...without, undetected: 0, mlErrors: 0 });
      }
    },
  );
});
