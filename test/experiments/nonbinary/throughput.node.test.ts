import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { ldpc, refused } from "../../cli/run-in-process.ts";
import { newFolder } from "../../new-folder.ts";

const EXPERIMENT = ["experiment", "nonbinary-throughput"];

describe("ldpc experiment nonbinary-throughput", () => {
  it("measures a run, with its share of the limit, and draws it", async () => {
    const folder = newFolder();
    const [out, html] = ["report.json", "figures/page.html"].map((file) => join(folder, file));
    const { status, stdout, stderr } = await ldpc(
      ...EXPERIMENT,
      ...[
        "--engine=cpu",
        "--seconds=0.01",
        "--frames",
        "4",
        "2",
        "--comparisons=1e9",
        `--out=${out}`,
        `--html=${html}`,
      ],
      "--run=tiny10-gf4: min-max iterations=5 @ 6",
    );
    expect(status).toBe(0);
    expect(stderr).toContain("1 measurement: tiny10-gf4: min-max iterations=5");
    expect(stdout).toMatch(/^tiny10-gf4: min-max iterations=5, 5 iterations +Mbit\/s/m);
    const { comparisons, details } = JSON.parse(readFileSync(out, "utf8"));
    const run = details["tiny10-gf4: min-max iterations=5"];
    expect(run.sweep.map(({ frames }: { frames: number }) => frames)).toEqual([2, 4]);
    expect(run.fixed.iterations).toBe(5);
    expect(run.early.iterations).toBeLessThan(5);
    expect(comparisons[0].ours).toBeCloseTo((run.fixed.frames * 20) / run.fixed.runSeconds / 1e6, 9);
    expect(comparisons[1].ours).toBeCloseTo((run.fixed.frames * 20) / run.decoderSeconds / 1e6, 9);
    const reached = (run.fixed.frames * 5) / run.decoderSeconds;
    expect(run.shareOfLimit).toBeCloseTo(reached / run.limit.frameIterationsPerSecond, 9);
    expect(readFileSync(html, "utf8")).toContain("tiny10-gf4: min-max iterations=5");
    const again = join(folder, "again.html");
    const drawn = await ldpc("experiment", "nonbinary-throughput", `--from=${out}`, `--html=${again}`);
    expect(drawn).toEqual({ status: 0, stdout: `${again}\n`, stderr: "" });
    expect(readFileSync(again, "utf8")).toBe(readFileSync(html, "utf8"));
    const wrong = await ldpc("experiment", "nonbinary-throughput", `--from=${html}`, `--html=${again}`);
    expect(wrong.status).toBe(1);
    expect(wrong.stderr).toContain(`${html}: cannot be read`);
  });

  it.each([
    [["--run=tiny10-gf4"], '"tiny10-gf4" is not a run: write CODE: DECODER @ EBN0'],
    [["--run=tiny10-gf4: min-max @ x"], "is not a run"],
  ])("refuses %j", async (options, message) => {
    expect(refused(await ldpc(...EXPERIMENT, "--engine=cpu", ...options))).toContain(message);
  });
});
