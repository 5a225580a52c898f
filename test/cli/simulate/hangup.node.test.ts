import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, it } from "vitest";
import { openRun } from "../../../src/node/run/run.ts";
import { compiled } from "../../setup/compiled.ts";

const folder = mkdtempSync(join(tmpdir(), "gfq-ldpc-test-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

// More frames than the test waits for, so that the signal comes amid the work.
const ENDLESS = ["--code=beidou-88-44-gf64", "--ebn0=1", "--max-errors=1e9", "--max-frames=1e12", "--chunk=16"];

// The program itself ends by the signal, because Node 20 crashes in its own end without a terminal. A shell shows that as 129, too.
it.each([
  { program: "test/cli/fake-ldpc.ts", args: ["--jobs=1"], status: [129, null] },
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
    return lines(run);
  };
  await expect.poll(done).toBeGreaterThan(3);
  child.kill("SIGHUP");
  expect(await ended, stderr).toEqual(status);
  expect(stderr).toContain("interrupted; run the same command again to go on with");
  expect(openRun(run, expect.fail).claims).toEqual([]);
  expect(readFileSync(join(run, "points.csv"), "utf8")).toMatch(/^beidou-88-44-gf64,[^,]*,awgn,1,1,[1-9]/m);
});

/** Number of lines in the shards of a run. */
function lines(run: string): number {
  const shards = join(run, "shards");
  if (!existsSync(shards)) return 0;
  return readdirSync(shards).flatMap((name) => readFileSync(join(shards, name), "utf8").match(/\n/g) ?? []).length;
}
