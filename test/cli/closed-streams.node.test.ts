import { spawn } from "node:child_process";
import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { compiled } from "../setup/compiled.ts";
import { ldpc } from "./run-in-process.ts";

const folder = mkdtempSync(join(tmpdir(), "gfq-ldpc-test-"));
const at = (name: string) => join(folder, name);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

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

describe("a command goes on to its end", () => {
  it("without a reader of stderr: frames are simulated, and the table is on stdout", async () => {
    const { status, stdout } = await unread(simulate("unheard", 2), "stderr");
    expect(status).toBe(0);
    expect(stdout).toMatch(/ done \(/);
    expect(existsSync(at("unheard/points.csv"))).toBe(true);
  });

  it("without a reader of stdout: npm start draws its page after its table", async () => {
    const args = ["experiment", "first-curve", "--engine=cpu", "--errors=1", "--frames=16", `--out=${at("start")}`];
    expect((await unread(args, "stdout")).status).toBe(0);
    expect(existsSync(at("start/plot.html"))).toBe(true);
  });

  it("without a reader of both streams, with the status of its verdict", async () => {
    const reference = at("reference.csv");
    writeFileSync(reference, "ebn0,frames,frame_errors\n2,1000000,3\n");
    const args = ["compare", at("good"), reference, "--require-consistent"];
    expect((await unread(args)).status).toBe(3);
    expect((await unread(args, "stdout", "stderr")).status).toBe(3);
    expect((await unread(["codes"], "stdout", "stderr")).status).toBe(0);
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
