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

/** Errors and frames of a point that stops at 60 errors or 12,000 frames, by the gaps between errors. */
function drawn(fer: number, random: () => number): { readonly errors: number; readonly frames: number } {
  let [errors, frames] = [0, 0];
  const right = Math.log1p(-Math.min(fer, 1 - 1e-12));
  while (errors < 60) {
    frames += 1 + Math.floor(Math.log(1 - random()) / right);
    if (frames > 12_000) return { errors, frames: 12_000 };
    errors++;
  }
  return { errors, frames };
}

it("has intervals that cover the true value in 95 % of searches, on straight and on bent curves", () => {
  const random = randomNumbers(7);
  let [searches, covered, points] = [0, 0, 0];
  // Slope and curvature of the waterfall, in probits of the FER: the line that is fitted, codes of growing slope, and a floor.
  for (const [slope, bend] of [
    [4, 0],
    [4, 0.3],
    [2, 0.5],
    [2, -0.2],
  ]) {
    for (const parameter of ["ebn0", "qber"] as const) {
      for (let search = 0; search < 40; search++) {
        const truth = parameter === "ebn0" ? 2 + random() : 0.04 + 0.02 * random();
        const x = (value: number) => (parameter === "ebn0" ? value - truth : 4 * Math.log(truth / value));
        // Beyond its vertex a parabola would turn.
        const within = (at: number) => (bend * at < -slope / 4 ? -slope / (4 * bend) : at);
        const probit = (at: number) => 2.3263478740408408 + slope * at + bend * at ** 2;
        const ferAt = (value: number) => {
          const u = probit(within(x(value)));
          return u > 0 ? normalUpperTail(u) : 1 - normalUpperTail(-u);
        };
        const known: MeasuredPoint[] = [];
        for (let value: number | undefined = parameter === "ebn0" ? 1.5 : 0.08; value !== undefined; ) {
          known.push({ value, ...drawn(ferAt(value), random) });
          value = nextValue(known, 0.01, channels[parameter], 2);
        }
        const { low, high } = requiredValue(known, 0.01, channels[parameter])!;
        covered += Number(low <= truth && truth <= high);
        points += known.length;
        searches++;
      }
    }
  }
  // 92 % of 320: 2.5 standard deviations below the measured 95 %; intervals that cover 89 % fail with probability 0.96.
  expect(covered / searches).toBeGreaterThan(0.92);
  expect(points / searches).toBeLessThan(7);
}, 60_000);
