import { describe, expect, it } from "vitest";
import { channelPoint } from "../../src/channel/channels.ts";
import { DEFAULT_GENERATOR } from "../../src/channel/random.ts";
import { readDecoder } from "../../src/decoder/decoder.ts";
import type { Engine } from "../../src/engine/engine.ts";
import { loadCode } from "../../src/node/codes/codes.ts";
import type { ChunkCounts, CountName } from "../../src/simulation/counts.ts";
import { engineRunners } from "../../src/simulation/engine-runners.ts";
import { SEMANTICS_VERSION, type Task } from "../../src/simulation/task.ts";
import { bothEngines } from "../engines.ts";

// Simulations with reprocessing: counts depend only on the task, not on the device or the batches.
const engines = bothEngines();
const CODE = loadCode("wimax-576-288");
const CHANNEL = channelPoint("ebn0", 1.3);
const CHUNKS = 6;

async function counts(
  engine: Engine,
  decoder: string,
  codeword: Task["codeword"],
  together: number,
): Promise<ChunkCounts[]> {
  const task: Task = {
    code: { name: CODE.name, hash: "" },
    decoder,
    channel: CHANNEL,
    seed: 5,
    chunkFrames: 9,
    codeword,
    semantics: SEMANTICS_VERSION,
    random: DEFAULT_GENERATOR,
  };
  const factory = await engineRunners({
    openEngine: async () => engine,
    code: CODE,
    decoder: readDecoder(decoder),
    codeword,
    channel: CHANNEL,
  });
  const runner = await factory.open(task);
  // Runs overlap in time, as in a simulation.
  const runs = await Promise.all(
    Array.from({ length: CHUNKS / together }, (_, i) => runner.run(i * together, together)),
  );
  await runner.close();
  return runs.flatMap((run) => [...run.counts]);
}

const sum = (chunks: readonly ChunkCounts[], count: CountName) =>
  chunks.reduce((total, chunk) => total + chunk[count], 0);

describe.each([
  ["random", [2]],
  ["syndrome", [1]],
] as const)("--codeword %s", (codeword, numbers) => {
  const decoder = "normalised-min-sum iterations=10";

  it("fewer frames fail, with the same counts on both engines and in all batches", async () => {
    const alone = await counts(engines.gpu, decoder, codeword, CHUNKS);
    let before = sum(alone, "frameErrors");
    expect(before).toBeGreaterThan(10);
    for (const stages of numbers) {
      const words = `${decoder} reprocess=eqml stages=${stages}`;
      const together = await counts(engines.gpu, words, codeword, CHUNKS);
      expect(await counts(engines.gpu, words, codeword, 3)).toEqual(together);
      expect(await counts(engines.cpu, words, codeword, 1)).toEqual(together);
      expect(sum(together, "frameErrors"), `${stages} stages`).toBeLessThan(before);
      before = sum(together, "frameErrors");
      // The counted iterations belong to the first decoding.
      expect(sum(together, "iterations")).toBe(sum(alone, "iterations"));
      expect(sum(together, "undetected")).toBeLessThanOrEqual(before);
    }
  });
});
