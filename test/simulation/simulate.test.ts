import { describe, expect, it } from "vitest";
import { constructCode } from "../../src/code/construct/recipe.ts";
import { readDecoder } from "../../src/decoder/decoder.ts";
import { cpuEngine } from "../../src/engine/cpu/engine.ts";
import type { Engine } from "../../src/engine/engine.ts";
import { DeviceLostError, InputError } from "../../src/errors.ts";
import { engineRunners } from "../../src/simulation/engine-runners.ts";
import { MemoryLedger } from "../../src/simulation/memory-ledger.ts";
import type { PointRow } from "../../src/simulation/points.ts";
import { type SimulateOptions, type SimulationProgress, simulate } from "../../src/simulation/simulate.ts";
import { simulationSweep } from "../../src/simulation/simulation-sweep.ts";
import { sweepPoints, sweepRows } from "../../src/simulation/sweep.ts";
import { work } from "../../src/simulation/worker.ts";

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
