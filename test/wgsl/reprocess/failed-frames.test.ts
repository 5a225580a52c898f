import { describe, expect, it } from "vitest";
import type { Engine } from "../../../src/engine/engine.ts";
import type { Dispatch, Program } from "../../../src/gpu/program.ts";
import { WORKGROUP_SIZE } from "../../../src/gpu/workgroup.ts";
import { FAILED_HEAD } from "../../../wgsl/reprocess/failed-frames.ts";
import { NO_WORD } from "../../../wgsl/reprocess/test-tree.ts";
import { bothEngines } from "../../engines.ts";
import { runParameters } from "../../run-parameters.ts";
import { randomNumbers } from "../../simulation/random.ts";
import { runKernel } from "../run-kernel.ts";

// The failed frames are listed, get the words that tests found, and leave the waiting frames.
const engines = bothEngines();

describe("reprocess/list-failed", () => {
  const ITERATIONS = 3;

  async function list(engine: Engine, unsatisfied: Uint32Array, frames: number): Promise<number[]> {
    const dispatch: Dispatch = {
      kernel: "reprocess/list-failed",
      constants: { ITERATIONS, ALL: 0 },
      buffers: ["unsatisfied", "failed"],
      workgroups: 1,
      framesPerWorkgroup: WORKGROUP_SIZE,
    };
    const program: Program = {
      buffers: {
        unsatisfied: { type: "u32", length: unsatisfied.length, perFrame: false, data: unsatisfied },
        failed: { type: "u32", length: FAILED_HEAD + frames, perFrame: false, cleared: true },
      },
      start: [dispatch],
      iterate: [],
      repeats: 0,
      afterIterations: [],
      plan: [],
    };
    const prepared = await engine.prepare(program, frames);
    const { outputs } = await prepared.run(runParameters({ frames }), [
      { buffer: "failed", elements: FAILED_HEAD + frames },
    ]);
    prepared.release();
    return Array.from(outputs[0]);
  }

  it.each([
    ["none", 0],
    ["a few", 0.03],
    ["half", 0.5],
    ["all", 1],
  ])("%s of them", async (_, share) => {
    const random = randomNumbers(3);
    for (const frames of [1, WORKGROUP_SIZE, 5 * WORKGROUP_SIZE + 7]) {
      const unsatisfied = Uint32Array.from({ length: ITERATIONS * frames }, () => Number(random() < share));
      const expected = Array.from({ length: frames }, (_, f) => f).filter((f) => unsatisfied[2 * frames + f] === 1);
      for (const engine of [engines.cpu, engines.gpu]) {
        const [waiting, first, ofRun, ...slots] = await list(engine, unsatisfied, frames);
        expect([waiting, first, ofRun]).toEqual([expected.length, 0, frames]);
        expect(slots.slice(0, waiting).sort((a, b) => a - b)).toEqual(expected);
      }
    }
  });
});

/** A list of 20 frames of a run of 25. From frame number `first` of the list on, `waiting` frames wait. */
function failedList(waiting: number, first: number): Uint32Array {
  const slots = Array.from({ length: 20 }, (_, i) => (7 * i + 3) % 25);
  return Uint32Array.from([waiting, first, 25, ...slots]);
}

describe("reprocess/end-round", () => {
  it.each([
    ["a full round", 9, 4, [5, 8]],
    ["the last one, not full", 3, 4, [0, 12]],
    ["nothing", 0, 4, [0, 8]],
  ] as const)("%s", async (_, waiting, ROUND_FRAMES, [left, next]) => {
    const first = waiting === 9 ? 4 : waiting === 3 ? 9 : 8;
    const { failed } = await runKernel(engines, {
      kernel: "reprocess/end-round",
      constants: { ROUND_FRAMES },
      buffers: { failed: failedList(waiting, first) },
      parameters: { frames: 1 },
      workgroups: 1,
    });
    expect(Array.from(failed)).toEqual([left, next, ...failedList(0, 0).subarray(2)]);
  });
});

it("adopt-words: only frames of the round with a word, each at its slot", async () => {
  const [N, ITERATIONS, ROUND_FRAMES] = [100, 4, 6];
  const random = randomNumbers(8);
  const failed = failedList(5, 9);
  const best_cost = Float32Array.of(3, NO_WORD, 0, NO_WORD, 2.5, 1);
  const bits = (count: number) => Uint32Array.from({ length: count }, () => Number(random() < 0.5));
  const [best_word, decision] = [bits(ROUND_FRAMES * N), bits(25 * N)];
  const unsatisfied = new Uint32Array(25 * ITERATIONS).fill(1);
  const after = await runKernel(engines, {
    kernel: "reprocess/adopt-words",
    constants: { N, ITERATIONS },
    buffers: { failed, best_cost, best_word, decision, unsatisfied },
    parameters: { frames: ROUND_FRAMES },
    workgroups: Math.ceil(N / WORKGROUP_SIZE),
  });
  const expected = { decision: decision.slice(), unsatisfied: unsatisfied.slice() };
  // Frames 1 and 3 have no word, and frame 5 does not wait.
  for (const frame of [0, 2, 4]) {
    const slot = failed[FAILED_HEAD + 9 + frame];
    expected.decision.set(best_word.subarray(frame * N, (frame + 1) * N), slot * N);
    expected.unsatisfied[3 * 25 + slot] = 0;
  }
  expect(after.decision).toEqual(expected.decision);
  expect(after.unsatisfied).toEqual(expected.unsatisfied);
});

it.each([
  [1, 1],
  [WORKGROUP_SIZE, 1],
  [1000, 1],
  [1000, 3],
])("clear-words: the first %i, %i of an invocation", async (WORDS, WORDS_PER_INVOCATION) => {
  const { words } = await runKernel(engines, {
    kernel: "common/clear-words",
    constants: { WORDS, WORDS_PER_INVOCATION },
    buffers: { words: new Uint32Array(1300).fill(9) },
    parameters: { frames: 1 },
    workgroups: Math.ceil(WORDS / WORKGROUP_SIZE / WORDS_PER_INVOCATION),
  });
  expect(Array.from(words)).toEqual(Array.from({ length: 1300 }, (_, i) => (i < WORDS ? 0 : 9)));
});
