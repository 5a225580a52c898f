import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { DeviceLostError } from "../../src/errors.ts";
import { formatPoints } from "../../src/simulation/points.ts";
import { sweepPoints, sweepRows } from "../../src/simulation/sweep.ts";
import { taskId } from "../../src/simulation/task.ts";
import { work } from "../../src/simulation/worker.ts";
import { FakeFactory } from "./fake-runner.ts";
import { fakeSweep, WatchedLedger } from "./watched-ledger.ts";

const soon = () => new Promise<void>((resolve) => setTimeout(resolve, 0));

function points(sweep = fakeSweep(), shared = new WatchedLedger(sweep)): string {
  return formatPoints(sweepRows(sweep, sweepPoints(sweep, shared.ledger)));
}

async function reference(sweep = fakeSweep()): Promise<string> {
  const shared = new WatchedLedger(sweep);
  await work({ shared, factory: new FakeFactory({ chunksMaximum: 1, runsInFlight: 1 }), wait: soon });
  return points(sweep, shared);
}

describe("work", () => {
  it("publishes the same points for any batch size, number of workers, speed, order and losses", async () => {
    const sweep = fakeSweep();
    const expected = await reference();
    expect(expected.split("\n").map((line) => line.split(",").at(-3))).toEqual([
      "stopped_by",
      "errors",
      "errors",
      "errors",
      undefined,
    ]);
    const shape = fc.record({
      chunksMaximum: fc.integer({ min: 1, max: 40 }),
      runsInFlight: fc.integer({ min: 1, max: 3 }),
      seconds: fc.constantFrom(0.0001, 0.02, 0.3, 5),
      workers: fc.integer({ min: 1, max: 4 }),
      // Turns of the event loop that each run takes. They vary the order in which workers finish.
      turns: fc.array(fc.integer({ min: 0, max: 3 }), { minLength: 1, maxLength: 7 }),
      losses: fc.array(fc.nat(30), { maxLength: 3 }),
    });
    await fc.assert(
      fc.asyncProperty(shape, async ({ chunksMaximum, runsInFlight, seconds, workers, turns, losses }) => {
        const shared = new WatchedLedger(sweep);
        let runs = 0;
        const beforeRun = async () => {
          const run = runs++;
          for (let turn = 0; turn < turns[run % turns.length]; turn++) await soon();
          // Consecutive losses end a worker: see below.
          if (losses.includes(run) && !losses.includes(run - 1)) throw new DeviceLostError("gone");
        };
        const factories = Array.from(
          { length: workers },
          () => new FakeFactory({ chunksMaximum, runsInFlight, seconds, beforeRun }),
        );
        const outcomes = await Promise.all(factories.map((factory) => work({ shared, factory, wait: soon })));
        expect(new Set(outcomes)).toEqual(new Set(["done"]));
        expect(points(sweep, shared)).toBe(expected);
        expect(shared.held).toEqual([]);
        for (const { opened, closed } of factories) expect(closed).toBe(opened);
      }),
      { numRuns: 25 },
    );
  });

  it("goes on after lost devices as long as there is progress between them", async () => {
    const sweep = fakeSweep();
    const shared = new WatchedLedger(sweep);
    let runs = 0;
    const beforeRun = () => {
      if (runs++ % 3 !== 0) throw new DeviceLostError("gone");
    };
    const factory = new FakeFactory({ runsInFlight: 1, beforeRun });
    expect(await work({ shared, factory, wait: soon })).toBe("done");
    expect(points(sweep, shared)).toBe(await reference());
    expect(factory.opened).toBeGreaterThan(5);
  });

  it("gives up after three losses in a row, keeps finished chunks and releases its claims", async () => {
    const sweep = fakeSweep();
    const shared = new WatchedLedger(sweep);
    let runs = 0;
    const beforeRun = () => {
      if (runs++ >= 3) throw new DeviceLostError("fell off the bus");
    };
    const factory = new FakeFactory({ beforeRun });
    await expect(work({ shared, factory, wait: soon })).rejects.toThrow(
      /lost 3 times.*fell off the bus.*run the same command again/s,
    );
    expect(shared.held).toEqual([]);
    expect(factory.closed).toBe(factory.opened);
    await work({ shared, factory: new FakeFactory(), wait: soon });
    expect(points(sweep, shared)).toBe(await reference());
  });

  it("drops runs in flight when aborted, and continues later to the same points", async () => {
    const sweep = fakeSweep();
    const shared = new WatchedLedger(sweep);
    const abort = new AbortController();
    let runs = 0;
    const beforeRun = () => {
      if (++runs === 5) abort.abort();
      // The run never ends, and the worker must not wait for it.
      return runs >= 5 ? new Promise<void>(() => {}) : undefined;
    };
    const factory = new FakeFactory({ beforeRun });
    expect(await work({ shared, factory, signal: abort.signal, wait: soon })).toBe("aborted");
    expect(shared.held).toEqual([]);
    const kept = sweepPoints(sweep, shared.ledger).reduce((sum, { all }) => sum + all.chunks, 0);
    expect(kept).toBeGreaterThan(0);
    expect(kept).toBeLessThanOrEqual(factory.chunks);
    await work({ shared, factory: new FakeFactory(), wait: soon });
    expect(points(sweep, shared)).toBe(await reference());
  });

  it("leaves out the points after one below the target FER, for any number of workers", async () => {
    const sweep = fakeSweep({ points: [0.5, 1, 1.5, 2, 2.5], targetFer: 0.05 });
    const shared = new WatchedLedger(sweep);
    const factories = [new FakeFactory(), new FakeFactory()];
    await Promise.all(factories.map((factory) => work({ shared, factory, wait: soon })));
    const states = sweepPoints(sweep, shared.ledger);
    expect(states.map(({ status }) => status)).toEqual(["done", "done", "done", "skipped", "skipped"]);
    expect(states[3].all.chunks + states[4].all.chunks).toBe(0);
    expect(points(sweep, shared).split("\n")).toHaveLength(5);
  });

  it("ends a point when its time is up", async () => {
    const sweep = fakeSweep({ points: [3], rule: { maxErrors: 100, maxFrames: 1e9, maxSeconds: 2 } });
    const shared = new WatchedLedger(sweep);
    const factory = new FakeFactory({ seconds: 0.1, runsInFlight: 2 });
    await work({ shared, factory, now: factory.now, wait: soon });
    const [{ state, all }] = sweepPoints(sweep, shared.ledger);
    expect(state.stoppedBy).toBe("time");
    expect(all.seconds).toBeGreaterThanOrEqual(2);
    expect(all.seconds).toBeLessThan(3);
    // Overlapping runs are not counted twice.
    expect(all.seconds).toBeCloseTo(0.1 * factory.chunks, 9);
  });

  it("reports the workers that it waits for when they hold all remaining chunks, and again during the wait", async () => {
    const sweep = fakeSweep({ points: [0.5], rule: { maxErrors: 1e6, maxFrames: 320 } });
    const shared = new WatchedLedger(sweep);
    const { tasks } = sweep;
    shared.held.push({ task: taskId(tasks[0]), first: 0, count: 20 });
    let clock = 0;
    const reported: (readonly string[])[] = [];
    const wait = async () => {
      clock += 0.5;
      if (clock > 10) shared.held.length = 0;
    };
    const onWait = (holders: readonly string[]) => void reported.push(holders);
    const factory = new FakeFactory();
    expect(await work({ shared, factory, wait, onWait, now: () => clock })).toBe("done");
    expect(reported).toEqual(Array(3).fill(["the holder of chunk 0"]));
    expect(factory.chunks).toBe(20);
  });

  it("goes on with a run that another command extends meanwhile", async () => {
    const shared = new WatchedLedger(fakeSweep({ points: [0.5], rule: { maxErrors: 20, maxFrames: 1e5 } }));
    const whole = fakeSweep({ points: [0.5, 1], rule: { maxErrors: 60, maxFrames: 1e5 } });
    let runs = 0;
    const beforeRun = () => {
      if (++runs === 2) shared.sweep = whole;
    };
    expect(await work({ shared, factory: new FakeFactory({ beforeRun }), wait: soon })).toBe("done");
    expect(points(whole, shared)).toBe(await reference(whole));
  });
});
