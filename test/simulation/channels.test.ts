import { describe, expect, it } from "vitest";
import { type ChannelPoint, channelPoint } from "../../src/channel/channels.ts";
import { normalUpperTail } from "../../src/channel/gaussian.ts";
import { parityCheckMatrix } from "../../src/code/parity-check-matrix.ts";
import { codeRate } from "../../src/code/rate-matching.ts";
import { monteCarloProgram } from "../../src/decoder/monte-carlo.ts";
import type { Engine } from "../../src/engine/engine.ts";
import { galoisField } from "../../src/galois/field.ts";
import type { ChunkCounts } from "../../src/simulation/chunk.ts";
import { monteCarloRunner } from "../../src/simulation/monte-carlo-runner.ts";
import { SEMANTICS_VERSION, type Task } from "../../src/simulation/task.ts";
import { codeOf } from "../code-of.ts";
import { spec } from "../conformance/specs.ts";
import { bothEngines } from "../engines.ts";

const engines = bothEngines();

/** A bit sent three times: its graph is a tree, so that Min-Max decides for the likelier bit. */
const REPETITION = codeOf(
  parityCheckMatrix(galoisField(2), 3, [
    [
      [0, 1],
      [1, 1],
    ],
    [
      [1, 1],
      [2, 1],
    ],
  ]),
);
const FRAMES = 20_000;

async function counts(engine: Engine, channel: ChannelPoint, chunkFrames: number): Promise<ChunkCounts> {
  const decoder = "min-max iterations=3";
  const task: Task = {
    code: { name: "repetition", hash: "" },
    decoder,
    channel,
    seed: 1,
    chunkFrames,
    codeword: "random",
    semantics: SEMANTICS_VERSION,
  };
  const program = monteCarloProgram(REPETITION, spec(decoder), "random", engine.limits);
  const runner = monteCarloRunner(engine, program, task, () => codeRate(REPETITION));
  const run = await runner.run(0, 1);
  await runner.close();
  return run.counts[0];
}

// Error rate of the code by hand: the majority of three over a BSC; over AWGN the sum of three, of mean 3 and variance 3σ².
describe.each([
  ["qber", 0.02, 3 * 0.02 ** 2 - 2 * 0.02 ** 3],
  ["qber", 0.11, 3 * 0.11 ** 2 - 2 * 0.11 ** 3],
  ["snr", 0.5, normalUpperTail(Math.sqrt(3 * 0.5))],
  ["snr", 1.2, normalUpperTail(Math.sqrt(3 * 1.2))],
  // Eb = 3·Es: with σ² = N0/2 the tail of √(2·Eb/N0), whatever the rate.
  ["ebn0", 1, normalUpperTail(Math.sqrt(2 * 10 ** 0.1))],
] as const)("a bit sent three times, %s = %d", (parameter, value, expected) => {
  const point = channelPoint(parameter, value);

  it("has the error rate that theory has", async () => {
    const { frames, frameErrors } = await counts(engines.cpu, point, FRAMES);
    expect(frames).toBe(FRAMES);
    // Fixed words, so this holds for ever; four standard errors.
    const error = Math.sqrt((expected * (1 - expected)) / FRAMES);
    expect(Math.abs(frameErrors / FRAMES - expected)).toBeLessThan(4 * error);
  });

  it("has the same counts on GPU and CPU", async () => {
    expect(await counts(engines.gpu, point, 2000)).toEqual(await counts(engines.cpu, point, 2000));
  });
});
