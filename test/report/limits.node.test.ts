import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it, vi } from "vitest";
import { channels } from "../../src/channel/channels.ts";
import { normalUpperTail } from "../../src/channel/gaussian.ts";
import { valueOfSigma } from "../../src/channel/limits/channel-limits.ts";
import { InputError } from "../../src/errors.ts";
import type { Curve } from "../../src/report/chart.ts";
import { figureOfRuns } from "../../src/report/figure.ts";
import { type LimitName, limits } from "../../src/report/limits.ts";
import { parseReference } from "../../src/report/reference.ts";
import type { RunPoints } from "../../src/report/series.ts";
import { root } from "../source-files.ts";
import { itLong } from "../sweep.ts";
import { sampleRun } from "./sample-points.ts";

const SIZE = { q: 2, n: 128, k: 64 };

/** Gallager's (3,6) codes. */
const REGULAR = { name: "regular", description: "", source: "" };
const ensemble = () => ({
  ...REGULAR,
  variables: [{ fraction: 1, degrees: [3] }],
  checks: [{ fraction: 1 / 2, degrees: [6] }],
});

function run(origin = "a", overrides = {}, codeSize: () => typeof SIZE | undefined = () => SIZE): RunPoints {
  return { ...sampleRun(origin, overrides), code: { size: "128 bits", rate: () => 1 / 2, codeSize, ensemble } };
}

function linesOf(runs: readonly RunPoints[], ...beside: readonly LimitName[]) {
  const [{ x, curves, key = [] }] = figureOfRuns(runs, [], { show: ["fer"], beside }).figure.panels;
  const lines = curves
    .filter(isLimit)
    .map(({ points }) => ({ x: points.map(([at]) => at), y: points.map(([, y]) => y) }));
  return { lines, key: key.map(({ name }) => name), x };
}

/** Limits are lines without markers; the line of a run has error bars. */
function isLimit({ marker }: Curve): boolean {
  return marker === undefined;
}

describe("limits beside runs", () => {
  it("are capacity, normal approximation and BER without a code, with entries in the key", () => {
    const { lines, key, x } = linesOf([run()], "capacity", "normal-approximation", "uncoded");
    expect(key).toEqual(["capacity", "normal approximation", "BER without a code"]);
    const [capacity, approximation, uncoded] = lines;
    expect(capacity.x[0]).toBeCloseTo(0.19, 2);
    expect(capacity.x[1]).toBe(capacity.x[0]);
    // The lowest FER of the run is 233 of 6144.
    expect(approximation.y[0]).toBeCloseTo(0.9, 3);
    expect(approximation.y.at(-1)! / (233 / 6144 / 2)).toBeCloseTo(1, 2);
    uncoded.x.forEach((ebn0, i) => {
      expect(uncoded.y[i] / normalUpperTail(Math.sqrt(2 * 10 ** (ebn0 / 10)))).toBeCloseTo(1, 9);
    });
    expect([uncoded.x[0], uncoded.x.at(-1)]).toEqual([2, 2.5]);
    expect(x.range[0]).toBeLessThan(approximation.x[0]);
  });

  it("go down to half the lowest rate that the figure shows, as its axis does", () => {
    const lowest = (show: readonly ("fer" | "ser" | "ber")[]) => {
      const beside = ["capacity", "normal-approximation"] as const;
      const [{ curves }] = figureOfRuns([run()], [], { show, beside }).figure.panels;
      return curves.filter(isLimit).map(({ points }) => points.at(-1)![1]);
    };
    // At 2.5 dB the run has FER 233 of 6144, SER 4.9e-4 and BER 2.45e-4.
    for (const [show, rate] of [
      [["fer"], 0.0379232],
      [["fer", "ser"], 4.9e-4],
      [["fer", "ber"], 2.45e-4],
      [["ber"], 2.45e-4],
    ] as const) {
      for (const end of lowest(show)) expect(end / (rate / 2)).toBeCloseTo(1, 2);
    }
  });

  it("are capacity and normal approximation by default, for runs whose code is at hand", () => {
    const keyOf = (one: RunPoints, hide: readonly LimitName[] = []) => {
      const [{ key = [] }] = figureOfRuns([one], [], { show: ["fer"], hide }).figure.panels;
      return key.map(({ name }) => name);
    };
    expect(keyOf(run())).toEqual(["capacity", "normal approximation"]);
    expect(keyOf(run(), ["capacity"])).toEqual(["normal approximation"]);
    expect(keyOf(run(), ["capacity", "normal-approximation"])).toEqual([]);
    expect(keyOf(sampleRun("a"))).toEqual([]);
    const isMissing = () => {
      throw new InputError("its code is not there");
    };
    expect(keyOf(run("a", {}, isMissing))).toEqual([]);
  });

  it("pass the FER of the tables: 1e-3 of (128,64) at 2.48 dB", () => {
    const frames = { frames: 1e6, frame_errors: 100, fer: 1e-4, fer_low: 8e-5, fer_high: 1.2e-4 };
    const [{ x, y }] = linesOf([run("a", frames)], "normal-approximation").lines;
    const after = y.findIndex((fer) => fer < 1e-3);
    const share = Math.log(y[after - 1] / 1e-3) / Math.log(y[after - 1] / y[after]);
    expect(x[after - 1] + share * (x[after] - x[after - 1])).toBeCloseTo(2.48, 1);
  });

  it("are bounds on both sides of the normal approximation, from FER 0.9 to the lowest of the figure", () => {
    const all = linesOf([run()], "normal-approximation", "achievable", "converse").lines;
    for (const { y } of all)
      expect([y[0], y.at(-1)! / (233 / 6144 / 2)]).toEqual([expect.closeTo(0.9, 2), expect.closeTo(1, 1)]);
    const [approximation, achievable, converse] = all.map(({ x }) => x.at(-1)!);
    expect(converse).toBeLessThan(approximation);
    expect(achievable).toBeGreaterThan(approximation);
    const qpsk = linesOf([run("a", { channel: "awgn qpsk log-map" })], "converse").lines;
    expect(qpsk[0].x.at(-1)).toBeCloseTo(converse, 2);
    // 16-QAM has no bounds.
    expect(linesOf([run("a", { channel: "awgn 16qam log-map" })], "converse").lines).toEqual([]);
  });

  itLong("are the threshold of (3,6) codes: σ 0.881 over AWGN, crossover 0.084 over the BSC", () => {
    const [{ x }] = linesOf([run()], "threshold").lines;
    expect(x[0]).toBeCloseTo(valueOfSigma(channels.ebn0, SIZE, 0.8809)!, 1);
    expect(x[1]).toBe(x[0]);
    const [bsc] = linesOf([run("a", { channel: "bsc", point: 0.04 })], "threshold").lines;
    expect(bsc.x[0]).toBeCloseTo(0.084, 3);
    expect(bsc.x[1]).toBe(bsc.x[0]);
  });

  it("are the threshold of (3,6) codes over erasures, ε 0.4294", () => {
    const [erasure] = linesOf([run("a", { channel: "bec", point: 0.4 })], "threshold").lines;
    expect(erasure.x[0]).toBeCloseTo(0.4294, 4);
  });

  it("stand once for runs alike, and on the axis that runs share", () => {
    expect(linesOf([run("a"), run("b", { decoder: "ems iterations=10" })], "capacity").lines.length).toBe(1);
    const { lines } = linesOf([run("a"), run("b", { channel: "awgn-esn0" })], "capacity");
    for (const { x } of lines) expect(x[0]).toBeCloseTo(0.19, 2);
  });

  it("are left out where they do not hold: words of cosets, block fading", () => {
    expect(linesOf([run("a", {}, () => undefined)], "capacity", "normal-approximation").lines).toEqual([]);
    expect(linesOf([run("a", { channel: "awgn qpsk log-map rayleigh=9" })], "capacity", "uncoded").lines.length).toBe(
      1,
    );
  });

  it("are named to the caller where a figure shows none", () => {
    const noEnsemble = { ...run(), code: { ...run().code!, ensemble: () => undefined } };
    const onAbsent = vi.fn();
    figureOfRuns([noEnsemble], [], { show: ["fer"], beside: ["capacity", "threshold", "uncoded"], onAbsent });
    expect(onAbsent.mock.calls).toEqual([[["threshold"]]]);
    for (const { knownFor } of Object.values(limits)) expect(knownFor).toMatch(/ /);
  });

  it("need the code, which a file of points lacks", () => {
    expect(() => linesOf([sampleRun("a")], "normal-approximation")).toThrow(
      "--show normal-approximation: length and rate of the code of the run are not known: give the run's folder",
    );
  });
});

const published = ["experiments", "codes"]
  .flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: "utf8" }).map((file) => join(folder, file)),
  )
  .filter((file) => /[/\\]reference[/\\][^/\\]+\.csv$/.test(file));

describe("published curves that the package brings along", () => {
  it("are there", () => expect(published.length).toBeGreaterThan(10));

  it.each(published)("%s is a reference file", (file) => {
    expect(parseReference(readFileSync(join(root, file), "utf8"), file, file)).not.toEqual([]);
  });
});
