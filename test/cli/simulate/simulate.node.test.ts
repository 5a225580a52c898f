import { existsSync, mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { CommandExit } from "../../../src/cli/exit.ts";
import { DeviceLostError, InputError } from "../../../src/errors.ts";
import type { RunnerOptions } from "../../../src/node/run/worker-process.ts";
import { content, csv, failure, folder, out, readRun, run, useRunFolders } from "./simulate-fixture.ts";

useRunFolders();

describe("simulate", () => {
  it("prints a table, writes the run, and has nothing to do the second time", async () => {
    const first = await run({});
    expect(first.stdout).toMatch(
      /^Eb\/N0 dB .*\n.*\n +0\.5 .* done \(errors\)\n +1 .* done \(errors\)\nThe capacity equals the code's rate at Eb\/N0 0\.19 dB: below .*\n(FER 1e-\d is at .*\n)?$/,
    );
    expect(first.stderr.split("\n")).toEqual([
      "code     beidou-88-44-gf64: N 88, K 44, R 0.5, over GF(64)",
      "decoder  min-max iterations=10",
      expect.stringMatching(/^channel {2}.*, Eb\/N0 0\.5 to 1 dB \(2 points\), into /),
      expect.stringMatching(/^engine {3}runs on the cpu engine \(fake\); .* faster/),
      "",
    ]);
    expect(first.asked[0]).toMatchObject({
      engine: { engine: "auto", jobs: 1 },
      decoder: { rule: "min-max", iterations: 10 },
    });
    const before = content(out);
    expect(JSON.parse(before["/run.json"]).engine).toEqual({ engine: "cpu", adapter: "fake", driver: "" });
    const second = await run({});
    expect(second.asked).toEqual([]);
    expect(second.stdout).toBe(first.stdout);
    expect(second.stderr).toContain("nothing to do");
    expect(content(out)).toEqual(before);
  });

  it("simulates the least frames of each point, and not fewer when it goes on", async () => {
    await run({ ebn0: "0.5", maxErrors: "5", minFrames: "1000" });
    expect(
      JSON.parse((await run({ ebn0: "0.5", maxErrors: "5", minFrames: "1000", json: true })).stdout).points[0],
    ).toMatchObject({
      stopped_by: "errors",
      frames: expect.toSatisfy((frames: number) => frames >= 1000 && frames < 1100),
    });
    expect(readRun().stopping).toEqual({ maxErrors: 5, maxFrames: 1e6, minFrames: 1000 });
    const shorter = await failure({ ebn0: "0.5", maxErrors: "5" });
    expect(shorter.message).toMatch(/holds a run with --min-frames 1000: say at least that, or choose another --out$/);
  });

  it("refuses a limit that a run did not have, since its points would shrink", async () => {
    await run({ ebn0: "0.5", maxErrors: "5" });
    const shorter = await failure({ ebn0: "0.5", maxErrors: "5", maxUndetected: "1" });
    expect(shorter.message).toMatch(
      /holds a run without --max-undetected, which is longer: leave --max-undetected out/,
    );
  });

  it("prints JSON and nothing else on request", async () => {
    const { stdout, stderr } = await run({ json: true, quiet: true });
    expect(JSON.parse(stdout).points).toMatchObject([{ point: 0.5, stopped_by: "errors" }, { point: 1 }]);
    expect(stderr).toBe("");
  });

  it("continues with a longer sweep in the same folder, to the points of a single run", async () => {
    await run({ ebn0: "0.5", maxErrors: "20" });
    const extended = await run({ ebn0: "1,1.5", maxErrors: "60" });
    expect(extended.stdout.match(/done \(errors\)/g)).toHaveLength(3);
    const together = join(folder, "together");
    await run({ ebn0: "0.5:0.5:1.5", maxErrors: "60", out: together });
    expect(csv()).toBe(csv(together));
  });

  it.each([
    [{ code: "beidou-96-48-gf64" }, /run: --out holds another run: its code is .*beidou-88.*, not .*beidou-96/],
    [{ seed: "2" }, /its seed is 1, not 2; choose another --out/],
    [{ decoder: "min-max", iterations: "11" }, /its decoder is min-max iterations=10 .*not min-max iterations=11/],
    [{ chunk: "8" }, /its chunk size is 16, not 8; choose another --out/],
    [{ codeword: "zero" as const }, /its codeword is random, not zero/],
    [{ maxErrors: "39" }, /holds a run with --max-errors 40: say at least that, not 39/],
    [{ maxFrames: "1e5" }, /holds a run with --max-frames 1000000/],
  ])("refuses another run in the folder and leaves it alone: %j", async (args, message) => {
    await run({});
    const before = content(out);
    const error = await failure(args);
    expect(error).toBeInstanceOf(InputError);
    expect(error.message).toMatch(message);
    expect(content(out)).toEqual(before);
  });

  it.each([
    [{ ebn0: undefined }, /no --ebn0, .* given: give for example --ebn0=2:0\.25:3/],
    [{ ebn0: "1000" }, /--ebn0 1000: give decibels from -50 to 50/],
    [{ snr: "1", qber: "0.1" }, /--ebn0, --snr and --qber are given/],
    [{ ebn0: undefined, snr: "0:0.1:1" }, /--snr 0: an SNR 1\/σ² is above 0; it is linear/],
    [{ ebn0: undefined, snr: "-3" }, /--snr -3: .*not in decibels/],
    [{ ebn0: undefined, snr: "0.01" }, /--snr 0\.01: the discretised channel reaches from 0\.015625/],
    [{ ebn0: undefined, qber: "0,0.1" }, /--qber 0: a crossover probability is above 0 and below 0\.5/],
    [{ ebn0: undefined, qber: "1e-10" }, /--qber 1e-10: .*2\.33e-10 at least/],
    [{ code: "beidou-88-44-gf6" }, /unknown code "beidou-88-44-gf6".*did you mean beidou-88-44-gf64/],
    [{ decoder: "minmax" }, /unknown decoder "minmax": did you mean "min-max"/],
    [{ minFrames: "2000", maxFrames: "1000" }, /^--min-frames 2000 is more than --max-frames 1000: give fewer$/],
    [{ part: "5/4" }, /--part "5\/4": give for example 2\/4/],
    [{ part: "1/4", targetFer: "0.1" }, /--target-fer cannot go with --part/],
    [{ config: "/nowhere.json" }, /nowhere\.json: --config cannot be read/],
  ])("refuses %j before writing anything", async (args, message) => {
    const error = await failure(args);
    expect(error.message).toMatch(message);
    expect(error).toBeInstanceOf(InputError);
    expect(existsSync(out)).toBe(false);
  });

  it("goes from the worst channel to the best, a large QBER to a small one", async () => {
    const { stdout } = await run({ ebn0: undefined, qber: "0.1:0.1:0.3" });
    expect(stdout).toMatch(
      /^QBER +FER .*\n.*\n +0\.3 .*\n +0\.2 .*\n +0\.1 .*\nThe capacity .* QBER 0\.11: above it long codes fail\.\n$/,
    );
    const points = csv().match(/,bsc,(0\.\d+),/g);
    expect(points).toEqual([",bsc,0.3,", ",bsc,0.2,", ",bsc,0.1,"]);
    await run({ ebn0: undefined, qber: "0.25" });
    expect(readRun().points).toEqual([0.3, 0.25, 0.2, 0.1]);
  });

  it("keeps SNR and Eb/N0 apart", async () => {
    const { stdout } = await run({ ebn0: undefined, snr: "0.5,1" });
    expect(stdout).toMatch(/^ *SNR +FER /);
    expect(csv()).toContain(",awgn-snr,0.5,");
    expect((await failure({})).message).toMatch(/its channel is awgn by snr, not awgn by ebn0/);
  });

  it("ends with 130 after Ctrl-C while the encoder is made, and writes nothing", async () => {
    const abort = new AbortController();
    const opened = async ({ signal }: RunnerOptions) => {
      abort.abort();
      signal?.throwIfAborted();
    };
    const error = await run({}, {}, abort, opened).then(
      () => expect.unreachable(),
      (thrown) => thrown,
    );
    expect(error).toBeInstanceOf(CommandExit);
    expect(error.status).toBe(130);
    expect(existsSync(out)).toBe(false);
  });

  it("ends with 130 after Ctrl-C and goes on later", async () => {
    const abort = new AbortController();
    let runs = 0;
    const beforeRun = () => {
      if (++runs === 4) abort.abort();
    };
    const error = await run({}, { beforeRun, chunksMaximum: 2 }, abort).catch((e) => e);
    expect(error).toBeInstanceOf(CommandExit);
    expect(error.status).toBe(130);
    expect(csv()).toMatch(/,unfinished,\d+,[0-9a-f]{16}\n/);
    await run({});
    const whole = join(folder, "whole");
    await run({ out: whole });
    expect(csv()).toBe(csv(whole));
  });

  it("treats a device that Ctrl-C ended as an interruption", async () => {
    const abort = new AbortController();
    const beforeRun = () => {
      abort.abort();
      throw new DeviceLostError("its process ended (SIGINT)");
    };
    const error = await run({}, { beforeRun }, abort).catch((e) => e);
    expect(error).toBeInstanceOf(CommandExit);
    expect(error.status).toBe(130);
  });

  it("keeps and publishes finished work when the device is lost for good", async () => {
    let runs = 0;
    const beforeRun = () => {
      if (++runs > 4) throw new DeviceLostError("gone");
    };
    const error = await failure({}, { beforeRun });
    expect(error).toBeInstanceOf(DeviceLostError);
    expect(error.message).toMatch(/lost 3 times.*run the same command again/s);
    expect(csv().split("\n").length).toBeGreaterThan(2);
  });

  it("says that its folder was removed under way, and leaves none of that name", async () => {
    let runs = 0;
    const beforeRun = () => {
      if (++runs === 4) rmSync(out, { recursive: true });
    };
    const error = await failure({}, { beforeRun, chunksMaximum: 2 });
    expect(error).toBeInstanceOf(InputError);
    expect(error.message).toMatch(/run: the folder is gone, renamed or removed under way: go on with --out/);
    expect(existsSync(out)).toBe(false);
  });

  it("prints a finished run whose folder cannot be written", async () => {
    const first = await run({});
    // Root may write everywhere, so a folder stands where a file would be written.
    const again = await run({});
    expect(again.stdout).toBe(first.stdout);
    expect(again.stderr).toMatch(/^all points are done: nothing to do in .*run\n$/);
    rmSync(join(out, "points.csv"));
    mkdirSync(join(out, "points.csv"));
    expect((await failure({})).message).toMatch(
      /points\.csv: cannot be written: a folder of that name stands in the way/,
    );
  });

  it("leaves out points below the target FER", async () => {
    const { stdout } = await run({ ebn0: "0.5:0.5:2", targetFer: "0.2" });
    expect(stdout.match(/done|skipped/g)).toEqual(["done", "done", "skipped", "skipped"]);
    expect(csv().trim().split("\n")).toHaveLength(3);
  });
});
