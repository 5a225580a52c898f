import { describe, expect, it } from "vitest";
import type { Sweep } from "../../../src/simulation/sweep.ts";
import { type RunProgress, timeLeftOfRuns } from "../../../src/simulation/time-left/runs-time-left.ts";
import { timeLeft } from "../../../src/simulation/time-left/time-left.ts";
import { fakeSweep } from "../watched-ledger.ts";
import { pointsOf } from "./points-of.ts";

const sweep = fakeSweep({ rule: { maxErrors: 50, maxFrames: 5000 } });
const SPEED = { framesPerSecond: 100, busy: 2 };

/** A run with 1000 frames left, at 100 frames/s of two workers. */
const atWork: RunProgress = { sweep, points: pointsOf(sweep, [1000, 25, "started", 20]), speed: SPEED };

/** The sweep with another decoder, or with longer frames. */
function otherSweep(decoder: string, symbols = sweep.symbols): Sweep {
  return { ...sweep, symbols, tasks: sweep.tasks.map((task) => ({ ...task, decoder })) };
}

describe("the time left of several runs", () => {
  it("of one run is that of the run", () => {
    expect(timeLeftOfRuns([atWork])).toEqual({ ...timeLeft(sweep, atWork.points, SPEED), unknown: 0 });
  });

  it("is unknown if no worker computes", () => {
    expect(timeLeftOfRuns([{ ...atWork, speed: undefined }])).toBeUndefined();
    expect(timeLeftOfRuns([])).toBeUndefined();
  });

  it("counts a run that was begun at the speed of its chunks, with all workers of the sweep", () => {
    const ems = otherSweep("ems");
    // One worker makes 10 frames/s, and 1000 frames are left.
    const begun = { sweep: ems, points: pointsOf(ems, [1000, 25, "started", 100]) };
    expect(timeLeftOfRuns([atWork, begun])).toEqual({ least: 10 + 50, most: 10 + 50, unknown: 0 });
  });

  it("counts a run without chunks at the speed of its decoder, in coded bits", () => {
    const long = otherSweep(sweep.tasks[0].decoder, 2 * sweep.symbols);
    // One worker made 1000 frames in 20 s: 25 of the longer frames per second, and 50 with two workers.
    const waiting = { sweep: long, points: pointsOf(long, [0, 0, "waiting", 0]) };
    expect(timeLeftOfRuns([atWork, waiting])).toEqual({ least: 10, most: 10 + 100, unknown: 0 });
  });

  it("says of how many runs no speed is known", () => {
    const qspa = otherSweep("qspa");
    const waiting = { sweep: qspa, points: pointsOf(qspa, [0, 0, "waiting", 0]) };
    expect(timeLeftOfRuns([waiting, atWork, waiting])).toEqual({ least: 10, most: 10, unknown: 2 });
  });

  it("leaves out finished runs, whose speed still applies to other runs", () => {
    const qspa = otherSweep("qspa");
    const done = { sweep: qspa, points: pointsOf(qspa, [1000, 50, "done", 100]) };
    const waiting = { sweep: qspa, points: pointsOf(qspa, [0, 0, "waiting", 0]) };
    expect(timeLeftOfRuns([done, atWork])).toEqual({ least: 10, most: 10, unknown: 0 });
    expect(timeLeftOfRuns([done, atWork, waiting])).toEqual({ least: 10, most: 10 + 250, unknown: 0 });
  });

  it("adds up the time of several runs in progress, over all workers", () => {
    expect(timeLeftOfRuns([atWork, atWork])).toEqual({ least: 10, most: 10, unknown: 0 });
  });
});
