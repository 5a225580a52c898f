import { describe, expect, it } from "vitest";
import { constructCode } from "../../src/code/construct/recipe.ts";
import { readDecoder } from "../../src/decoder/decoder.ts";
import { cpuEngine } from "../../src/engine/cpu/engine.ts";
import { InputError } from "../../src/errors.ts";
import { engineRunners } from "../../src/simulation/engine-runners.ts";
import { MemoryLedger } from "../../src/simulation/memory-ledger.ts";
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
const channel = { name: "awgn", parameter: "ebn0" } as const;
const options = { decoder, channel, points: [1, 3], stopping: { maxErrors: 20, maxFrames: 3000 } } as const;

describe("a simulation in memory", () => {
  it("ends each point by its rule, with the same counts every time", async () => {
    const run = async () => {
      const shared = new MemoryLedger(simulationSweep(code, options));
      const factory = await engineRunners({
        openEngine: async () => cpuEngine(),
        code,
        decoder,
        channel,
      });
      expect(await work({ shared, factory })).toBe("done");
      return sweepRows(shared.sweep, sweepPoints(shared.sweep, shared.ledger));
    };
    const rows = await run();
    expect(rows.map(({ point }) => point)).toEqual([1, 3]);
    for (const { frame_errors, frames, stopped_by } of rows)
      expect(stopped_by === "errors" ? frame_errors >= 20 : frames >= 3000).toBe(true);
    expect(await run()).toEqual(rows);
  });

  it("refuses seeds and points that there cannot be", () => {
    expect(() => simulationSweep(code, { ...options, seed: -1 })).toThrow("seed -1 is not in 0 … 2^32 − 1");
    expect(() => simulationSweep(code, { ...options, points: [99] })).toThrow(InputError);
  });
});
