import { describe, expect, it } from "vitest";
import { SpeedMeter } from "../../../src/simulation/time-left/speed-meter.ts";
import { pointTimesLeft, timeLeft } from "../../../src/simulation/time-left/time-left.ts";
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

  it("may leave out points that wait, if there is a target FER", () => {
    const target = fakeSweep({ targetFer: 1e-3 });
    const points = pointsOf(target, [1000, 25, "started"], [0, 0, "waiting"]);
    expect(timeLeft(target, points, SPEED)).toEqual({ least: 10, most: 60 });
  });

  it("ends with the engine seconds of the rule, shared by all workers", () => {
    const limited = fakeSweep({ rule: { maxErrors: 50, maxFrames: 5000, maxSeconds: 9 } });
    const points = pointsOf(limited, [1000, 25, "started", 3], [0, 0, "waiting", 0]);
    expect(timeLeft(limited, points, SPEED)).toEqual({ least: 3 + 4.5, most: 3 + 4.5 });
  });

  it("minds the least frames and the part", () => {
    const least = fakeSweep({ rule: { maxErrors: 50, maxFrames: 5000, minFrames: 3000 } });
    expect(timeLeft(least, pointsOf(least, [1000, 50, "started"]), SPEED)).toEqual({ least: 20, most: 20 });
    const part = { ...sweep, part: { index: 1, of: 2 } };
    expect(timeLeft(part, pointsOf(part, [500, 0, "started"]), SPEED)).toEqual({ least: 0, most: 20 });
  });

  it("is that of each point, and of none that is done", () => {
    const points = pointsOf(sweep, [1000, 50, "done"], [200, 0, "started"], [0, 0, "waiting"]);
    expect(pointTimesLeft(sweep, points, SPEED)).toEqual([undefined, { least: 8, most: 48 }, { least: 10, most: 50 }]);
    expect(pointTimesLeft(sweep, points, { framesPerSecond: 0, busy: 0 })).toEqual(points.map(() => undefined));
  });

  it("is unknown if no worker computes", () => {
    expect(timeLeft(sweep, pointsOf(sweep, [1000, 25, "started"]), { framesPerSecond: 0, busy: 0 })).toBeUndefined();
  });
});

describe("a speed meter", () => {
  it("measures arrivals after the first, from all workers", () => {
    let now = 100;
    const meter = new SpeedMeter(() => now);
    expect(meter.speed).toBeUndefined();
    meter.add(1_000_000, 50);
    expect(meter.speed).toBeUndefined();
    for (let i = 0; i < 10; i++) {
      now += 1;
      meter.add(100, 1);
      meter.add(200, 1);
    }
    expect(meter.speed).toEqual({ framesPerSecond: 300, busy: 2 });
  });

  it("forgets arrivals of more than a minute ago, and is undefined after the workers end", () => {
    let now = 0;
    const meter = new SpeedMeter(() => now);
    for (; now < 100; now++) meter.add(10, 1);
    for (; now < 200; now++) meter.add(30, 1);
    expect(meter.speed?.framesPerSecond).toBeCloseTo(30);
    now += 9;
    expect(meter.speed).toBeDefined();
    now += 2;
    expect(meter.speed).toBeUndefined();
  });
});
