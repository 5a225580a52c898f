import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { channelCode } from "../../src/channel/channel-kind.ts";
import { channelAt, channelPoint } from "../../src/channel/channels.ts";
import { cpuEngine } from "../../src/engine/cpu/engine.ts";
import { poolAnswers } from "../../src/engine/cpu/pool/answers.ts";
import { openCpuPool } from "../../src/engine/cpu/pool/open-cpu-pool.ts";
import type { PoolMessage, ShaderMessage } from "../../src/engine/cpu/pool/pool.ts";
import type { Engine, PreparedProgram } from "../../src/engine/engine.ts";
import { DeviceLostError, InputError } from "../../src/errors.ts";
import { galoisField } from "../../src/galois/field.ts";
import { monteCarloProgram } from "../../src/simulation/program/monte-carlo.ts";
import { COUNTERS } from "../../wgsl/statistics/index.ts";
import { codeOf } from "../code-of.ts";
import { randomMatrix } from "../decoder/random-matrix.ts";
import { spec } from "../decoder/specs.ts";
import { runParameters } from "../run-parameters.ts";
import { IN_BROWSER } from "../sweep.ts";

const FRAMES = 64;
const code = codeOf(randomMatrix(galoisField(2), [3, 4, 3, 3, 4], 10, 3));
const channel = channelAt(channelPoint("ebn0", 1), channelCode(code));
const program = monteCarloProgram(code, spec("min-sum iterations=5"), "random", cpuEngine().limits);

/** Replaces a Web Worker in Node.js. It answers in this thread with copies of the messages. */
class LocalWorker extends EventTarget {
  readonly #hear = poolAnswers((reply) =>
    this.dispatchEvent(new MessageEvent("message", { data: structuredClone(reply) })),
  );

  postMessage(message: PoolMessage): void {
    this.#hear(structuredClone(message));
  }

  terminate(): void {}
}

const workers: { readonly worker: EventTarget; ended: boolean }[] = [];

/** Called before the pool sends a message about a shader to a worker. */
let onShader: ((worker: EventTarget, message: ShaderMessage) => void) | undefined;

/** Counts the living workers. */
class WatchedWorker extends (IN_BROWSER ? Worker : (LocalWorker as unknown as typeof Worker)) {
  constructor(...given: ConstructorParameters<typeof Worker>) {
    super(...given);
    workers.push({ worker: this, ended: false });
  }

  override postMessage(message: PoolMessage | ShaderMessage): void {
    if ("shader" in message) onShader?.(this, message);
    super.postMessage(message);
  }

  override terminate(): void {
    super.terminate();
    workers.find(({ worker }) => worker === this)!.ended = true;
  }
}

async function prepared(engine: Engine, of = program): Promise<PreparedProgram> {
  const made = await engine.prepare(of, FRAMES);
  made.write("noise", channel.noise);
  return made;
}

async function counters(of: PreparedProgram, firstFrame: number): Promise<number[]> {
  const parameters = runParameters({ ...channel, firstFrame, frames: FRAMES, chunkFrames: FRAMES });
  const { outputs } = await of.run(parameters, [{ buffer: "counters", elements: COUNTERS }]);
  return [...outputs[0]];
}

/** Runs two at a time until the work is worth another worker. */
async function startAnother(pooled: PreparedProgram): Promise<void> {
  const before = workers.length;
  while (workers.length === before) await Promise.all([0, FRAMES].map((first) => counters(pooled, first)));
}

describe("the CPU engine over Web Workers", () => {
  let engine: Engine;
  let pooled: PreparedProgram;
  beforeAll(async () => {
    vi.stubGlobal("Worker", WatchedWorker);
    engine = await openCpuPool({ workers: 2 });
    pooled = await prepared(engine);
  });
  afterAll(async () => {
    await engine?.close();
    vi.unstubAllGlobals();
  });

  it("gives the counts of one engine, and starts another worker for work that goes on", async () => {
    const starts = [0, 1, 2, 3, 4].map((i) => FRAMES * i);
    const alone = await prepared(cpuEngine());
    const expected: number[][] = [];
    for (const first of starts) expected.push(await counters(alone, first));
    expect(expected[0]).not.toEqual(expected[1]);
    expect(engine.info.adapter).toBe("CPU, 2 Web Workers");
    for (const [i, first] of starts.slice(0, 2).entries()) expect(await counters(pooled, first)).toEqual(expected[i]);
    expect(workers.length).toBe(1);
    await startAnother(pooled);
    expect(await Promise.all(starts.map((first) => counters(pooled, first)))).toEqual(expected);
    expect(workers.length).toBe(2);
  });

  it("throws a worker's error", async () => {
    const tooMany = pooled.run(runParameters({ frames: FRAMES + 1 }), []);
    await expect(tooMany).rejects.toThrow("a run of 65 frames does not fit the 64 prepared slots");
    await expect(tooMany).rejects.toBeInstanceOf(InputError);
    await expect(pooled.read("no such buffer")).rejects.toThrow(Error);
    await expect(openCpuPool({ workers: 0 })).rejects.toThrow("0 workers: give a whole number of at least 1");
  });

  it("reports an error in a shader with its file and line from every worker", async () => {
    const iterate = program.iterate.map((dispatch) => ({
      ...dispatch,
      constants: {
        ...dispatch.constants,
        ...(dispatch.kernel === "common/active-frames/compact-words" ? { INTERLEAVE: 0 } : {}),
      },
    }));
    const broken = await prepared(engine, { ...program, iterate });
    const results = await Promise.allSettled([0, FRAMES].map((first) => counters(broken, first)));
    for (const result of results) {
      expect(String((result as PromiseRejectedResult).reason)).toMatch(
        /^Error: wgsl\/common\/lane-bits\.wgsl:\d+: this divides by 0\n {4}const LANE_BITS/,
      );
    }
    broken.release();
  });

  it("names a worker that ends", async () => {
    const both = [counters(pooled, 0), counters(pooled, FRAMES)];
    const results = Promise.allSettled(both);
    const fault = new Event("error", { cancelable: true });
    workers[1].worker.dispatchEvent(Object.assign(fault, { message: "out of memory" }));
    await results;
    await expect(both[0]).resolves.toHaveLength(COUNTERS);
    await expect(both[1]).rejects.toThrow("worker 2 of the cpu engine ended (out of memory)");
    await expect(both[1]).rejects.toBeInstanceOf(DeviceLostError);
    // The pool reports the fault, so the browser must not.
    expect(fault.defaultPrevented).toBe(true);
  });

  it("ends all workers and their runs when it is closed", async () => {
    const run = counters(pooled, 0);
    await engine.close();
    await expect(run).rejects.toThrow("the cpu engine is closed");
    await expect(counters(pooled, 0)).rejects.toBeInstanceOf(DeviceLostError);
    expect(workers.map(({ ended }) => ended)).toEqual([true, true]);
  });

  if (IN_BROWSER) {
    it("compiles on another worker the shaders of a worker that ends", async () => {
      const pool = await openCpuPool({ workers: 2 });
      const first = workers.length - 1;
      const others = monteCarloProgram(code, spec("sum-product iterations=3"), "random", pool.limits);
      await startAnother(await prepared(pool));
      const [made, alone] = [await prepared(pool, others), await prepared(cpuEngine(), others)];
      // The worker that asks first is to compile, and either may. Runs go to the workers in their order.
      let ending: EventTarget | undefined;
      onShader = (worker, { compiled }) => {
        if (ending !== undefined || compiled !== undefined) return;
        ending = worker;
        worker.dispatchEvent(Object.assign(new Event("error", { cancelable: true }), { message: "out of memory" }));
      };
      const runs = await Promise.allSettled([counters(made, 0), counters(made, FRAMES)]);
      onShader = undefined;
      const own = workers.slice(first);
      const [lost, kept] = own[0].worker === ending ? [0, 1] : [1, 0];
      expect(runs[lost]).toMatchObject({ status: "rejected", reason: expect.any(DeviceLostError) });
      expect(runs[kept]).toEqual({ status: "fulfilled", value: await counters(alone, kept * FRAMES) });
      expect(own.map(({ ended }) => ended)).toEqual([lost === 0, lost === 1]);
      await pool.close();
    });

    it("says that its workers cannot start", async () => {
      class NoFile extends WatchedWorker {
        constructor() {
          super("/no-such-file.js", { type: "module" });
        }
      }
      vi.stubGlobal("Worker", NoFile);
      await expect(openCpuPool()).rejects.toThrow("no Web Worker starts here: worker 1 of the cpu engine ended");
      expect(workers.at(-1)?.ended).toBe(true);
    });
  }

  it("says where there are no Web Workers", async () => {
    vi.stubGlobal("Worker", undefined);
    await expect(openCpuPool()).rejects.toThrow("in Node.js take cpuPool of gfq-ldpc/node");
  });
});
