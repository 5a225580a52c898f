import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import plot from "../../src/cli/plot.ts";
import { runCli } from "../../src/cli/run.ts";
import { formatPoints } from "../../src/simulation/points.ts";
import { sampleRun } from "../report/sample-points.ts";

const folder = mkdtempSync(join(tmpdir(), "gfq-ldpc-test-"));
const at = (...names: string[]) => join(folder, ...names);
mkdirSync(at("run"));
mkdirSync(at("empty"));
writeFileSync(at("run", "points.csv"), formatPoints(sampleRun("run").rows));
writeFileSync(at("none.csv"), formatPoints([]));
writeFileSync(at("paper.csv"), "# Table III\nebn0,fer\n3,3.3e-3\n");
writeFileSync(at("wrong.csv"), "ebn0,fer\n3,x\n");
afterAll(() => rmSync(folder, { recursive: true }));

let stdout: string[] = [];
let stderr: string[] = [];
beforeEach(() => {
  stdout = [];
  stderr = [];
  vi.spyOn(process.stdout, "write").mockImplementation((text) => stdout.push(String(text)) > 0);
  vi.spyOn(process.stderr, "write").mockImplementation((text) => stderr.push(String(text)) > 0);
});
afterEach(() => vi.restoreAllMocks());

describe("ldpc plot", () => {
  it("writes the page of a run and a published curve, and prints its name", async () => {
    const out = at("plot.html");
    const status = await runCli(["plot", at("run"), "--reference", at("paper.csv"), "--out", out], [plot]);
    expect([status, stdout, stderr]).toEqual([0, [`${out}\n`], []]);
    const page = readFileSync(out, "utf8");
    expect(page).toContain("this run");
    expect(page).toContain('"paper"');
  });

  it.each([
    [["missing"], "missing: there is no such file; name a run's folder or its points.csv"],
    [["empty"], "points.csv: there is no such file"],
    [["none.csv"], "none.csv: no points yet"],
    [["paper.csv"], "paper.csv:1: the columns are not those of a points.csv"],
    [["run", "--reference", "wrong.csv"], 'wrong.csv:2: fer "x" is not a rate'],
    [["run", "--reference", "missing.csv"], "missing.csv: there is no such file; name a CSV file"],
    [["run", "--out", "none.csv"], "must end in .html"],
    [["run", "--png", "none.csv"], "must end in .png"],
    [["run", "--out", "no/such/plot.html"], "plot.html: cannot be written (ENOENT)"],
  ])("refuses %j", async (words, message) => {
    const before = readFileSync(at("none.csv"), "utf8");
    const paths = words.map((word) => (word.startsWith("--") ? word : at(word)));
    const out = words.includes("--out") ? [] : ["--out", at("other.html")];
    expect(await runCli(["plot", ...paths, ...out], [plot])).toBe(1);
    expect(stderr.join("")).toContain(message);
    expect(stdout).toEqual([]);
    expect(existsSync(at("other.html"))).toBe(false);
    expect(readFileSync(at("none.csv"), "utf8")).toBe(before);
  });
});
