import { expect, it } from "vitest";
import { faultRun } from "./fault-run.ts";
import { programs } from "./programs.ts";

// Eight runs of `npm run faults`. Its option --runs sets any other number.
const RUNS = 8;
const LANES = 2;

it("runs that are killed, stopped, interrupted, damaged and out of disk publish the points of undisturbed runs", async () => {
  let seed = 0;
  const faults: string[] = [];
  const lane = async () => {
    while (seed < RUNS) {
      const outcome = await faultRun(programs, ++seed);
      expect(outcome.failures, `run ${outcome.seed}: ${outcome.done.join("; ")}`).toEqual([]);
      faults.push(...outcome.done);
    }
  };
  await Promise.all(Array.from({ length: LANES }, lane));
  expect(faults.length).toBeGreaterThan(RUNS);
}, 900_000);
