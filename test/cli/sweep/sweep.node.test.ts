import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import { program } from "../../../src/cli/commands.ts";
import { runCli } from "../../../src/cli/run.ts";
import { simulationCommands } from "../../../src/cli/sweep.ts";
import { formatHeader } from "../../../src/simulation/record.ts";
import { newFolder } from "../../new-folder.ts";
import { FakeFactory } from "../../simulation/fake-runner.ts";
import { listenedTo } from "../run-in-process.ts";

let folder: string;
let file: string;
beforeEach(() => {
  folder = newFolder();
  file = join(folder, "two.json");
  writeFileSync(file, JSON.stringify(SWEEP));
});

const SWEEP = {
  common: { "max-errors": 20, chunk: 16 },
  runs: [
    { code: "beidou-88-44-gf64", decoder: ["min-max", "ems"], ebn0: "0.5,1" },
    { name: "tiny", code: "tiny10-gf4", ebn0: 0.5 },
  ],
};

/** Runs the command line on the fake engine. @param broken a decoder that the engine refuses. */
function ldpc(words: readonly string[], broken = "none") {
  const create = async ({ decoder }: { decoder: { rule: string } }) => {
    if (decoder.rule === broken) throw new Error("unexpected");
    return new FakeFactory();
  };
  const none = { path: "no workers here", execArgv: [] };
  const { simulate, sweep } = simulationCommands({ createRunnerFactory: create, workerEntry: none });
  const entries = program.entries.map((entry) => {
    if (entry.name === "sweep") return { ...entry, load: async () => sweep };
    return entry.name === "simulate" ? { ...entry, load: async () => simulate } : entry;
  });
  return listenedTo(() => runCli(words, { ...program, entries }));
}

const points = (...names: string[]) => readFileSync(join(folder, ...names, "points.csv"), "utf8");

describe("ldpc sweep", () => {
  it("makes a folder for each run, with the files of ldpc simulate", async () => {
    const out = join(folder, "out");
    const first = await ldpc(["sweep", file, "--out", out, "--quiet"]);
    expect(first).toMatchObject({ status: 0, stderr: "" });
    const [ems, minMax, tiny] = readdirSync(out);
    expect([ems, minMax, tiny]).toEqual([
      expect.stringMatching(/^beidou-88-44-gf64-ems-/),
      expect.stringMatching(/^beidou-88-44-gf64-min-max-/),
      "tiny",
    ]);
    expect(first.stdout.match(/ 2 of 2 .* done/g)).toHaveLength(2);
    const alone = ["simulate", "--code", "beidou-88-44-gf64", "--decoder", "ems", "--ebn0", "0.5,1"];
    await ldpc([...alone, "--max-errors", "20", "--chunk", "16", "--quiet", "--out", join(folder, "alone")]);
    expect(points("out", ems)).toBe(points("alone"));

    const again = await ldpc(["sweep", file, "--out", out]);
    expect(again.stdout).toBe(first.stdout);
    expect(again.stderr.match(/all points are done/g)).toHaveLength(3);
    expect(again.stderr).toContain("run 3 of 3\n");
    const json = JSON.parse((await ldpc(["sweep", file, "--out", out, "--json", "--quiet"])).stdout).runs;
    expect(json).toMatchObject([{ state: "done" }, { state: "done" }, { folder: join(out, "tiny"), points: 1 }]);
    expect((await ldpc(["status", out])).stdout.split("\n")).toHaveLength(6);
  });

  it("begins nothing where one run is refused", async () => {
    writeFileSync(file, JSON.stringify({ ...SWEEP, runs: [...SWEEP.runs, { code: "tiny10-gf4", ebn0: 1, seed: -1 }] }));
    const said = await ldpc(["sweep", file, "--out", join(folder, "out")]);
    expect(said).toMatchObject({ status: 2, stdout: "" });
    expect(said.stderr).toMatch(/two\.json:1: --seed/);
    expect(existsSync(join(folder, "out"))).toBe(false);
  });

  it("goes on with the other runs where one fails, and says so in the end", async () => {
    const out = join(folder, "out");
    await ldpc(["sweep", file, "--out", out, "--quiet"]);
    const longer = { ...SWEEP, common: { ...SWEEP.common, "max-errors": 40 } };
    writeFileSync(file, JSON.stringify(longer));
    const [ems] = readdirSync(out);
    const [shard] = readdirSync(join(out, ems, "shards"));
    const path = join(out, ems, "shards", shard);
    writeFileSync(path, readFileSync(path, "utf8").replace('"version":2', '"version":3'));
    // The line no longer matches its checksum, so it is damaged and its chunks run again.
    expect((await ldpc(["sweep", file, "--out", out, "--quiet"])).stderr).toContain("the line is damaged");
    const { format, version, checksum, ...header } = JSON.parse(readFileSync(path, "utf8").split("\n")[0]);
    const other = formatHeader({ ...header, task: { ...header.task, seed: 9 } });
    writeFileSync(join(out, ems, "shards", "other.jsonl"), other.line);
    writeFileSync(file, JSON.stringify({ ...SWEEP, common: { ...SWEEP.common, "max-errors": 60 } }));
    const said = await ldpc(["sweep", file, "--out", out]);
    expect(said.status).toBe(1);
    expect(said.stderr).toMatch(/run 2 of 3 failed: .*other\.jsonl:1: a shard of another run/);
    expect(said.stderr).toMatch(/run 3 of 3\n/);
    expect(points("out", "tiny")).toContain(",errors,");
  });

  it("ends with an unexpected error", async () => {
    const said = await ldpc(["sweep", file, "--out", join(folder, "out")], "ems");
    expect(said.stderr).toContain("unexpected error");
  });
});

describe("ldpc plot", () => {
  it("takes the folder of a sweep, and says which runs have no points", async () => {
    const out = join(folder, "out");
    await ldpc(["sweep", file, "--out", out, "--quiet"]);
    const page = join(folder, "plot.html");
    // The ledger has the points of a run that was killed before it wrote points.csv.
    rmSync(join(out, "tiny", "points.csv"));
    expect(await ldpc(["plot", out, "--out", page])).toEqual({ status: 0, stdout: `${page}\n`, stderr: "" });
    expect(readFileSync(page, "utf8")).toContain('{"name":"tiny","line"');
    rmSync(page);
    rmSync(join(out, "tiny", "shards"), { recursive: true });
    mkdirSync(join(out, "tiny", "shards"));
    const said = await ldpc(["plot", out, "--out", page]);
    expect(said).toMatchObject({ status: 0, stdout: `${page}\n` });
    expect(said.stderr).toBe(`ldpc: ${join(out, "tiny")}: no points yet; it is left out\n`);
    const html = readFileSync(page, "utf8");
    for (const decoder of ["min-max", "ems"]) expect(html).toContain(decoder);
    const none = await ldpc(["plot", join(out, "tiny", "shards")]);
    expect(none).toMatchObject({
      status: 1,
      stderr: expect.stringContaining("points.csv: there is no such file; name a run's folder"),
    });
  });
});
