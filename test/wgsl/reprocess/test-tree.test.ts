import { describe, expect, it } from "vitest";
import { bitsOf } from "../../../src/decoder/step.ts";
import { WORKGROUP_SIZE } from "../../../src/gpu/workgroup.ts";
import { LLR_BOUND } from "../../../wgsl/common/bound.ts";
import { SELECTED_TESTS } from "../../../wgsl/reprocess/select-position.ts";
import { NO_POSITION, NO_WORD, stageAt } from "../../../wgsl/reprocess/test-tree.ts";
import { bothEngines } from "../../engines.ts";
import { expectSameElements } from "../../same-elements.ts";
import { randomNumbers } from "../../simulation/random.ts";
import { runKernel } from "../run-kernel.ts";
import { failed, N, positions, ROUND_FRAMES, testsOf } from "./test-tree.ts";

// The kernels of a stage of tests, on a tree that is written out by hand.
const engines = bothEngines();
const [RUN_FRAMES, CHECKS, ITERATIONS, ALPHA] = [9, 70, 3, 7.25];
const STAGES = [0, 1, 2, 3];

function numbers(seed: number) {
  const random = randomNumbers(seed);
  const llr = Float32Array.from({ length: RUN_FRAMES * N }, () => 20 * random() - 10);
  const bits = (count: number) => Uint32Array.from({ length: count }, () => Number(random() < 0.5));
  return { random, llr, bits };
}

describe.each([true, false])("make-tests, syndrome %s", (withSyndrome) => {
  it.each(STAGES)("stage %i", async (stage) => {
    const { llr, bits } = numbers(stage);
    const syndrome = bits(RUN_FRAMES * CHECKS);
    const tests = testsOf(stage);
    const { test_llr, test_syndrome } = await runKernel(engines, {
      kernel: "reprocess/make-tests",
      constants: { N, CHECKS, SYNDROME: withSyndrome ? 1 : 0, ROUND_FRAMES, ALPHA_BITS: bitsOf(ALPHA) },
      buffers: {
        failed,
        positions,
        channel_llr: llr,
        syndrome,
        test_llr: new Float32Array(tests.length * N),
        test_syndrome: new Uint32Array(tests.length * CHECKS).fill(5),
      },
      parameters: { frames: tests.length },
      workgroups: Math.ceil((N + (withSyndrome ? CHECKS : 0)) / WORKGROUP_SIZE),
    });
    const expected = tests.flatMap(({ slot, saturated }) =>
      Array.from({ length: N }, (_, n) => {
        if (slot === undefined) return LLR_BOUND;
        const bit = saturated.get(n);
        return bit === undefined ? llr[slot * N + n] : bit === "0" ? ALPHA : -ALPHA;
      }),
    );
    expectSameElements(test_llr, expected);
    const given = tests.flatMap(({ slot }) =>
      Array.from({ length: CHECKS }, (_, m) =>
        withSyndrome ? (slot === undefined ? 0 : syndrome[slot * CHECKS + m]) : 5,
      ),
    );
    expectSameElements(test_syndrome, given);
  });
});

it.each(STAGES)("judge-tests, stage %i", async (stage) => {
  const { llr, bits } = numbers(10 + stage);
  llr[0] = 0;
  const tests = testsOf(stage);
  const test_unsatisfied = bits(ITERATIONS * tests.length);
  const test_decision = bits(tests.length * N);
  const { costs } = await runKernel(engines, {
    kernel: "reprocess/judge-tests",
    constants: { N, ITERATIONS, ROUND_FRAMES },
    buffers: {
      failed,
      positions,
      channel_llr: llr,
      test_unsatisfied,
      test_decision,
      costs: new Float32Array(tests.length),
    },
    parameters: { frames: tests.length },
    workgroups: 1,
  });
  tests.forEach(({ slot }, i) => {
    if (slot === undefined || test_unsatisfied[2 * tests.length + i] === 1) {
      expect(costs[i]).toBe(NO_WORD);
      return;
    }
    // The maximum correlation of any word minus the correlation of this word is twice the cost.
    const word = test_decision.subarray(i * N, (i + 1) * N);
    const correlation = word.reduce((sum, bit, n) => sum + llr[slot * N + n] * (1 - 2 * bit), 0);
    const most = llr.subarray(slot * N, (slot + 1) * N).reduce((sum, value) => sum + Math.abs(value), 0);
    expect(costs[i]).toBeCloseTo((most - correlation) / 2, 3);
  });
});

it.each([0, 1, 3, 8])("keep-likeliest, stage %i", async (stage) => {
  const random = randomNumbers(stage);
  const frames = ROUND_FRAMES * 2 ** stage;
  // Few distinct costs, so that ties occur. Frames start with equal and with different best costs.
  const costs = Float32Array.from({ length: frames }, () => (random() < 0.3 ? NO_WORD : 2 + Math.floor(3 * random())));
  const best_cost = Float32Array.of(2, 3, NO_WORD);
  // Stage 8 has all tests of frame 0 and every fourth test of frame 1.
  const all = new Uint32Array(Math.max(1, stageAt(ROUND_FRAMES, stage))).fill(NO_POSITION);
  const parents = 2 ** (stage - 1);
  for (let i = 0; i < 2 * parents && stage > 0; i++) {
    if (i < parents || i % 4 === 0) all[stageAt(ROUND_FRAMES, stage - 1) + i] = 1;
  }
  const test_decision = Uint32Array.from({ length: frames * N }, () => Number(random() < 0.5));
  const best_word = new Uint32Array(ROUND_FRAMES * N).fill(4);
  const before = new Uint32Array(RUN_FRAMES).fill(100);
  const after = await runKernel(engines, {
    kernel: "reprocess/keep-likeliest",
    constants: { N, ROUND_FRAMES },
    buffers: { failed, positions: all, costs, test_decision, best_cost, best_word, tests: before },
    parameters: { frames },
    workgroups: 1,
    framesPerWorkgroup: 2 ** stage,
  });
  for (let frame = 0; frame < ROUND_FRAMES; frame++) {
    const own = Array.from(costs.subarray(frame * 2 ** stage, (frame + 1) * 2 ** stage));
    const least = Math.min(...own);
    const kept = stage === 0 ? NO_WORD : best_cost[frame];
    const isBetter = least < kept;
    expect(after.best_cost[frame], `frame ${frame}`).toBe(isBetter ? least : kept);
    const at = frame * 2 ** stage + own.indexOf(least);
    const word = isBetter ? test_decision.subarray(at * N, (at + 1) * N) : new Uint32Array(N).fill(4);
    expect(Array.from(after.best_word.subarray(frame * N, (frame + 1) * N)), `frame ${frame}`).toEqual(
      Array.from(word),
    );
  }
  const quarter = Array.from({ length: 2 * parents }, (_, i) => i).filter((i) => i >= parents && i % 4 === 0).length;
  const counted = before.slice();
  if (stage > 0) {
    counted[6] += 2 * parents;
    counted[2] += 2 * quarter;
  }
  expect(after.tests).toEqual(counted);
});

it.each([0, 1, 2])("select-position, stage %i", async (stage) => {
  const { llr, random, bits } = numbers(20 + stage);
  const tests = testsOf(stage);
  // Few distinct weights and magnitudes, so that both tie. Every seventh symbol is certain and has the largest weight.
  for (let i = 0; i < llr.length; i++) llr[i] = Math.round(llr[i]) || 0;
  for (let slot = 0; slot < RUN_FRAMES; slot++) for (let n = 1; n < N; n += 7) llr[slot * N + n] = -LLR_BOUND;
  const weights = Uint32Array.from({ length: N * tests.length }, () => Math.floor(4 * random()));
  tests.forEach(({ saturated }, i) => {
    for (let n = 1; n < N; n += 7) weights[n * tests.length + i] = 9;
    for (const n of saturated.keys()) if (n !== undefined) weights[n * tests.length + i] = 8;
  });
  const test_unsatisfied = bits(ITERATIONS * tests.length);
  const before = positions.slice(0, stageAt(ROUND_FRAMES, stage + 1)).fill(77, stageAt(ROUND_FRAMES, stage));
  const { positions: after } = await runKernel(engines, {
    kernel: "reprocess/select-position",
    constants: { N, ITERATIONS, ROUND_FRAMES },
    buffers: { failed, channel_llr: llr, test_unsatisfied, weights, positions: before },
    parameters: { frames: tests.length },
    workgroups: 1,
    framesPerWorkgroup: SELECTED_TESTS,
  });
  const expected = tests.map(({ slot, saturated }, i) => {
    if (slot === undefined || test_unsatisfied[2 * tests.length + i] === 0) return NO_POSITION;
    const magnitude = (n: number) => Math.abs(llr[slot * N + n]);
    const free = Array.from({ length: N }, (_, n) => n).filter((n) => magnitude(n) < LLR_BOUND && !saturated.has(n));
    const most = Math.max(...free.map((n) => weights[n * tests.length + i]));
    const heaviest = free.filter((n) => weights[n * tests.length + i] === most);
    const least = Math.min(...heaviest.map(magnitude));
    return heaviest.find((n) => magnitude(n) === least);
  });
  expect(Array.from(after)).toEqual([...before.subarray(0, stageAt(ROUND_FRAMES, stage)), ...expected]);
  expect(expected.some((position) => position !== NO_POSITION)).toBe(true);
});

it("select-position: none where all symbols are certain or on the path", async () => {
  const llr = new Float32Array(RUN_FRAMES * N).fill(LLR_BOUND);
  for (let slot = 0; slot < RUN_FRAMES; slot++) llr[slot * N + 17] = 0;
  const chosen = async (stage: number) => {
    const frames = ROUND_FRAMES * 2 ** stage;
    const { positions: after } = await runKernel(engines, {
      kernel: "reprocess/select-position",
      constants: { N, ITERATIONS: 1, ROUND_FRAMES },
      buffers: {
        failed,
        channel_llr: llr,
        positions: positions.slice(),
        test_unsatisfied: new Uint32Array(frames).fill(1),
        weights: new Uint32Array(N * frames),
      },
      parameters: { frames },
      workgroups: 1,
      framesPerWorkgroup: SELECTED_TESTS,
    });
    return Array.from(after.subarray(stageAt(ROUND_FRAMES, stage), stageAt(ROUND_FRAMES, stage + 1)));
  };
  expect(await chosen(0)).toEqual([17, 17, NO_POSITION]);
  // Position 17 is on a path of frame 0, but not on one of frame 1.
  expect(await chosen(1)).toEqual([NO_POSITION, NO_POSITION, 17, 17, NO_POSITION, NO_POSITION]);
});
