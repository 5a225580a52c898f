import { type ChildProcess, spawn } from "node:child_process";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { openRun } from "../../../src/node/run/run.ts";
import { sha256Hex } from "../../../src/simulation/task.ts";
import { newFolder } from "../../new-folder.ts";
import { compiled } from "../../setup/compiled.ts";

const ENTRY = compiled("test/cli/fake-ldpc.ts");
const ARGUMENTS = ["simulate", "--code=beidou-88-44-gf64", "--ebn0=0.5:0.5:1.5", "--max-errors=60", "--chunk=16"];

interface Result {
  readonly status: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly stdout: string;
  readonly stderr: string;
}

let folder: string;
let expected: string;

beforeAll(async () => {
  folder = newFolder();
  const { status, stdout, stderr } = await ldpc(["--out", join(folder, "reference")]);
  expect(stderr).toMatch(
    /^code {5}beidou-88-44-gf64: .*\ndecoder {2}min-max iterations=10\nchannel .*\nengine {3}runs on the cpu engine \(fake\);/,
  );
  expect(stdout).toContain("done (errors)");
  expect(status).toBe(0);
  expected = points("reference");
  expect(expected.match(/,errors,/gm)).toHaveLength(3);
});

function points(run: string): string {
  return readFileSync(join(folder, run, "points.csv"), "utf8");
}

function shards(run: string): string[] {
  return readdirSync(join(folder, run, "shards")).map((name) => join(folder, run, "shards", name));
}

function lines(run: string): string[] {
  return shards(run).flatMap((file) =>
    readFileSync(file, "utf8")
      .split("\n")
      .filter((line) => line !== "" && !line.startsWith('{"claims"')),
  );
}

function start(args: readonly string[], variables: Record<string, string> = {}, shell?: string): ChildProcess {
  const node = [ENTRY, ...ARGUMENTS, ...args];
  const [command, parameters] =
    shell === undefined
      ? [process.execPath, node]
      : ["bash", ["-c", `${shell} exec "$0" "$@"`, process.execPath, ...node]];
  return spawn(command, parameters, { env: { ...process.env, ...variables }, stdio: ["ignore", "pipe", "pipe"] });
}

function ended(child: ChildProcess): Promise<Result> {
  return new Promise((resolve, reject) => {
    let stdout = "";
    let stderr = "";
    child.stdout?.on("data", (data) => (stdout += data));
    child.stderr?.on("data", (data) => (stderr += data));
    child.on("error", reject);
    child.on("close", (status, signal) => resolve({ status, signal, stdout, stderr }));
  });
}

function ldpc(args: readonly string[], variables: Record<string, string> = {}, shell?: string): Promise<Result> {
  return ended(start(args, variables, shell));
}

// That kills, torn lines and other numbers of jobs change no byte is tested in test/simulation/reproducible.long.node.test.ts and by the
// schedules of test/faults.
describe("ldpc simulate, as processes", () => {
  it("continues with the other workers when a worker dies, and reports it", async () => {
    const death = join(folder, "death");
    const variables = { FAKE_VICTIM: "2", FAKE_KILL_AT: "1", FAKE_DEATH: death, FAKE_AWAIT: death };
    const { status, stderr } = await ldpc(["--out", join(folder, "victim"), "--jobs", "2"], variables);
    expect(stderr).toContain("worker 2 ended early: SIGKILL");
    expect(status).toBe(0);
    expect(points("victim")).toBe(expected);
  });

  it("fails when all workers have died, keeps their work, and continues later", async () => {
    const { status, stderr } = await ldpc(["--out", join(folder, "victims"), "--jobs", "2"], { FAKE_KILL_AT: "3" });
    expect(stderr).toMatch(/all 2 workers ended before the run was done \(SIGKILL\).*is kept in .*victims/);
    expect(status).toBe(1);
    expect(lines("victims").length).toBeGreaterThan(0);
    expect((await ldpc(["--out", join(folder, "victims")])).status).toBe(0);
    expect(points("victims")).toBe(expected);
  });

  it("ends with 130 after Ctrl-C, says how to go on, and goes on", async () => {
    const [run, jobs] = ["interrupted", "2"];
    // No run after the third one of a worker ends, so the signal comes amid the work.
    const variables = { FAKE_AWAIT: join(folder, "never"), FAKE_AWAIT_FROM: "4" };
    const child = start(["--out", join(folder, run), "--jobs", jobs], variables);
    const end = ended(child);
    await whileRunning(child, () => lines(run).length > 3);
    child.kill("SIGINT");
    const { status, stderr } = await end;
    expect(stderr).toMatch(/interrupted; run the same command again to go on with .*interrupted/);
    expect(status).toBe(130);
    expect(points(run)).not.toBe(expected);
    expect(openRun(join(folder, run), expect.fail).claims).toEqual([]);
    expect((await ldpc(["--out", join(folder, run), "--jobs", jobs])).status).toBe(0);
    expect(points(run)).toBe(expected);
  });

  it("ends in words when a shard comes that no worker can have written", async () => {
    const [run, jobs] = ["foreign", "2"];
    // The runs after the third one of a worker end only when the shard is there.
    const goesOn = join(folder, `${run}-goes-on`);
    const child = start(["--out", join(folder, run), "--jobs", jobs], { FAKE_AWAIT: goesOn, FAKE_AWAIT_FROM: "4" });
    const end = ended(child);
    await whileRunning(child, () => lines(run).length > 3);
    const [header, record] = lines(run);
    const { checksum, ...value } = JSON.parse(record);
    const text = JSON.stringify({ ...value, undetected: value.frames + 1 }).slice(0, -1);
    const sealed = `${text},"checksum":"${sha256Hex(JSON.parse(header).checksum + text).slice(0, 16)}"}`;
    expect(sealed).not.toContain(checksum);
    writeFileSync(join(folder, run, "shards", "zzz.jsonl"), `${header}\n${sealed}\n`);
    writeFileSync(goesOn, "");
    const { status, stderr } = await end;
    expect(stderr).toMatch(/zzz\.jsonl:2: an impossible record: undetected/);
    expect(stderr).not.toMatch(/unexpected error/);
    expect(status).toBe(1);
  });

  it("reports when it cannot write any more, keeps written work, and continues when it can", async () => {
    // A limit on file size replaces a full disk. bash counts it in kibibytes.
    const full = await ldpc(["--out", join(folder, "full")], { TSX_DISABLE_CACHE: "1" }, "ulimit -f 8;");
    expect(full.stderr).toMatch(/shards.*jsonl: cannot be written: the file would be larger than allowed/);
    expect(full.status).toBe(1);
    expect(lines("full").length).toBeGreaterThan(10);
    expect((await ldpc(["--out", join(folder, "full")])).status).toBe(0);
    expect(points("full")).toBe(expected);
  });
});

/** Waits for a condition on a process's files. @throws Error if the process ends first. */
async function whileRunning(child: ChildProcess, condition: () => boolean): Promise<void> {
  for (;;) {
    const { exitCode, signalCode } = child;
    try {
      if (condition()) return;
    } catch {
      // The folder does not exist yet.
    }
    if (exitCode !== null || signalCode !== null) throw new Error(`the process ended first: ${exitCode ?? signalCode}`);
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}
