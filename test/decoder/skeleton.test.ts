import { describe, expect, it } from "vitest";
import { ALL_FRAMES, listedWords, movedFrames } from "../../src/decoder/active-frames.ts";
import { readDecoder } from "../../src/decoder/decoder.ts";
import { type DecoderPhases, decoderSteps } from "../../src/decoder/skeleton.ts";
import type { Dispatch } from "../../src/gpu/program.ts";

const dispatch = (kernel: string): Dispatch => ({ kernel, constants: {}, buffers: [], workgroups: 1 });
const names = (dispatches: readonly Dispatch[]) => dispatches.map(({ kernel }) => kernel.split("/").at(-1)).join(" ");

const phases: DecoderPhases = {
  pack: [dispatch("pack")],
  check: [dispatch("check-1"), dispatch("check-2")],
  variable: [dispatch("variable")],
  syndrome: [dispatch("syndrome")],
  active: ALL_FRAMES,
  decide: [dispatch("decide")],
};
const order = ["compact", "check", "variable", "syndrome"] as const;

describe("the skeleton of decoders", () => {
  it("tests after every iteration with early termination, else after the last alone", () => {
    const early = decoderSteps(readDecoder("min-sum iterations=3"), phases, { order });
    expect(names(early.iterate)).toBe("check-1 check-2 variable syndrome");
    expect(names(early.afterIterations)).toBe("decide");
    const all = decoderSteps(readDecoder("min-sum iterations=3 stop=none"), phases, { order });
    expect(names(all.iterate)).toBe("check-1 check-2 variable");
    expect(names(all.afterIterations)).toBe("syndrome decide");
    expect([early.repeats, all.repeats]).toEqual([2, 2]);
  });

  it("leaves out dispatches that have no work in the first iteration", () => {
    const active = movedFrames({ slotFrames: 2 });
    const steps = decoderSteps(readDecoder("min-sum"), { ...phases, active }, { order, notAtFirst: ["compact"] });
    expect(names(steps.start)).toBe("pack check-1 check-2 variable syndrome");
    expect(names(steps.iterate)).toBe("compact check-1 check-2 variable syndrome");
  });

  it("takes the checks of the first iteration where they differ", () => {
    const steps = decoderSteps(
      readDecoder("min-sum"),
      { ...phases, firstCheck: [dispatch("first-check")] },
      { order, notAtFirst: ["compact"] },
    );
    expect(names(steps.start)).toBe("pack first-check variable syndrome");
    expect(names(steps.iterate)).toBe("check-1 check-2 variable syndrome");
  });

  it("tells where active frames are counted only if engines may read it", () => {
    const active = listedWords(4);
    const spec = readDecoder("min-sum");
    expect(decoderSteps(spec, { ...phases, active }, { order }).active).toBeUndefined();
    // A list is made for the next iteration, so the counter of odd iterations holds the count of an even one.
    expect(decoderSteps(spec, { ...phases, active }, { order, countsActive: true }).active).toEqual({
      buffer: "active_list",
      framesPerSlot: 4,
      elements: [1, 0],
    });
  });
});
