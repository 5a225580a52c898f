import { expect, test } from "vitest";
import { DEFAULT_GENERATOR } from "../../src/channel/random.ts";
import { constructCode } from "../../src/code/construct/recipe.ts";
import { codeHash } from "../../src/code/hash.ts";
import { decoderText, readDecoder } from "../../src/decoder/decoder.ts";
import { cpuEngine } from "../../src/engine/cpu/engine.ts";
import type { Engine } from "../../src/engine/engine.ts";
import { DeviceLostError } from "../../src/errors.ts";
import { engineRunners } from "../../src/simulation/engine-runners.ts";
import { formatPoints } from "../../src/simulation/points.ts";
import { type Sweep, sweepPoints, sweepRows } from "../../src/simulation/sweep.ts";
import { work } from "../../src/simulation/worker.ts";
import { openGpu } from "../engines.ts";
import { WatchedLedger } from "./watched-ledger.ts";

const code = constructCode({
  family: "peg",
  name: "test",
  q: 4,
  polynomial: 0x7,
  n: 24,
  degrees: [2, 4],
  labels: "random",
  seed: 1,
  attempts: 1,
});
const decoder = readDecoder("isrb-mlgd iterations=5");
const sweep: Sweep = {
  tasks: [1, 3].map((value) => ({
    code: { name: code.name, hash: codeHash(code.matrix) },
    decoder: decoderText(decoder),
    channel: { name: "awgn", parameter: "ebn0", value },
    seed: 7,
    chunkFrames: 16,
    codeword: "random",
    semantics: 1,
    random: DEFAULT_GENERATOR,
  })),
  rule: { maxErrors: 60, maxFrames: 400 },
  symbols: 24,
  bitsPerSymbol: 2,
};

async function pointsOf(open: () => Promise<Engine>): Promise<string> {
  const shared = new WatchedLedger(sweep);
  const factory = await engineRunners({
    openEngine: open,
    code,
    decoder,
    channel: { name: "awgn", parameter: "ebn0" },
  });
  await work({ shared, factory });
  await factory.close();
  return formatPoints(sweepRows(sweep, sweepPoints(sweep, shared.ledger)));
}

test("a device lost amid the runs costs nothing but time", async () => {
  let opened = 0;
  let runs = 0;
  const failing = async (): Promise<Engine> => {
    const engine = await openGpu();
    opened++;
    return {
      ...engine,
      async prepare(program, frames) {
        const prepared = await engine.prepare(program, frames);
        const run = prepared.run.bind(prepared);
        prepared.run = (...call) => {
          const result = run(...call);
          // The first two devices disappear with this run in flight.
          if (++runs % 3 === 0 && opened <= 2) void engine.close();
          return result;
        };
        return prepared;
      },
    };
  };
  const interrupted = await pointsOf(failing);
  expect(opened).toBe(3);
  expect(interrupted).toBe(await pointsOf(async () => cpuEngine()));
});

test("calls on a lost device throw DeviceLostError", async () => {
  const engine = await openGpu();
  const factory = await engineRunners({
    openEngine: async () => engine,
    code,
    decoder,
    channel: { name: "awgn", parameter: "ebn0" },
  });
  const runner = await factory.open(sweep.tasks[0]);
  await runner.run(0, 1);
  await engine.close();
  await expect(runner.run(1, 1)).rejects.toThrow(DeviceLostError);
});
