import { expect, it } from "vitest";
import { channelPoint } from "../../../src/channel/channels.ts";
import { readDecoder } from "../../../src/decoder/decoder.ts";
import { cpuEngine } from "../../../src/engine/cpu/engine.ts";
import { progress } from "../../../src/engine/decode.ts";
import { loadCode } from "../../../src/node/codes/codes.ts";
import { parametersOf, prepare } from "../../../src/simulation/bench/bench.ts";
import { benchJob } from "../../../src/simulation/bench/bench-job.ts";
import { measureWaiting, waitingShare } from "../../../src/simulation/bench/waiting.ts";

const FRAMES = 50;
const ITERATIONS = 12;
const code = loadCode("wimax-576-288");
const engine = cpuEngine();

function jobOf(mapping: string) {
  const words = `schedule=layered messages=int12 iterations=${ITERATIONS} mapping=${mapping}`;
  const spec = readDecoder(`offset-min-sum ${words}`);
  return benchJob(engine, code, spec, channelPoint("ebn0", 2), { frames: FRAMES, codeword: "random" });
}

it("a frame waits while another of its workgroup has iterations to do", () => {
  expect(waitingShare(Uint32Array.of(4, 4, 6, 6), 2)).toBe(0);
  // The frames need 22 of 2 · 4 + 2 · 10 + 5 iterations.
  expect(waitingShare(Uint32Array.of(4, 2, 1, 10, 5), 2)).toBeCloseTo(11 / 33, 12);
});

it("is measured where a workgroup has several frames, and counts the iterations of another mapping", async () => {
  const streaming = jobOf("streaming");
  expect(await measureWaiting(streaming, FRAMES, ITERATIONS)).toBeUndefined();
  const prepared = await prepare(streaming, FRAMES);
  const unsatisfied = { buffer: "unsatisfied", elements: FRAMES * ITERATIONS };
  const { outputs } = await prepared.run(parametersOf(streaming, FRAMES, 0), [unsatisfied]);
  const { iterations } = progress(outputs[0], FRAMES, { iterations: ITERATIONS, stop: "syndrome" });
  expect(new Set(iterations).size).toBeGreaterThan(3);

  const waiting = await measureWaiting(jobOf("chip"), FRAMES, ITERATIONS);
  expect(waiting?.frames).toBeGreaterThan(1);
  expect(waiting).toEqual({ frames: waiting!.frames, share: waitingShare(iterations, waiting!.frames) });
  expect(waiting!.share).toBeGreaterThan(0.05);
});
