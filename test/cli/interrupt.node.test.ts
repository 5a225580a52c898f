import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { untilInterrupted } from "../../src/cli/exit.ts";
import { openRun } from "../../src/node/run/run.ts";
import { newFolder } from "../new-folder.ts";
import { compiled } from "../setup/compiled.ts";
import { itLong } from "../sweep.ts";
import { ldpc } from "./run-in-process.ts";

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

it("counts signals within half a second as one Ctrl-C, and ends the process at the next", async () => {
  const end = vi.fn();
  const { finish, signal, done } = started(end);
  expect(signal.aborted).toBe(false);
  // `timeout -s INT` sends the signal to the process group and to the child.
  process.emit("SIGINT");
  process.emit("SIGINT");
  expect(signal.aborted).toBe(true);
  vi.advanceTimersByTime(499);
  process.emit("SIGTERM");
  expect(end).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1);
  process.emit("SIGINT");
  expect(end).toHaveBeenCalledOnce();
  finish();
  await done;
});

it("hears a repeat after the run has ended too, and then no more", async () => {
  const end = vi.fn();
  const before = process.listenerCount("SIGINT");
  const { finish, done } = started(end);
  process.emit("SIGINT");
  vi.advanceTimersByTime(100);
  finish();
  await done;
  // Without a listener this signal would end the process.
  expect(process.listenerCount("SIGINT")).toBe(before + 1);
  process.emit("SIGINT");
  expect(end).not.toHaveBeenCalled();
  vi.advanceTimersByTime(400);
  expect(process.listenerCount("SIGINT")).toBe(before);
});

it("leaves no listener after a run without Ctrl-C", async () => {
  const before = process.listenerCount("SIGTERM");
  const { finish, done } = started(vi.fn());
  expect(process.listenerCount("SIGTERM")).toBe(before + 1);
  finish();
  await done;
  expect(process.listenerCount("SIGTERM")).toBe(before);
});

/** Starts a run that ends with `finish`. @param end replaces the end of the process. */
function started(end: () => void) {
  let finish!: () => void;
  let signal!: AbortSignal;
  const done = untilInterrupted((aborted) => {
    signal = aborted;
    return new Promise<void>((resolve) => {
      finish = resolve;
    });
  }, end);
  return { finish: () => finish(), signal, done };
}

const folder = newFolder();
const at = (name: string) => join(folder, name);

const simulate = (out: string, ebn0: number) => [
  ...["simulate", "--code=wimax-576-288", "--decoder=min-sum", `--ebn0=${ebn0}`, "--engine=cpu"],
  ...["--max-frames=256", `--out=${at(out)}`],
];

/** Runs a command as a process, and closes the reading ends of its streams at once, as `true` in a pipe does. */
async function unread(args: readonly string[], ...closed: readonly ("stdout" | "stderr")[]) {
  const child = spawn(process.execPath, [compiled("src/cli/main.ts"), ...args], { stdio: ["ignore", "pipe", "pipe"] });
  let [stdout, stderr] = ["", ""];
  child.stdout.on("data", (data) => (stdout += data));
  child.stderr.on("data", (data) => (stderr += data));
  for (const name of closed) child[name].destroy();
  const status = await new Promise<number | null>((resolve) => child.on("close", resolve));
  return { status, stdout, stderr };
}

beforeAll(async () => {
  expect((await ldpc(...simulate("good", 2))).status).toBe(0);
});

it("ends a search at once whose engine would decode for minutes", async () => {
  vi.useRealTimers();
  const floor = ["code", "floor", "wimax-2304-1152", "--method=splitting", "--ebn0=0.5", "--engine=cpu"];
  const args = [...floor, "--decoder=min-sum iterations=10000", `--out=${at("split.json")}`];
  const child = spawn(process.execPath, [compiled("src/cli/main.ts"), ...args], { stdio: "ignore" });
  const ended = once(child, "exit");
  // It writes its file before it decodes.
  await vi.waitUntil(() => existsSync(at("split.json")), { timeout: 60_000 });
  await new Promise((resolve) => setTimeout(resolve, 1000));
  const begin = performance.now();
  child.kill("SIGINT");
  expect(await ended).toEqual([130, null]);
  expect(performance.now() - begin).toBeLessThan(5000);
});

describe("a command goes on to its end", () => {
  it("without a reader of stderr: frames are simulated, and the table is on stdout", async () => {
    const { status, stdout } = await unread(simulate("unheard", 2), "stderr");
    expect(status).toBe(0);
    expect(stdout).toMatch(/ done \(/);
    expect(existsSync(at("unheard/points.csv"))).toBe(true);
  });

  itLong("without a reader of stdout: npm start draws its page after its table", async () => {
    const args = ["experiment", "first-curve", "--engine=cpu", "--errors=1", "--frames=16", `--out=${at("start")}`];
    expect((await unread(args, "stdout")).status).toBe(0);
    expect(existsSync(at("start/plot.html"))).toBe(true);
  });

  it("without a reader of both streams, with the status of its verdict", async () => {
    const reference = at("reference.csv");
    writeFileSync(reference, "ebn0,frames,frame_errors\n2,1000000,3\n");
    const args = ["compare", at("good"), reference, "--require-consistent"];
    expect((await ldpc(...args)).status).toBe(3);
    expect((await unread(args, "stdout", "stderr")).status).toBe(3);
    expect(await unread(["codes", "--json"], "stdout")).toMatchObject({ status: 0, stderr: "" });
  });
});

it("status --watch ends once nobody reads, though its run is not done", async () => {
  const run = ["simulate", "--code=wimax-576-288", "--decoder=min-sum", "--ebn0=1", "--engine=cpu"];
  await ldpc(...run, "--max-frames=1e9", "--max-errors=1e9", "--wall-time=0.1s", `--out=${at("long")}`);
  const { status, stderr } = await unread(["status", at("long"), "--watch"], "stdout");
  expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
});

it("decode --out - ends quietly once nobody reads", async () => {
  writeFileSync(at("llr.f32"), Buffer.from(new Float32Array(576 * 400).fill(3).buffer));
  const args = ["decode", "--code=wimax-576-288", "--llr=bit", `--input=${at("llr.f32")}`, "--engine=cpu", "--quiet"];
  const { status, stderr } = await unread([...args, "--out=-"], "stdout");
  expect(status).toBe(0);
  expect(stderr).not.toContain("unexpected error");
});

// More frames than the test waits for, so that the signal comes amid the work.
const ENDLESS = ["--code=beidou-88-44-gf64", "--ebn0=1", "--max-errors=1e9", "--max-frames=1e12", "--chunk=16"];

// The program itself ends by the signal, because Node 20 crashes in its own end without a terminal. A shell shows that as 129, too.
it.each([
  { program: "test/cli/fake-ldpc.ts", args: ["--jobs=2"], status: [129, null] },
  { program: "src/cli/main.ts", args: ["--engine=cpu"], status: [null, "SIGHUP"] },
])("simulate keeps its counts when its terminal is closed: $program $args", async ({ program, args, status }) => {
  const run = mkdtempSync(join(folder, "run-"));
  const child = spawn(process.execPath, [compiled(program), "simulate", ...ENDLESS, ...args, "--out", run], {
    env: { ...process.env, FAKE_DELAY: "20" },
    stdio: ["ignore", "ignore", "pipe"],
  });
  const ended = once(child, "close");
  let stderr = "";
  child.stderr.on("data", (data) => (stderr += data));
  const done = () => {
    if (child.exitCode !== null) throw new Error(stderr);
    return records(run);
  };
  await expect.poll(done).toBeGreaterThan(0);
  child.kill("SIGHUP");
  expect(await ended, stderr).toEqual(status);
  expect(stderr).toContain("interrupted; run the same command again to go on with");
  expect(openRun(run, expect.fail).claims).toEqual([]);
  expect(readFileSync(join(run, "points.csv"), "utf8")).toMatch(/^beidou-88-44-gf64,[^,]*,awgn,1,1,[1-9]/m);
});

/** Chunks that the shards of a run have counts of. */
function records(run: string): number {
  const shards = join(run, "shards");
  if (!existsSync(shards)) return 0;
  return readdirSync(shards).flatMap((name) => readFileSync(join(shards, name), "utf8").match(/^\{"first"/gm) ?? [])
    .length;
}
