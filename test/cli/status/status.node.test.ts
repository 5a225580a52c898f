import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { program } from "../../../src/cli/commands.ts";
import { runCli } from "../../../src/cli/run.ts";
import { workText } from "../../../src/cli/status.ts";
import { simulationCommands } from "../../../src/cli/sweep.ts";
import { openRun, type RunClaim, type RunProcess } from "../../../src/node/run/run.ts";
import { commitRun, withPoints } from "../../../src/node/run/run-file.ts";
import type { TaskChunks } from "../../../src/simulation/chunks/task-chunks.ts";
import { parseCsv } from "../../../src/simulation/csv.ts";
import { formatHeader } from "../../../src/simulation/record.ts";
import type { SweepPoint } from "../../../src/simulation/sweep.ts";
import { newFolder } from "../../new-folder.ts";
import { fakeRun } from "../../node/run/fake-run.ts";
import { FakeFactory } from "../../simulation/fake-runner.ts";
import { fakeSweep } from "../../simulation/watched-ledger.ts";

const LABELS = { program: "0", engine: "cpu", adapter: "fake", driver: "", host: "host", pid: 1, worker: "1" };

let folder: string;
beforeEach(() => {
  folder = newFolder();
});
afterEach(() => {
  vi.restoreAllMocks();
  rmSync(folder, { recursive: true, force: true });
});

/** Runs the command line with `simulate` on the fake engine. */
async function ldpc(line: string) {
  const said = { stdout: "", stderr: "" };
  for (const name of ["stdout", "stderr"] as const) {
    vi.spyOn(process[name], "write").mockImplementation((text) => {
      said[name] += text;
      return true;
    });
  }
  const workerEntry = { path: "no workers here", execArgv: [] };
  const { simulate } = simulationCommands({ createRunnerFactory: async () => new FakeFactory(), workerEntry });
  const entries = program.entries.map((entry) =>
    entry.name === "simulate" ? { ...entry, load: async () => simulate } : entry,
  );
  const status = await runCli(line.split(" "), { ...program, entries });
  vi.restoreAllMocks();
  return { status, ...said };
}

function cells(table: string, points: number): string[][] {
  const [head, , ...rows] = table.split("\n");
  return [head, ...rows.slice(0, points)].map((line) => line.trim().split(/ {2,}/));
}

/** The cells of a table of simulate or merge, which have the normal approximation, and lines about limits behind the table. */
function withoutLimits(table: string, points: number): string[][] {
  expect(cells(table, points)[0][3]).toBe("approximation");
  expect(table).toContain("The capacity equals the code's rate");
  return cells(table, points).map((line) => line.filter((_, column) => column !== 3));
}

function frames(run: string): number {
  return openRun(run, expect.fail).points.reduce((sum, { all }) => sum + all.total.frames, 0);
}

describe("ldpc simulate, status and merge on the command line", () => {
  it("work together", async () => {
    const [one, two, all] = ["one", "two", "all"].map((name) => join(folder, name));
    const common = "simulate --code beidou-88-44-gf64 --chunk 16 --max-errors 20 --quiet";
    const first = await ldpc(`${common} --ebn0=0.5 --out ${one}`);
    expect(first).toMatchObject({ status: 0, stderr: "" });
    expect((await ldpc(`${common} --ebn0=-0.5:0.5:0 --out ${two}`)).status).toBe(0);

    const status = await ldpc(`status ${one}`);
    const heading = "beidou-88-44-gf64, min-max iterations=10: 1 of 1 points done\n";
    expect(status).toMatchObject({ status: 0, stdout: expect.stringContaining(heading), stderr: "" });
    expect(cells(status.stdout.slice(heading.length), 1)).toEqual(withoutLimits(first.stdout, 1));
    // All runs are done, so --watch shows the status once and ends.
    expect(await ldpc(`status ${one} --watch`)).toEqual(status);
    expect((await ldpc(`status ${folder} --watch`)).status).toBe(0);
    const both = await ldpc(`status ${one} --watch --json`);
    expect([both.status, both.stderr]).toEqual([2, expect.stringContaining("leave --json or --watch out")]);
    const json = await ldpc(`status ${two} --json`);
    expect(JSON.parse(json.stdout).points).toMatchObject([{ point: -0.5 }, { point: 0, stopped_by: "errors" }]);

    const [head, ...rows] = parseCsv((await ldpc(`status ${two} --format sinter`)).stdout).map(({ fields }) => fields);
    expect(head).toEqual("shots,errors,discards,seconds,decoder,strong_id,json_metadata,custom_counts".split(","));
    const points = JSON.parse(json.stdout).points as { frames: number; frame_errors: number; iterations: number }[];
    expect(rows.map(([shots, errors, discards]) => [shots, errors, discards])).toEqual(
      points.map(({ frames, frame_errors }) => [`${frames}`, `${frame_errors}`, "0"]),
    );
    expect(rows.map(([, , , , , id]) => id)).toEqual([
      expect.stringMatching(/^[0-9a-f]{64}$/),
      expect.not.stringMatching(rows[0][5]),
    ]);
    expect(rows.map((fields) => JSON.parse(fields[6]).ebn0)).toEqual([-0.5, 0]);
    expect(rows.map((fields) => JSON.parse(fields[7]).iterations)).toEqual(points.map(({ iterations }) => iterations));

    // Rounds that fail with the rate of a round, independently, fail together with the rate of the shot.
    const ofRounds = JSON.parse((await ldpc(`status ${two} --json --rounds 3`)).stdout).points as Record<
      string,
      number
    >[];
    for (const { fer, fer_low, fer_of_round, fer_of_round_low } of ofRounds) {
      expect(1 - (1 - fer_of_round) ** 3).toBeCloseTo(fer, 12);
      expect(1 - (1 - fer_of_round_low) ** 3).toBeCloseTo(fer_low, 12);
    }
    expect((await ldpc(`status ${two} --rounds 3`)).stdout).toContain("of a round");
    expect((await ldpc(`status ${two} --rounds 3 --format sinter`)).stdout).toContain('""r"":3');
    const ofMany = await ldpc(`status ${folder} --rounds 3 --format sinter`);
    expect([ofMany.status, ofMany.stderr]).toEqual([2, expect.stringContaining("--rounds are those of one run")]);

    const merged = await ldpc(`merge ${one} ${two} --out ${all}`);
    expect(merged.stdout.match(/done \(errors\)/g)).toHaveLength(3);
    // Of a folder with both runs, what they are merged to and shorter runs before and behind, each task has the row of its longest run.
    for (const name of ["a", "z"]) await ldpc(`${common} --ebn0=0.5 --max-frames 16 --out ${join(folder, name)}`);
    const sinterRows = async (path: string) =>
      parseCsv((await ldpc(`status ${path} --format sinter`)).stdout).map(({ fields }) => fields.slice(0, 3).join());
    expect((await sinterRows(folder)).sort()).toEqual((await sinterRows(all)).sort());
    const [, ...table] = (await ldpc(`status ${all}`)).stdout.split("\n");
    expect(cells(table.join("\n"), 3)).toEqual(withoutLimits(merged.stdout, 3));

    const part = join(folder, "part");
    await ldpc(`${common} --ebn0=0.5 --part 2/2 --out ${part}`);
    expect(await sinterRows(part)).toHaveLength(2);
    const parts = await ldpc(`status ${folder} --format sinter`);
    expect(parts).toMatchObject({ status: 1, stdout: "" });
    expect(parts.stderr).toMatch(/part: part 2 of 2: merge the parts first, and name the merged run's folder\n$/);

    expect(merged.stderr).toBe(`${one}: ${frames(one)} new frames\n${two}: ${frames(two)} new frames\n`);
    expect((await ldpc(`merge ${one} --out ${all}`)).stderr).toBe(`${one}: 0 new frames\n`);
    const missing = await ldpc(`status ${join(folder, "none")}`);
    expect(missing.stderr).toMatch(/^ldpc: .*none: there is no such folder/);
  });

  it("list all runs below a folder, and mark runs without a worker", async () => {
    const common = "simulate --code beidou-88-44-gf64 --chunk 16 --max-errors 20 --quiet";
    await ldpc(`${common} --ebn0=0.5 --out ${join(folder, "deep", "er", "one")}`);
    const two = join(folder, "two");
    await ldpc(`${common} --ebn0=0.5 --max-frames 16 --out ${two}`);
    await ldpc(`${common} --ebn0=0.5,1 --max-frames 32 --out ${two}`);
    rmSync(join(two, "shards"), { recursive: true });
    mkdirSync(join(folder, "three"));
    expect(await ldpc(`status ${join(folder, "three")}`)).toMatchObject({ status: 1, stdout: "" });
    const list = await ldpc(`status ${folder}`);
    const done = String(frames(join(folder, "deep", "er", "one")));
    expect(list).toMatchObject({ status: 0, stderr: "" });
    expect(list.stdout.split("\n").slice(2, -1)).toEqual([
      `deep/er/one  beidou-88-44-gf64  min-max       1 of 1  ${done.padStart(6)}  done`,
      "two          beidou-88-44-gf64  min-max       0 of 2       0  waiting",
    ]);
    const json = JSON.parse((await ldpc(`status ${folder} --json`)).stdout).runs;
    expect(json).toMatchObject([
      { points: 1, done: 1, state: "done" },
      { folder: two, frames: 0, state: "waiting" },
    ]);

    writeFileSync(join(two, "run.json"), "{}");
    const bad = await ldpc(`status ${folder}`);
    expect(bad.status).toBe(1);
    expect(bad.stdout).toContain("deep/er/one");
    expect(bad.stderr).toMatch(/two\/run\.json: format: .*\nldpc: .*: 1 of 2 runs cannot be read\n$/);
    const csv = await ldpc(`status ${folder} --format sinter`);
    expect(csv).toEqual({ ...bad, stdout: expect.stringMatching(new RegExp(`^shots,.*\n${done},.*\n$`)) });
  });

  it("escape texts of run.json, shards and folder names", async () => {
    const out = join(folder, "odd\u001b[2J");
    const run = fakeRun(fakeSweep());
    await commitRun(out, withPoints({ ...run, code: { ...run.code, name: "code\u001b[2J" } }, run.points));
    for (const path of [out, folder]) {
      const { status, stdout } = await ldpc(`status ${path}`);
      expect(status).toBe(0);
      expect(stdout).not.toContain("\u001b");
      expect(stdout).toContain("code\\u{1b}[2J");
    }
    mkdirSync(join(out, "shards", "no file.jsonl"), { recursive: true });
    const { line } = formatHeader({ task: { ...fakeSweep().tasks[0], decoder: "ems\u001b[2J" }, ...LABELS });
    writeFileSync(join(out, "shards", "other.jsonl"), line);
    const refused = await ldpc(`status ${out}`);
    expect(refused.status).toBe(1);
    expect(refused.stderr).not.toContain("\u001b");
    expect(refused.stderr).toMatch(
      /odd\\u\{1b\}\[2J\/shards\/other\.jsonl:1: a shard of another run: its (code|decoder) is /,
    );
  });

  it("do not say that no worker is active if the shards cannot be read", async () => {
    const out = join(folder, "one");
    await commitRun(out, fakeRun(fakeSweep()));
    writeFileSync(join(out, "shards"), "");
    expect((await ldpc(`status ${out}`)).stderr).toMatch(/one\/shards: cannot be read: it is no folder/);
  });

  it("refuse unknown options", async () => {
    const { status, stderr } = await ldpc("simulate --code beidou-88-44-gf64 --ebn0=1 --max-eror 3");
    expect(status).toBe(2);
    expect(stderr).toBe("ldpc: ldpc simulate has no option --max-eror; did you mean --max-errors?\n");
  });
});

const points = [{ all: { chunks: 1200 } as TaskChunks }, { all: { chunks: 34 } as TaskChunks }] as SweepPoint[];

function claim(host: string, pid: number, age: number, isLive: boolean, first = 0): RunClaim {
  return { shard: "", task: "0", first, count: 16, holder: { host, pid, worker: "1" }, age, isLive };
}

function ran(host: string, pid: number, adapter: string, frames: number, framesPerSecond: number): RunProcess {
  return { header: { host, pid, adapter }, frames, framesPerSecond };
}

describe("who works on a run", () => {
  const processes = [
    ran("node7", 4711, "H100, card 0", 10_000, 1000),
    ran("node7", 4712, "H100, card 1", 30_000, 3000),
    ran("node8", 1, "L40S", 700, 700),
    ran("node9", 9, "L40S", 42, 42),
  ];
  const claims = [
    claim("node7", 4711, 3, true),
    claim("node7", 4711, 3, true, 16),
    claim("node7", 4712, 130, true, 32),
    claim("node8", 1, 3600, false, 48),
  ];

  it("is printed with chunks, devices and speeds", () => {
    expect(workText(points, { claims, processes }).split("\n")).toEqual([
      "1,234 chunks done; 48 claimed by 2 workers; 16 stale: claimed by workers without a sign of life",
      "",
      "host   process  device        frames  frames/s  state",
      "─────  ───────  ────────────  ──────  ────────  ────────────────────────────────────",
      "node7     4711  H100, card 0  10,000     1,000  at work, last sign of life 3 s ago",
      "node7     4712  H100, card 1  30,000     3,000  at work, last sign of life 2 min ago",
      "node8        1  L40S             700            stale, last sign of life 60 min ago",
      "1 more worker has ended, with 42 frames",
    ]);
  });

  it("escapes the name of a device, and has no speed without engine seconds", () => {
    const odd = [ran("node7", 4711, "H100\u001b[2J", 16, Number.POSITIVE_INFINITY)];
    const line = workText(points, { claims: claims.slice(0, 1), processes: odd }).split("\n")[4];
    expect(line).toMatch(/^node7 +4711 +H100\\u\{1b\}\[2J +16 {2,}at work, last sign of life 3 s ago$/);
  });

  it("explains a clock that is ahead, which makes claims look stale", () => {
    const text = workText(points, { claims: [claim("node8", 1, -3600, false)], processes });
    expect(text).toContain("stale, its clock is ahead of this one\n");
    expect(text).toMatch(/\nthe clock of the file server is 60 min ahead of this host's: .*$/);
  });
});
