import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { ldpc, refused } from "../../cli/run-in-process.ts";
import { newFolder } from "../../new-folder.ts";

const EXPERIMENT = ["experiment", "qkd-tables"];

describe("ldpc experiment qkd-tables", () => {
  it("simulates cells, goes on where it was, and makes its tables again", async () => {
    const out = join(newFolder(), "cells.json");
    const options = [
      "--code=wifi-1944-1620",
      "--decoder=sum-product iterations=31",
      "--frames=24",
      "--in-flight=16",
      "--engine=gpu",
    ];
    const run = (...more: string[]) => ldpc(...EXPERIMENT, ...options, `--out=${out}`, ...more);
    const first = await run("--qber=3");
    expect(first).toMatchObject({ status: 0 });
    expect(first.stderr).toMatch(/^wifi-1944-1620 at 3 %, sum-product .*: \d+ of 24 frames failed, /m);
    expect(first.stdout).toMatch(/^wifi-1944-1620 +3 % +sum-product /m);
    const second = await run("--qber=1", "3");
    expect(second.stderr).toMatch(/^wifi-1944-1620 at 1 %, /m);
    const { measurements: cells, device } = JSON.parse(readFileSync(out, "utf8"));
    expect(device.engine).toBe("gpu");
    expect(cells.map(({ qber }: { qber: number }) => qber)).toEqual([3, 1]);
    const [bad, good] = cells;
    // 1 % is far below the waterfall, and 3 % beyond it.
    expect(bad.failed).toBeGreaterThan(18);
    expect(good.failed).toBeLessThan(3);
    for (const { converged, failed, seconds, decoderSeconds, profiledFrames, bits } of cells) {
      expect(converged.reduce((sum: number, frames: number) => sum + frames, failed)).toBe(24);
      expect(Math.min(seconds, decoderSeconds)).toBeGreaterThan(0);
      expect({ profiledFrames, bits }).toEqual({ profiledFrames: 16, bits: 1620 });
    }
    const again = await ldpc(...EXPERIMENT, `--from=${out}`, "--qber=1");
    expect(again).toMatchObject({ status: 0, stderr: "" });
    expect(again.stdout).toMatch(/^wifi-1944-1620 +1 % .* 92\.8 /m);
    const other = await ldpc(...EXPERIMENT, `--from=${out}`, "--code=wifi-1944-1458");
    expect(other.stderr).toContain("has no such cells");
  });

  it.each([
    [["--code=wifi-648-324"], "--code wifi-648-324 is not in the paper's tables: dvbs2-64800-54000,"],
    [["--decoder=sumproduct"], 'unknown decoder "sumproduct"'],
    [["--frames=0"], "--frames 0: give a whole number of at least 1"],
    [["--table=2", "--qber=5"], "the paper has no such cells"],
    [["--significance=1"], "--significance 1: give a number above 0 and below 1"],
    [["--from=/no/such/file"], "cannot be read"],
  ])("refuses %j", async (options, message) => {
    expect(refused(await ldpc(...EXPERIMENT, "--engine=cpu", ...options))).toContain(message);
  });
});
