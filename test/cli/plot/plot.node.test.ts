import { existsSync, mkdirSync, readFileSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import plot from "../../../src/cli/plot.ts";
import { runCli } from "../../../src/cli/run.ts";
import { formatPoints } from "../../../src/simulation/points.ts";
import { newFolder } from "../../new-folder.ts";
import { sampleRun } from "../../report/sample-points.ts";
import { only } from "../run-in-process.ts";

const folder = newFolder();
const at = (...names: string[]) => join(folder, ...names);
mkdirSync(at("run"));
mkdirSync(at("empty"));
writeFileSync(at("there.svg"), "mine");
writeFileSync(at("run", "points.csv"), formatPoints(sampleRun("run").rows));
writeFileSync(at("none.csv"), formatPoints([]));
writeFileSync(at("empty.json"), "{}\n");
writeFileSync(at("paper.csv"), "# Table III\nebn0,fer\n3,3.3e-3\n");
writeFileSync(at("wrong.csv"), "ebn0,fer\n3,x\n");
writeFileSync(at("counted.csv"), "ebn0,frames,frame_errors,fer\n2,1000,305,\n2.5,,,0.03\n");

let stdout: string[] = [];
let stderr: string[] = [];
beforeEach(() => {
  stdout = [];
  stderr = [];
  vi.spyOn(process.stdout, "write").mockImplementation((text) => stdout.push(String(text)) > 0);
  vi.spyOn(process.stderr, "write").mockImplementation((text) => stderr.push(String(text)) > 0);
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllEnvs();
});

describe("ldpc plot", () => {
  it("writes the page of a run and a published curve, and prints its name", async () => {
    const out = at("plot.html");
    const status = await runCli(["plot", at("run"), "--reference", at("paper.csv"), "--out", out], only("plot", plot));
    expect([status, stdout, stderr]).toEqual([0, [`${out}\n`], []]);
    const page = readFileSync(out, "utf8");
    expect(page).toContain("this run");
    expect(page).toContain('"paper"');
  });

  it("writes every format by its ending, overwrites only if forced to, and keeps labels", async () => {
    const files = ["fer.svg", "fer.PNG", "fer.tex"].map((name) => at(name));
    const words = ["plot", at("run"), at("run"), "--label", "first", "--label", "50 % of_it", "--show", "fer,ber"];
    const outs = files.flatMap((file) => ["--out", file]);
    expect(await runCli([...words, ...outs, "--style", "paper"], only("plot", plot))).toBe(0);
    expect(stdout.join("")).toBe(files.map((file) => `${file}\n`).join(""));
    const tex = readFileSync(files[2], "utf8");
    expect(tex).toContain("50 \\% of\\_it");
    expect(tex).toContain("\n2.5 0.0379232 ");
    expect(readFileSync(files[0], "utf8")).toContain(">50 % of_it<");
    expect(await runCli([...words, "--out", files[0]], only("plot", plot))).toBe(1);
    expect(await runCli([...words, "--out", files[0], "--force"], only("plot", plot))).toBe(0);
  });

  it("says which limits of --show it does not draw", async () => {
    const rows = sampleRun("erasures").rows.map((row) => ({ ...row, channel: "bec", point: row.point / 10 }));
    mkdirSync(at("erasures"));
    writeFileSync(at("erasures", "points.csv"), formatPoints(rows));
    const plotted = (run: string) =>
      runCli(["plot", at(run), "--show", "fer,uncoded", "--out", at(`${run}.svg`)], only("plot", plot));
    expect(await plotted("erasures")).toBe(0);
    expect(stderr.splice(0)).toEqual([
      expect.stringMatching(
        /^ldpc: --show uncoded: not drawn: it is known for the binary symmetric channel, and over AWGN/,
      ),
    ]);
    expect(await plotted("run")).toBe(0);
    expect(stderr).toEqual([]);
  });

  it("compares a run with published points, and draws only if asked to", async () => {
    const words = ["plot", at("run"), "--reference", at("counted.csv"), "--compare"];
    expect(await runCli(words, only("plot", plot))).toBe(0);
    const lines = stdout.join("").split("\n");
    const cells = (line: string) => line.split(/ {2,}/);
    expect(lines[2]).toMatch(/^Eb\/N0 2 dB +frame +3\.05e-1 +\[2\.77e-1, 3\.34e-1\] +3\.05e-1 +\[/);
    expect(cells(lines[2]).slice(-4)).toEqual(["305", "1", "1", "consistent"]);
    expect(lines[3]).toMatch(/^Eb\/N0 2\.5 dB +frame +3\.79e-2 +\[.*\] +3\.00e-2 +unknown/);
    expect(cells(lines[3]).at(-1)).toBe("not consistent");
    expect(stdout.join("")).toContain("1 of 2 points consistent at 5 %; Holm's correction for 2 comparisons");
    expect(stdout.join("")).toContain("as if the published rate had no error of its own");
    expect(stdout.join("")).not.toContain("plot.html");
    expect(stderr).toEqual([]);
  });

  it("compares as JSON, and nothing else on stdout, beside a page", async () => {
    const out = at("compared.html");
    const words = ["plot", at("run"), "--reference", at("counted.csv"), "--compare", "--json", "--out", out];
    const status = await runCli([...words, "--correction", "none", "--significance", "0.001"], only("plot", plot));
    expect(status).toBe(0);
    expect(existsSync(out)).toBe(true);
    const { significance, correction, comparisons } = JSON.parse(stdout.join(""));
    expect([significance, correction]).toEqual([0.001, "none"]);
    expect(comparisons).toHaveLength(2);
    expect(comparisons[0]).toMatchObject({
      code: "nb620-gf32",
      parameter: "ebn0",
      value: 2,
      measured: { errors: 312, frames: 1024 },
      published: { errors: 305, frames: 1000 },
      test: "fisher",
      pValue: 1,
      consistent: true,
    });
    expect(comparisons[1]).toMatchObject({ test: "binomial", consistent: false });
    expect(comparisons[1].pValue).toBe(comparisons[1].correctedPValue);
  });

  it("ends with status 3 where all points are required to be consistent", async () => {
    const words = ["plot", at("run"), "--reference", at("counted.csv"), "--compare", "--require-consistent"];
    expect(await runCli(words, only("plot", plot))).toBe(3);
    expect(stderr.join("")).toContain("1 of 2 points are not consistent with the reference");
    stderr = [];
    expect(await runCli([...words, "--significance", "1e-6"], only("plot", plot))).toBe(0);
    expect(stderr).toEqual([]);
  });

  it.each([
    [
      2,
      ["--show", "fer,wer"],
      '--show "fer,wer": "wer" is no error rate and no limit; choose of fer, bler, ser, ber, undetected, ml, capacity',
    ],
    [
      2,
      ["--show", "capacity"],
      '--show "capacity": limits stand beside an error rate; add one, for example fer,capacity',
    ],
    [
      2,
      ["--show", "fer,ber", "--hide", "ber,fer"],
      "--hide fer,ber: no error rate of fer, ber is left to draw; hide fewer",
    ],
    [2, ["--x-range", "3"], '--x-range "3": give the lower end, a colon and the upper end, for example 1:3'],
    [2, ["--y-range", "0:1"], "the axis of rates is logarithmic, so both ends are above 0"],
    [
      2,
      ["--size", "10x10"],
      '--size "10x10": give width and height from 160 to 5000 px, for example 900x660 or 8.5x6cm',
    ],
    [
      1,
      ["--label", "a", "--label", "b"],
      "--label is given 2 times for 1 curve: give one for each, in this order: 1. the run",
    ],
    [2, ["--require-consistent"], "--require-consistent belongs to --compare: add it"],
    [1, ["--compare"], "nothing to compare with: name a published curve by --reference"],
    [1, ["--compare", "--reference", at("paper.csv")], 'no point of "paper" can be compared: it has Eb/N0 3 dB'],
  ])("ends with status %i for %j", async (status, words, message) => {
    expect(await runCli(["plot", at("run"), ...words, "--out", at("refused.html")], only("plot", plot))).toBe(status);
    expect(stderr.join("")).toContain(message);
    expect(existsSync(at("refused.html"))).toBe(false);
  });

  it.each(
    Object.entries({
      missing: "missing: there is no such file; name a run's folder, a folder with runs below it, or a points.csv",
      "none.csv": "none.csv: no points yet",
      "paper.csv":
        "paper.csv: is no points.csv of a run: name a run's folder, a folder with runs below it, or a points.csv",
      "run --reference wrong.csv": 'wrong.csv:2: fer "x" is not a rate',
      "run --reference missing.csv": "missing.csv: there is no such file; name a CSV file",
      "run --out none.csv": "must end in .html, .svg, .png, .pdf, .tex",
      "run --out fer.pdf":
        "a PDF needs Chromium, which prints it: CHROMIUM=hidden is no program that can be run, or write .tex",
      "run --out no/such/plot.html": "plot.html: cannot be written: there is no such folder",
    }),
  )("refuses %s", async (line, message) => {
    const words = line.split(" ");
    vi.stubEnv("CHROMIUM", "hidden");
    const before = readFileSync(at("none.csv"), "utf8");
    const paths = words.map((word) => (word.startsWith("--") ? word : at(word)));
    const out = words.includes("--out") ? [] : ["--out", at("other.html")];
    expect(await runCli(["plot", ...paths, ...out], only("plot", plot))).toBe(message.includes("must end in") ? 2 : 1);
    expect(stderr.join("")).toContain(message);
    expect(stdout).toEqual([]);
    expect(existsSync(at("other.html"))).toBe(false);
    expect(readFileSync(at("none.csv"), "utf8")).toBe(before);
  });

  it("reads no more of a file than a table may have", async () => {
    writeFileSync(at("huge.csv"), "");
    truncateSync(at("huge.csv"), 2 ** 27 + 1);
    const plots = await runCli(["plot", at("huge.csv"), "--out", at("other.html")], only("plot", plot));
    expect([plots, stderr.join("")]).toEqual([1, expect.stringContaining("huge.csv: has more than 134217728 bytes")]);
  });
});
