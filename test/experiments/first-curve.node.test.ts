import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { ldpc } from "../cli/run-in-process.ts";
import { newFolder } from "../new-folder.ts";

const folder = newFolder();

/** Runs `npm start` with points that end at once. */
const firstCurve = (out: string) =>
  ldpc("experiment", "first-curve", "--engine=cpu", "--errors=1", "--frames=16", `--out=${out}`);

describe("npm start", () => {
  it("draws its page anew in a second call, which keeps all frames", async () => {
    const run = join(folder, "run");
    expect(await firstCurve(run)).toMatchObject({ status: 0 });
    const files = readdirSync(run);
    const points = readFileSync(join(run, "points.csv"), "utf8");
    const page = readFileSync(join(run, "plot.html"), "utf8");
    writeFileSync(join(run, "plot.html"), "an older page");
    const again = await firstCurve(run);
    expect(again).toMatchObject({ status: 0 });
    // The table, and the page's file in the last line.
    expect(again.stdout).toMatch(/^ +3\.25 .* done \(\w+\)$/m);
    expect(again.stdout.endsWith(`\n${join(run, "plot.html")}\n`)).toBe(true);
    expect(readFileSync(join(run, "plot.html"), "utf8")).toBe(page);
    expect(readFileSync(join(run, "points.csv"), "utf8")).toBe(points);
    expect(readdirSync(run)).toEqual(files);
  });
});

describe("npm start fails", () => {
  it("if its simulation fails, and draws nothing", async () => {
    const file = join(folder, "file");
    writeFileSync(file, "");
    const { status, stdout, stderr } = await firstCurve(file);
    expect({ status, stdout }).toEqual({ status: 1, stdout: "" });
    expect(stderr).toMatch(/^ldpc: .*file/m);
    expect(stderr).not.toContain("unexpected error");
  });

  it("if its page cannot be drawn, and keeps its frames", async () => {
    const run = join(folder, "blocked");
    await firstCurve(run);
    rmSync(join(run, "plot.html"));
    mkdirSync(join(run, "plot.html"));
    const { status, stderr } = await firstCurve(run);
    expect(status).toBe(1);
    expect(stderr).toMatch(/^ldpc: .*plot\.html: cannot be written/m);
    expect(stderr).not.toContain("unexpected error");
    expect(readdirSync(run).sort()).toEqual(["plot.html", "points.csv", "run.json", "shards"]);
  });
});
