import { describe, expect, it } from "vitest";
import { timeLeft } from "../../../src/simulation/time-left.ts";
import { fakeSweep } from "../watched-ledger.ts";
import { pointsOf } from "./points-of.ts";

const SPEED = { framesPerSecond: 100, busy: 2 };

describe("the time left", () => {
  const sweep = fakeSweep({ rule: { maxErrors: 50, maxFrames: 5000 } });

  it("is that of the frames until all errors, at the FER seen so far", () => {
    const points = pointsOf(sweep, [1000, 50, "done"], [1000, 25, "started"]);
    expect(timeLeft(sweep, points, SPEED)).toEqual({ least: 10, most: 10 });
  });

  it("is no more than that of the frames of the rule", () => {
    const points = pointsOf(sweep, [4000, 1, "started"]);
    expect(timeLeft(sweep, points, SPEED)).toEqual({ least: 10, most: 10 });
  });

  it("has bounds if a point has no errors: the frames of the point before, and the rule's frames", () => {
    const points = pointsOf(sweep, [1000, 50, "done"], [200, 0, "started"], [0, 0, "waiting"]);
    expect(timeLeft(sweep, points, SPEED)).toEqual({ least: 8 + 10, most: 48 + 50 });
    const expected = pointsOf(sweep, [1000, 25, "started"], [0, 0, "waiting"]);
    expect(timeLeft(sweep, expected, SPEED)).toEqual({ least: 10 + 20, most: 10 + 50 });
  });

  it("is unknown if no worker computes", () => {
    expect(timeLeft(sweep, pointsOf(sweep, [1000, 25, "started"]), { framesPerSecond: 0, busy: 0 })).toBeUndefined();
  });
});
