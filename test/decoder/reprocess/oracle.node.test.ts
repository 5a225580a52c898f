import { describe, expect, it } from "vitest";
import { readDecoder } from "../../../src/decoder/decoder.ts";
import { bothEngines } from "../../engines.ts";
import { correlation, pathNumber, type Reprocessed } from "../../oracle/eqml.ts";
import { nested } from "../../sweep.ts";
import { smallCodes } from "../binary/codes.ts";
import { FRAME_KINDS, type Frame, randomFrames } from "../binary/frames.ts";
import { reprocessOracle } from "./oracle.ts";
import { type ReprocessedFrame, reprocessOn } from "./run.ts";

// Reprocessing on both engines runs exactly the tests of the textbook's tree and decides on the likeliest word found.
const engines = bothEngines();
const codes = smallCodes();

/** Every exact rule and number format, every schedule and every selection at least once, over all small codes. */
const CASES = [
  ["normalised-min-sum iterations=4 reprocess=eqml stages=3 alpha=8", "Z = 32", false],
  ["normalised-min-sum iterations=4 reprocess=abp stages=3", "Z = 32", true],
  ["min-sum messages=int12 iterations=6 reprocess=eqml stages=2", "Z = 5 with degree-1 variables", true],
  [
    "min-sum messages=int12 schedule=layered iterations=3 reprocess=abp stages=2",
    "Z = 5 with degree-1 variables",
    false,
  ],
  ["offset-min-sum messages=int8 iterations=7 reprocess=eqml stages=3", "unstructured", true],
  ["offset-min-sum messages=int8 schedule=layered iterations=5 reprocess=abp stages=3", "unstructured", true],
  ["normalised-min-sum schedule=layered iterations=3 reprocess=eqml stages=4", "accumulator, one absent", true],
  ["normalised-min-sum iterations=3 reprocess=abp stages=2", "accumulator, one absent", true],
  [
    "min-sum schedule=layered layers=rows iterations=4 reprocess=eqml stages=2",
    "Z = 5, two circulants in a block",
    true,
  ],
  ["sionna-5g-min-sum iterations=5 reprocess=eqml stages=2", "Z = 3, two of degree 1 in a check", true],
  // With these stages a path contains every position.
  ["min-sum messages=int8 iterations=1 reprocess=eqml stages=5", "Z = 1", true],
] as const;

/** Engines, each with the plan for the limits of a card or of the engine itself. */
const PLANS = [
  ["cpu", "own"],
  ["gpu", "card"],
  ["gpu", "own"],
  ["cpu", "card"],
] as const;
/** Plans of cases by their places; all others have the CPU's alone. */
const PLANS_OF: Readonly<Record<number, readonly number[]>> = { 1: [0, 1], 3: [0, 1, 2, 3], 7: [0, 3] };
const plansOf = (each: (typeof CASES)[number]) => ({
  few: (PLANS_OF[CASES.indexOf(each)] ?? [0]).map((i) => PLANS[i]),
  every: PLANS,
});

describe.each(nested(CASES, plansOf, 12).map(([each, plans]) => [...each, plans] as const))(
  "%s, code %s, syndrome %s",
  (words, name, withSyndrome, plans) => {
    const code = codes[name];
    const spec = readDecoder(words);
    const frames = randomFrames(code.matrix, 4 * FRAME_KINDS.length, 9, withSyndrome);
    const expected = frames.map(reprocessOracle(code, spec, withSyndrome));

    it("grows the textbook's tree", async () => {
      expect(expected.filter(({ tests }) => tests.length > 1).length, "frames that fail").toBeGreaterThan(2);
      // A hardware device has another plan: the posteriors of tests are in workgroup memory.
      const hardware = { ...engines.gpu.limits, software: false, simd: false };
      for (const [engineName, which] of plans) {
        const engine = engines[engineName];
        const limits = which === "card" ? hardware : engine.limits;
        const result = await reprocessOn(engine, code, spec, frames, withSyndrome, limits);
        expect(result.failed).toBe(expected.filter(({ tests }) => !tests[0].satisfied).length);
        result.frames.forEach((frame, f) => {
          expectTree(frame, expected[f], frames[f], `${engine.info.engine}, software ${limits.software}, frame ${f}`);
        });
        expect(result.frames.some(({ positions }) => positions !== undefined)).toBe(true);
      }
    });
  },
);

function expectTree(frame: ReprocessedFrame, expected: Reprocessed, { llr }: Frame, what: string): void {
  const { tests } = expected;
  expect(frame.tests, `${what}: tests`).toBe(tests.length - 1);
  expect(!frame.unsatisfied.at(-1), `${what}: satisfied`).toBe(expected.satisfied);
  frame.positions?.forEach((paths, stage) => {
    paths.forEach((position, path) => {
      const test = tests.find((each) => each.path.length === stage && pathNumber(each.path) === path);
      expect(position, `${what}: stage ${stage}, path ${path}`).toBe(test?.chosen);
    });
  });
  if (!expected.satisfied) {
    expect(frame.decision, `${what}: decision`).toEqual(expected.decision);
    return;
  }
  // f32 cannot distinguish words with nearly equal likelihoods.
  const list = tests.filter(({ satisfied }) => satisfied).map(({ decision }) => decision);
  expect(list, `${what}: decision`).toContainEqual(frame.decision);
  const slack = 2 ** -20 * llr.reduce((sum, value) => sum + Math.abs(value), 0);
  const most = correlation(llr, expected.decision);
  expect(correlation(llr, frame.decision), `${what}: likelihood`).toBeGreaterThanOrEqual(most - slack);
  const close = list.filter((word) => correlation(llr, word) >= most - slack && word !== expected.decision);
  if (close.length === 0) expect(frame.decision, `${what}: decision`).toEqual(expected.decision);
}
