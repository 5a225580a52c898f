import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { channels } from "../../../src/channel/channels.ts";
import { normalUpperTail } from "../../../src/channel/gaussian.ts";
import { type MeasuredPoint, nextValue, requiredValue } from "../../../src/simulation/required.ts";
import { randomNumbers } from "../../simulation/random.ts";
import { csv, failure, folder, out, readRun, run, useRunFolders } from "./simulate-fixture.ts";

useRunFolders();

// The fake runner's FER is 10^(−Eb/N0).
const SEARCH = { ebn0: "0.5", requireFer: "2e-2", maxErrors: "100", chunk: "64", seed: "2" } as const;

it("finds the required Eb/N0, and the same points when it is continued", async () => {
  const whole = await run({ ...SEARCH, json: true });
  const { points, required } = JSON.parse(whole.stdout);
  expect(required.low).toBeLessThan(-Math.log10(2e-2));
  expect(required.high).toBeGreaterThan(-Math.log10(2e-2));
  expect(required.high - required.low).toBeLessThan(0.2);
  expect(points.length).toBeLessThan(9);
  expect(readRun().stopping.maxFrames).toBe(10_000);
  // A run that was stopped in the middle goes on to the same bytes.
  const parts = join(folder, "parts");
  const abort = new AbortController();
  let runs = 0;
  const beforeRun = () => {
    if (++runs === 4) abort.abort();
  };
  await failure({ ...SEARCH, out: parts }, { beforeRun, chunksMaximum: 16, runsInFlight: 1 }).catch(() => {});
  await run({ ...SEARCH, out: parts }, { chunksMaximum: 8 });
  expect(csv(parts)).toBe(csv());
  const again = await run({ ...SEARCH, json: true });
  expect(again.asked).toEqual([]);
  expect(again.stdout).toBe(whole.stdout);
  expect((await run(SEARCH)).stdout).toMatch(
    /^FER 0\.02 needs Eb\/N0 1\.\d{3} dB, 95 % interval .* by \d points near it\.$/m,
  );
  expect(readFileSync(join(out, "points.csv"), "utf8").trimEnd().split("\n").length).toBe(points.length + 1);
});

it("contradicts options that leave points out, before anything is written", async () => {
  for (const other of [{ part: "1/2" }, { targetFer: "1e-3" }])
    expect((await failure({ ...SEARCH, ...other })).message).toMatch(
      /^--require-fer chooses the points by all frames: leave --/,
    );
});

it("says where the FER stays when no point reaches it", () => {
  const error = () => nextValue([{ value: 0.45, errors: 0, frames: 100 }], 0.5, channels.qber, 2);
  expect(error).toThrow(/^the FER of all 1 points is below 0.5, the last at QBER 0.45: no required value was found/);
});

it.each(["ebn0", "qber"] as const)("has intervals that cover the true value of %s in 95 % of searches", (parameter) => {
  const kind = channels[parameter];
  const random = randomNumbers(7);
  let [covered, points] = [0, 0];
  const searches = 30;
  for (let search = 0; search < searches; search++) {
    // A waterfall whose slope grows, as those of codes do: not quite the line that is fitted.
    const truth = parameter === "ebn0" ? 2.2 : 0.05;
    const x = (value: number) => (parameter === "ebn0" ? value - truth : 4 * Math.log(truth / value));
    const ferAt = (value: number) => {
      const u = 2.326 + 4 * x(value) + 0.3 * x(value) ** 2;
      return u > 0 ? normalUpperTail(u) : 1 - normalUpperTail(-u);
    };
    const known: MeasuredPoint[] = [];
    for (let value: number | undefined = parameter === "ebn0" ? 1.5 : 0.08; value !== undefined; ) {
      let [errors, frames] = [0, 0];
      for (const fer = ferAt(value); errors < 60 && frames < 12_000; frames++) errors += Number(random() < fer);
      known.push({ value, errors, frames });
      value = nextValue(known, 0.01, kind, 2);
    }
    const { low, high } = requiredValue(known, 0.01, kind)!;
    covered += Number(low <= truth && truth <= high);
    points += known.length;
  }
  // Of 30 searches 25 or fewer cover it with probability 0.016.
  expect(covered).toBeGreaterThan(25);
  expect(points / searches).toBeLessThan(8);
});
