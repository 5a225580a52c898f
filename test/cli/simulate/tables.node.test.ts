import { copyFileSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { readDecoder } from "../../../src/decoder/decoder.ts";
import { cpuEngine } from "../../../src/engine/cpu/engine.ts";
import { loadCode } from "../../../src/node/codes/codes.ts";
import { readRunFile } from "../../../src/node/run/run-file.ts";
import { formatPoints, parsePoints } from "../../../src/simulation/points.ts";
import { simulate } from "../../../src/simulation/simulate.ts";
import { newFolder } from "../../new-folder.ts";
import { root } from "../../source-files.ts";
import { ldpc, refusal } from "../run-in-process.ts";

const NAND = join(root, "codes/channels/nand-soft-reads.csv");
let folder: string;
let file: string;
beforeAll(() => {
  folder = newFolder();
  file = join(folder, "reads.csv");
  copyFileSync(NAND, file);
});

const COMMON = ["--decoder", "sum-product iterations=10", "--engine", "cpu", "--quiet", "--chunk", "16"];
const run = (out: string, ...more: string[]) =>
  ldpc("simulate", "--code", "wifi-648-540", ...COMMON, "--max-frames", "64", "--out", join(folder, out), ...more);
const csv = (out: string) => readFileSync(join(folder, out, "points.csv"), "utf8");

describe("ldpc simulate --channel FILE", () => {
  it("sweeps the tables that --at names, from the worst on, and says how far the code is from its limit", async () => {
    const { status, stdout, stderr } = await run("some", "--channel", file, "--at", "2000,7000");
    expect([status, stderr]).toEqual([0, ""]);
    expect(stdout).toMatch(
      /At table [27]000 the FER is \S+; the normal approximation .* has it at \S+ \(capacity 0\.\d+ bits/,
    );
    const { channel, points } = readRunFile(join(folder, "some"))!;
    expect(points).toEqual([7000, 2000]);
    expect(channel.table).toMatchObject({ name: "reads", inputs: 2, outputs: 4 });
    const rows = parsePoints(csv("some"), "points.csv");
    expect(rows[0].channel).toBe(`table reads 2x4:${channel.table!.digest}`);
    expect(rows[0].frame_errors).toBeGreaterThan(rows[1].frame_errors);
    expect(formatPoints(rows)).toBe(csv("some"));
  });

  it("goes on without the file, sweeps all tables without --at, and plots", async () => {
    rmSync(file);
    const again = await ldpc("simulate", "--again", join(folder, "some"), "--max-frames", "80", "--engine", "cpu");
    expect(again.status).toBe(0);
    expect(again.stderr).toContain("reads, a table of 2 inputs and 4 outputs");
    expect(parsePoints(csv("some"), "some").map(({ point, frames }) => [point, frames])).toEqual([
      [7000, 80],
      [2000, 80],
    ]);
    const all = await run("all", "--channel", "nand-one-read");
    expect([all.status, all.stderr]).toEqual([0, ""]);
    expect(parsePoints(csv("all"), "all").length).toBe(6);
    const html = join(folder, "both.html");
    const plotted = await ldpc("plot", join(folder, "some"), join(folder, "all"), "--out", html);
    expect([plotted.status, plotted.stderr]).toEqual([0, ""]);
    expect(readFileSync(html, "utf8")).toContain("nand-one-read, a table of 2 inputs and 2 outputs");
    const refused = await run("some", "--channel", "nand-one-read", "--at", "7000");
    expect(refused.status).toBe(1);
    expect(refused.stderr).toContain("its channel is table by at of reads 2x4:");
  });

  it("counts as the library does", async () => {
    const rows = await simulate(
      loadCode("wifi-648-540"),
      readDecoder("sum-product iterations=10"),
      `${readFileSync(NAND, "utf8")} at=2000,7000`,
      { engine: cpuEngine(), maxFrames: 80, chunkFrames: 16 },
    ).result();
    expect(rows.map(({ channel, ...row }) => row)).toEqual(
      parsePoints(csv("some"), "some").map(({ channel, ...row }) => row),
    );
  });

  it("has limits of each table", async () => {
    const { status, stdout } = await ldpc("limits", "--code", "wifi-648-540", "--channel", "nand-one-read");
    expect(status).toBe(0);
    expect(stdout).toMatch(/^2000 +0\.8823 +\d\.\de-\d+$/m);
    expect(stdout).toMatch(/^7000 +0\.7972 +below the rate$/m);
  });

  it.each(
    Object.entries({
      "--channel nand-one-read --ebn0 3": "--ebn0 is of another channel than the tables of --channel",
      "--at 3": "--at chooses one of several tables: give their file as --channel FILE",
      "--channel nand-one-read --at 2500": "--at 2500: the file has tables at 2000, 3000, 4000",
      "--channel nand-one-read --modulation 16qam": "--modulation belongs to AWGN or Rayleigh fading",
      "--channel nand-one-read --block-length 5": "--block-length belongs to AWGN or Rayleigh fading",
      "--channel nand-one-read --codeword zero": "leave out --codeword zero",
      "--channel nand":
        '--channel "nand" is unknown, and there is no such file: choose awgn, rayleigh, bsc, qsc, bec, qec, z, depolarizing, or',
    }),
  )("%s is refused: %s", async (line, message) => {
    const more = line.split(" ");
    expect(refusal(await run("refused", ...more))).toContain(message);
  });

  it("names file and line of a table that is none, and rows that do not fit the code", async () => {
    const wrong = join(folder, "wrong.csv");
    writeFileSync(wrong, "0.5 0.5\n0.5 0.4\n");
    expect((await run("refused", "--channel", wrong)).stderr).toContain(`${wrong}:2: the row adds to 0.9, not to 1`);
    writeFileSync(wrong, "0.5 0.5\n".repeat(4));
    expect((await run("refused", "--channel", wrong)).stderr).toContain("its tables have 4 rows, for symbols of GF(4)");
  });
});
