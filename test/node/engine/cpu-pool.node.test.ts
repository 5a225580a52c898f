import { execFileSync } from "node:child_process";
import { afterAll, describe, expect, it } from "vitest";
import { channelCode } from "../../../src/channel/channel-kind.ts";
import { channelAt, channelPoint } from "../../../src/channel/channels.ts";
import { decoderProgram } from "../../../src/decoder/decoder.ts";
import { cpuEngine } from "../../../src/engine/cpu/engine.ts";
import type { PreparedProgram } from "../../../src/engine/engine.ts";
import { givenRun } from "../../../src/engine/frame-slots.ts";
import { DeviceLostError } from "../../../src/errors.ts";
import { loadCode } from "../../../src/node/codes/codes.ts";
import { cpuPool } from "../../../src/node/engine/cpu-pool.ts";
import { monteCarloProgram } from "../../../src/simulation/program/monte-carlo.ts";
import { COUNTERS } from "../../../wgsl/statistics/index.ts";
import { spec } from "../../decoder/specs.ts";
import { runParameters } from "../../run-parameters.ts";

const PROCESSES = 3;
const FRAMES = 64;
const code = loadCode("tiny20-gf2");
const channel = channelAt(channelPoint("ebn0", 1), channelCode(code));
const others = started();
const engine = cpuPool(PROCESSES);
afterAll(() => engine.close());

const program = monteCarloProgram(code, spec("min-sum iterations=5"), "random", engine.limits);
const counters = async (prepared: PreparedProgram, firstFrame: number) => {
  const parameters = runParameters({ ...channel, firstFrame, frames: FRAMES, chunkFrames: FRAMES });
  const { outputs } = await prepared.run(parameters, [{ buffer: "counters", elements: 2 * COUNTERS }]);
  return [...outputs[0]];
};

/** Processes of this process's pools. Other children have other scripts. */
function started(): number[] {
  const children = execFileSync("ps", ["-o", "pid=,args=", "--ppid", String(process.pid)], { encoding: "utf8" });
  const ofPools = children.split("\n").filter((line) => line.includes("cpu-pool-worker"));
  return ofPools.map((line) => Number.parseInt(line, 10));
}

function own(): number[] {
  return started().filter((pid) => !others.includes(pid));
}

describe("the CPU engine over several processes", () => {
  it("has one process until overlapping runs go on, and all give the results of one engine", async () => {
    const starts = Array.from({ length: 8 }, (_, i) => FRAMES * i);
    const alone = await cpuEngine().prepare(program, FRAMES);
    alone.write("noise", channel.noise);
    const expected: number[][] = [];
    for (const first of starts) expected.push(await counters(alone, first));
    expect(expected[0]).not.toEqual(expected[1]);

    const noise = channel.noise.slice();
    const pooled = await engine.prepare(program, FRAMES);
    pooled.write("noise", noise);
    // Later changes of the caller's data reach no process.
    noise.fill(0);
    for (const [i, first] of starts.slice(0, 3).entries()) expect(await counters(pooled, first)).toEqual(expected[i]);
    expect(own().length).toBe(1);
    while (own().length < PROCESSES) {
      expect(await Promise.all(starts.map((first) => counters(pooled, first)))).toEqual(expected);
    }
    pooled.release();
  });

  it("hands each run the inputs of its call, however many are on their way", async () => {
    const decoder = decoderProgram(code, spec("min-sum iterations=5"), engine.limits);
    const [alone, pooled] = await Promise.all([cpuEngine(), engine].map((each) => each.prepare(decoder, 2000)));
    const decode = async (prepared: PreparedProgram, llr: Float32Array) => {
      const running = prepared.run(givenRun(llr.length / 20), [{ buffer: "decision", elements: llr.length }], {
        channel_llr: llr,
      });
      llr.fill(0);
      return (await running).outputs[0];
    };
    const inputs = [1, 700, 3, 2000, 1].map((frames, k) =>
      Float32Array.from({ length: 20 * frames }, (_, i) => Math.sin(i * (k + 1)) + 0.3),
    );
    const expected = [];
    for (const llr of inputs) expected.push(await decode(alone, llr.slice()));
    // A run whose copies find no memory sends nothing that the next would take for its own.
    const large = Object.defineProperty(inputs[0].slice(), "byteLength", { value: Number.MAX_SAFE_INTEGER });
    await expect(decode(pooled, large)).rejects.toThrow(RangeError);
    expect(await Promise.all(inputs.map((llr) => decode(pooled, llr)))).toEqual(expected);
    for (const each of [alone, pooled]) each.release();
  });

  it("names a process that ends, and ends all when it is closed", async () => {
    const pooled = await engine.prepare(program, FRAMES);
    const [killed] = own();
    process.kill(killed, "SIGKILL");
    const runs = await Promise.allSettled(Array.from({ length: PROCESSES }, (_, i) => counters(pooled, FRAMES * i)));
    const errors = runs.flatMap((run) => (run.status === "rejected" ? [run.reason] : []));
    expect(errors).toEqual([expect.any(DeviceLostError)]);
    expect(errors[0].message).toMatch(
      new RegExp(`^worker \\d of the cpu engine ended \\(process ${killed}, SIGKILL\\)$`),
    );
    await engine.close();
    await expect(counters(pooled, 0)).rejects.toThrow("the cpu engine is closed");
    await expect.poll(own).toEqual([]);
  });
});
