import { describe, expect, it } from "vitest";
import type { Dispatch, Program } from "../../src/gpu/program.ts";
import { type Batch, dispatchesInOrder, movesOf, scheduleOf } from "../../src/gpu/schedule.ts";

const dispatch = (kernel: string): Dispatch => ({ kernel, constants: {}, buffers: [], workgroups: 1 });

const plain: Program = {
  buffers: {},
  start: [dispatch("pack")],
  iterate: [dispatch("check"), dispatch("variable")],
  repeats: 5,
  afterIterations: [dispatch("decide")],
  plan: [],
};
const counting: Program = { ...plain, active: { buffer: "list", framesPerSlot: 4, elements: [0, 1] } };
const withRounds: Program = {
  ...plain,
  rounds: {
    dispatches: [{ dispatch: dispatch("test"), iteration: 0 }],
    framesPerRound: 10,
    waiting: { buffer: "failed", element: 2 },
  },
  afterRounds: [dispatch("tally")],
};

/** The actions of a run, in words, if the check of batch b returns `values[b]`. */
function run(program: Program, together: number, ahead: boolean, values: readonly number[]): string[] {
  const done: string[] = [];
  const batches: Batch[] = [];
  const moves = movesOf(scheduleOf(program, together), 100, ahead);
  let counted = 0;
  for (let move = moves.next(); move.done !== true; move = moves.next(counted)) {
    if ("batch" in move.value) {
      const { batch, activeFrames } = move.value;
      batches.push(batch);
      done.push(
        `${batch.dispatches.map((each) => each.dispatch.kernel[0] + each.iteration).join(" ")}: ${activeFrames}`,
      );
    } else {
      const b = batches.indexOf(move.value.look);
      counted = move.value.look.count!.meaning(values[b]);
      done.push(`look at ${b}`);
    }
  }
  return done;
}

describe("a schedule", () => {
  it("is one batch where nothing is counted", () => {
    expect(run(plain, 2, true, [])).toEqual(["p0 c1 v1 c2 v2 c3 v3 c4 v4 c5 v5 d5: 100"]);
  });

  it("looks at a count after each batch and leaves out iterations without active frames", () => {
    expect(run(counting, 2, false, [25, 3, 0])).toEqual([
      ...["p0: 100", "look at 0", "c1 v1 c2 v2: 100", "look at 1", "c3 v3 c4 v4: 12", "look at 2", "d5: 100"],
    ]);
  });

  it("begins the next batch before it looks, if ahead", () => {
    expect(run(counting, 2, true, [3, 0, 0])).toEqual([
      ...["p0: 100", "c1 v1 c2 v2: 100", "look at 0", "c3 v3 c4 v4: 12", "look at 1", "d5: 100"],
    ]);
  });

  it("does the rounds that the waiting frames need", () => {
    const before = "p0 c1 v1 c2 v2 c3 v3 c4 v4 c5 v5 d5: 100";
    expect(run(withRounds, 2, true, [11])).toEqual([before, "look at 0", "t0: 100", "t0: 100", "t5: 100"]);
    expect(run(withRounds, 2, true, [0])).toEqual([before, "look at 0", "t5: 100"]);
  });

  it("reads the count of even and of odd iterations from its own element", () => {
    const elements = scheduleOf(counting, 2).iterations.map(({ count }) => count!.element);
    expect(elements).toEqual([0, 0, 0, 1]);
  });
});

it("dispatchesInOrder has all iterations and one round", () => {
  const words = [...dispatchesInOrder({ ...withRounds, active: counting.active })].map(
    ({ dispatch: { kernel }, iteration }) => kernel[0] + iteration,
  );
  expect(words.join(" ")).toBe("p0 c1 v1 c2 v2 c3 v3 c4 v4 c5 v5 d5 t0 t5");
});
