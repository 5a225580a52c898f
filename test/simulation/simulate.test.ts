import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { constructCode } from "../../src/code/construct/recipe.ts";
import { readDecoder } from "../../src/decoder/decoder.ts";
import { cpuEngine } from "../../src/engine/cpu/engine.ts";
import type { Engine } from "../../src/engine/engine.ts";
import { DeviceLostError, InputError } from "../../src/errors.ts";
import { engineRunners } from "../../src/simulation/engine-runners.ts";
import { formatPoints, type PointRow } from "../../src/simulation/points.ts";
import {
  MemoryLedger,
  type SimulateOptions,
  type SimulationProgress,
  simulate,
  simulationSweep,
} from "../../src/simulation/simulate.ts";
import { sweepPoints, sweepRows } from "../../src/simulation/sweep.ts";
import { taskId } from "../../src/simulation/task.ts";
import { work } from "../../src/simulation/worker.ts";
import { FakeFactory } from "./fake-runner.ts";
import { fakeSweep, WatchedLedger } from "./watched-ledger.ts";

const code = constructCode({
  family: "peg",
  name: "t",
  q: 4,
  polynomial: 7,
  n: 12,
  degrees: [2, 4],
  labels: "random",
  seed: 1,
  attempts: 2,
});
const decoder = readDecoder("min-max iterations=5");
const limits = { maxErrors: 20, maxFrames: 3000, chunkFrames: 64 };

/** The rows of the same sweep from the worker and the ledger without `simulate`. */
async function rowsOfLedger(points: readonly number[], seed = 1, targetFer?: number): Promise<PointRow[]> {
  const { chunkFrames, maxErrors, maxFrames } = limits;
  const stopping = { maxErrors, maxFrames, targetFer };
  const channel = { name: "awgn", parameter: "ebn0" } as const;
  const sweep = simulationSweep(code, { decoder, channel, points, stopping, chunkFrames, seed });
  const shared = new MemoryLedger(sweep);
  const factory = await engineRunners({ openEngine: async () => cpuEngine(), code, decoder, channel });
  await work({ shared, factory });
  return sweepRows(sweep, sweepPoints(sweep, shared.ledger));
}

async function all(simulation: AsyncIterable<SimulationProgress>): Promise<SimulationProgress[]> {
  const seen: SimulationProgress[] = [];
  for await (const progress of simulation) seen.push(progress);
  return seen;
}

/** An engine that counts the calls of its `open` and `close`. */
function countedEngine(change: (engine: Engine) => Engine = (engine) => engine) {
  const calls = { opened: 0, closed: 0 };
  const open = (): Engine => {
    calls.opened++;
    return change({ ...cpuEngine(), close: async () => void calls.closed++ });
  };
  return { open, calls };
}

describe("simulate", () => {
  it("counts as the ledger's worker does, and yields progress until all is done", async () => {
    const seen = await all(simulate(code, decoder, { ebn0: [1, 3, 7] }, { engine: cpuEngine(), ...limits }));
    expect(seen.at(-1)).toMatchObject({ done: true, points: await rowsOfLedger([1, 3, 7]) });
    expect(seen.filter(({ done }) => done)).toHaveLength(1);
    expect(seen.length).toBeGreaterThan(1);
    expect(seen[0].points.length).toBeLessThan(3);
    for (let i = 1; i < seen.length; i++) expect(seen[i].frames).toBeGreaterThanOrEqual(seen[i - 1].frames);
  });

  it("sorts points from the worst channel to the best, each once, and ends at the target FER", async () => {
    const options = { engine: cpuEngine(), ...limits, seed: 5, targetFer: 0.2 };
    const rows = await simulate(code, decoder, { ebn0: [9, 5, 1, 5] }, options).result();
    expect(rows).toEqual(await rowsOfLedger([1, 5, 9], 5, 0.2));
    expect(rows.length).toBeLessThan(3);
    const qber = await simulate(code, decoder, { qber: [0.01, 0.1] }, { engine: cpuEngine(), ...limits }).result();
    expect(qber.map(({ point }) => point)).toEqual([0.1, 0.01]);
  });

  it("takes one value for a point, and the defaults of ldpc simulate", async () => {
    const [row, ...others] = await simulate(code, decoder, { ebn0: 1 }, { engine: cpuEngine() }).result();
    expect(others).toEqual([]);
    expect(row).toMatchObject({ point: 1, seed: 1, stopped_by: "errors" });
    expect(row.frame_errors).toBeGreaterThanOrEqual(100);
  });

  it("leaves an engine open that it was handed, and closes one that it has opened", async () => {
    const { open, calls } = countedEngine();
    await simulate(code, decoder, { ebn0: 1 }, { engine: open(), ...limits }).result();
    expect(calls).toEqual({ opened: 1, closed: 0 });
    await simulate(code, decoder, { ebn0: 1 }, { engine: open, ...limits }).result();
    expect(calls).toEqual({ opened: 2, closed: 1 });
  });

  it("continues after break and after pause, with the counts of an undisturbed run", async () => {
    const { open, calls } = countedEngine();
    const simulation = simulate(code, decoder, { ebn0: [1, 3] }, { engine: open, ...limits });
    let frames = 0;
    for await (const progress of simulation) {
      frames = progress.frames;
      break;
    }
    expect(calls).toEqual({ opened: 1, closed: 1 });
    let last: SimulationProgress | undefined;
    for await (const progress of simulation) {
      expect(progress.frames).toBeGreaterThanOrEqual(frames);
      last = progress;
      simulation.pause();
    }
    expect(last?.done).toBe(false);
    expect(calls).toEqual({ opened: 2, closed: 1 });
    expect(await simulation.result()).toEqual(await rowsOfLedger([1, 3]));
    expect(calls).toEqual({ opened: 2, closed: 2 });
  });

  it("ends at its signal, also one that was aborted before", async () => {
    const stop = new AbortController();
    const simulation = simulate(
      code,
      decoder,
      { ebn0: [1, 3] },
      { engine: cpuEngine(), ...limits, signal: stop.signal },
    );
    for await (const _ of simulation) stop.abort();
    const [only, ...others] = await all(simulation);
    expect(only.done).toBe(false);
    expect(others).toEqual([]);
    await simulation.close();
  });

  it("opens a lost device again if it can, and else throws", async () => {
    let runs = 0;
    const losing = (engine: Engine): Engine => ({
      ...engine,
      async prepare(program, frames) {
        const prepared = await engine.prepare(program, frames);
        const run: typeof prepared.run = async (...words) => {
          if (++runs === 2) throw new DeviceLostError("unplugged");
          return prepared.run(...words);
        };
        const { frames: slots } = prepared;
        return {
          frames: slots,
          run,
          write: prepared.write.bind(prepared),
          release: () => prepared.release(),
        } as typeof prepared;
      },
    });
    const { open, calls } = countedEngine(losing);
    const rows = await simulate(code, decoder, { ebn0: [1, 3] }, { engine: open, ...limits }).result();
    expect(rows).toEqual(await rowsOfLedger([1, 3]));
    expect(calls).toEqual({ opened: 2, closed: 2 });
    const gone = { ...cpuEngine(), prepare: () => Promise.reject(new DeviceLostError("gone")) };
    await expect(simulate(code, decoder, { ebn0: 1 }, { engine: gone, ...limits }).result()).rejects.toThrow("gone");
  });

  it("refuses a function that opens no engine", async () => {
    const engine = (async () => undefined) as unknown as SimulateOptions["engine"];
    const run = simulate(code, decoder, { ebn0: 1 }, { engine, ...limits }).result();
    await expect(run).rejects.toThrow("engine must be opened by openEngine, openWebGpu, openCpuPool or cpuEngine");
  });

  it("lets one loop at a time run", async () => {
    const simulation = simulate(code, decoder, { ebn0: 1 }, { engine: cpuEngine(), ...limits });
    const first = simulation.result();
    await expect(simulation.result()).rejects.toThrow("one loop at a time");
    expect(await first).toEqual(await rowsOfLedger([1]));
  });
});

describe("simulate names the argument that is wrong:", () => {
  const engine = cpuEngine();
  const good = [code, decoder, { ebn0: 1 }, { engine }] as unknown[];
  const cases: [string, number, unknown][] = [
    ["code must be made by readCode, constructCode or loadCode, not undefined", 0, undefined],
    [
      "code must be made by readCode, constructCode or loadCode, not a promise: write await before it",
      0,
      Promise.resolve(code),
    ],
    ['decoder must be made by readDecoder, not the text "min-max"', 1, "min-max"],
    ["decoder must be made by readDecoder, not another object", 1, {}],
    [
      'channel must be a text such as "awgn ebn0=1:0.5:2", or have one of ebn0, esn0, snr, snr-db, qber, symbol-error, erasure, symbol-erasure, crossover',
      2,
      { ebn0: 1, qber: 0.1 },
    ],
    ["channel must be a text such as", 2, 1],
    ["channel has no parameter ebno: give one of ebn0", 2, { ebno: 1 }],
    ["channel ebn0 must be a number or several numbers", 2, { ebn0: "1" }],
    ["channel ebn0 must be a number or several numbers", 2, { ebn0: [] }],
    ["Eb/N0 99:", 2, { ebn0: 99 }],
    ["simulate: options must be an object, not undefined", 3, undefined],
    ["engine must be opened by openEngine, openWebGpu, openCpuPool or cpuEngine, not undefined", 3, {}],
    [
      "engine must be opened by openEngine, openWebGpu, openCpuPool or cpuEngine, not a promise",
      3,
      { engine: Promise.resolve(engine) },
    ],
    ["option maxError is unknown: did you mean maxErrors?", 3, { engine, maxError: 3 }],
    ["option maxErrors must be a whole number, not 1.5", 3, { engine, maxErrors: 1.5 }],
    ["option targetFer must be more than 0, not 0", 3, { engine, targetFer: 0 }],
    ["option chunkFrames 0: give a whole number from 1 to 65536", 3, { engine, chunkFrames: 0 }],
    ["option chunkFrames 4294967296: give a whole number from 1 to 65536", 3, { engine, chunkFrames: 2 ** 32 }],
    ['option codeword "one" is unknown: known are random, zero, syndrome', 3, { engine, codeword: "one" }],
    ['option random "dice" is unknown', 3, { engine, random: "dice" }],
    ["seed -1 is not in 0", 3, { engine, seed: -1 }],
  ];
  it.each(cases)("%s", (message, position, value) => {
    const given = good.map((argument, i) => (i === position ? value : argument));
    const call = () => (simulate as (...given: unknown[]) => unknown)(...given);
    expect(call).toThrow(InputError);
    expect(call).toThrow(message);
  });
  it("and takes undefined for an option that is left out", async () => {
    const options: SimulateOptions = { engine, ...limits, targetFer: undefined, seed: undefined };
    expect(await simulate(code, decoder, { ebn0: 1 }, options).result()).toEqual(await rowsOfLedger([1]));
  });
});

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
