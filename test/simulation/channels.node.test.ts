import { describe, expect, it } from "vitest";
import { type ChannelPoint, channelPoint } from "../../src/channel/channels.ts";
import { normalUpperTail } from "../../src/channel/gaussian.ts";
import { DEFAULT_GENERATOR } from "../../src/channel/random.ts";
import { parityCheckMatrix } from "../../src/code/parity-check-matrix.ts";
import type { Engine } from "../../src/engine/engine.ts";
import { galoisField } from "../../src/galois/field.ts";
import type { ChunkCounts } from "../../src/simulation/counts.ts";
import { monteCarloRunner } from "../../src/simulation/monte-carlo-runner.ts";
import { monteCarloProgram } from "../../src/simulation/program/monte-carlo.ts";
import { SEMANTICS_VERSION, type Task } from "../../src/simulation/task.ts";
import { codeOf } from "../code-of.ts";
import { spec } from "../decoder/specs.ts";
import { bothEngines } from "../engines.ts";
import { sweep } from "../sweep.ts";

const engines = bothEngines();

/** A symbol that is sent three times. The graph is a tree, so Min-Max decides on the likeliest symbol. */
const repetition = (q: number) =>
  codeOf(
    parityCheckMatrix(galoisField(q), 3, [
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

async function counts(engine: Engine, q: number, channel: ChannelPoint, chunkFrames: number): Promise<ChunkCounts> {
  const code = repetition(q);
  const decoder = "min-max iterations=3";
  const task: Task = {
    code: { name: "repetition", hash: "" },
    decoder,
    channel,
    seed: 1,
    chunkFrames,
    codeword: "random",
    semantics: SEMANTICS_VERSION,
    random: DEFAULT_GENERATOR,
  };
  const program = monteCarloProgram(code, spec(decoder), "random", engine.limits, channel);
  const runner = monteCarloRunner(engine, program, task, code);
  const run = await runner.run(0, 1);
  await runner.close();
  return run.counts.at(0);
}

/**
 * Error rate of three copies over the q-ary symmetric channel. The decision is right if at least two copies arrive unchanged. If one does
 * and the other two differ, the lowest of three equally likely symbols is decided, which is right in a third of the cases.
 */
function qscErrorRate(q: number, p: number): number {
  const apart = (q - 2) / (q - 1);
  return 1 - (1 - p) ** 3 - 3 * (1 - p) ** 2 * p - (1 - p) * p ** 2 * apart;
}

// Error rates of the repetition code by hand: over a BSC the majority of three; over AWGN their sum, with mean 3 and variance 3σ².
const CASES = [
  [4, "symbol-error", 0.1, qscErrorRate(4, 0.1)],
  [2, "qber", 0.11, 3 * 0.11 ** 2 - 2 * 0.11 ** 3],
  // If all three are erased, 0 is decided, which is right for one symbol of q.
  [2, "erasure", 0.5, 0.5 ** 3 / 2],
  [256, "symbol-erasure", 0.8, (0.8 ** 3 * 255) / 256],
  // A bit is lost if all three of its copies are erased.
  [4, "erasure", 0.6, 1 - (1 - 0.6 ** 3 / 2) ** 2],
  // A 0 always arrives; a 1 is taken for 0 if all of its copies cross.
  [4, "crossover", 0.6, 1 - (1 - 0.6 ** 3 / 2) ** 2],
  [2, "snr", 0.5, normalUpperTail(Math.sqrt(3 * 0.5))],
  // Eb = 3·Es: with σ² = N0/2 the tail of √(2·Eb/N0), for every rate.
  [2, "ebn0", 1, normalUpperTail(Math.sqrt(2 * 10 ** 0.1))],
] as const;

// Every third in the browser has symmetric, erasing and Gaussian channels.
describe.each(sweep(CASES, 6, 3))("a symbol of GF(%i) sent three times, %s = %d", (q, parameter, value, expected) => {
  const point = channelPoint(parameter, value);

  it("has the error rate that theory has", async () => {
    const { frames, frameErrors } = await counts(engines.cpu, q, point, FRAMES);
    expect(frames).toBe(FRAMES);
    // Four standard errors. The words are fixed, so the result is too.
    const error = Math.sqrt((expected * (1 - expected)) / FRAMES);
    expect(Math.abs(frameErrors / FRAMES - expected)).toBeLessThan(4 * error);
  });

  it("has the same counts on GPU and CPU", async () => {
    expect(await counts(engines.gpu, q, point, 2000)).toEqual(await counts(engines.cpu, q, point, 2000));
  });
});
