import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { failuresAllowed, lastWorking } from "../../../experiments/qkd/operating-points.ts";
import { clopperPearson } from "../../../src/simulation/statistics.ts";
import { ldpc, refused } from "../../cli/run-in-process.ts";
import { newFolder } from "../../new-folder.ts";

const EXPERIMENT = ["experiment", "qkd-operating-points"];

describe("failuresAllowed", () => {
  it("is the most failures whose interval ends below the limit", () => {
    const allowed = failuresAllowed(10_000, 1e-3);
    expect(clopperPearson(allowed, 10_000).high).toBeLessThanOrEqual(1e-3);
    expect(clopperPearson(allowed + 1, 10_000).high).toBeGreaterThan(1e-3);
    // (1 − 10⁻³)^n = 0.025 at n = 3687.
    expect([failuresAllowed(3688, 1e-3), failuresAllowed(3687, 1e-3)]).toEqual([0, -1]);
  });
});

describe("lastWorking", () => {
  it.each([0, 1, 7, 19, 31])("finds %i of 0 … 31", async (last) => {
    const asked: number[] = [];
    const found = await lastWorking(0, 32, async (value) => {
      asked.push(value);
      return value <= last;
    });
    expect(found).toBe(last);
    expect(asked).toHaveLength(5);
  });
});

describe("ldpc experiment qkd-operating-points", () => {
  it("finds the highest QBER of a code, writes candidates, and does not look again", async () => {
    const folder = newFolder();
    const [out, candidates] = ["points.json", "codes.json"].map((name) => join(folder, name));
    const code = "--code=wifi-1944-1620";
    const run = (...more: string[]) => ldpc(...EXPERIMENT, `--candidates=${candidates}`, ...more);
    const options = [
      code,
      "--limit=0.2",
      "--frames=40",
      "--decoder=sum-product iterations=31",
      `--out=${out}`,
      "--in-flight=40",
    ];
    const first = await run(...options);
    expect(first.status).toBe(0);
    expect(first.stderr).toMatch(/^wifi-1944-1620 sum-product .*: 1\.\d %$/m);
    const [point] = JSON.parse(readFileSync(out, "utf8")).measurements;
    // In the paper, one frame of 1000 fails at 1 %, and 400 fail at 2 %.
    expect(point.qber).toBeGreaterThan(1);
    expect(point.qber).toBeLessThan(2);
    expect(point).toMatchObject({ bits: 1620, checks: 324, frames: 40, limit: 0.2 });
    const allowed = failuresAllowed(40, 0.2);
    for (const [qber, frames, failures] of point.tried) {
      expect(failures <= allowed).toBe(qber <= point.qber);
      if (qber <= point.qber) expect(frames).toBe(40);
      if (qber === point.qber) expect(failures).toBe(point.failures);
    }
    const table = JSON.parse(readFileSync(candidates, "utf8"));
    const format = JSON.parse(readFileSync(join(import.meta.dirname, "../../../codes/reconciliation.json"), "utf8"));
    expect({ format: table.format, version: table.version }).toEqual({
      format: format.format,
      version: format.version,
    });
    expect(Object.keys(table.candidates[0])).toEqual(Object.keys(format.candidates[0]));
    expect(table.candidates[0]).toMatchObject({ code: "wifi-1944-1620", n: 1620 });
    expect(table.candidates[0].highestQber).toBeCloseTo(point.qber / 100, 12);
    const again = await run(...options);
    expect(again.status).toBe(0);
    expect(again.stderr).toContain(`1 measurement: ${out} has all of them`);
    const printed = await run(`--from=${out}`);
    expect(printed.stdout).toMatch(/^wifi-1944-1620 +0\.2 +sum-product +1\.\d % +\d of 40 .* % +0\.\d{4} /m);
  });

  it("refuses too few frames for its limit, and a code without parity columns", async () => {
    const refusal = async (...options: string[]) => refused(await ldpc(...EXPERIMENT, "--engine=cpu", ...options));
    expect(await refusal("--frames=3000", "--no-quick")).toContain(
      "--frames 3000 cannot show a share of 0.001: give 3688 or more",
    );
    expect(await refusal("--code=nb620-gf32")).toContain("has no columns that are parity columns");
  });
});
