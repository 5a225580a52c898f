import { spawnSync } from "node:child_process";
import fs, { existsSync, readdirSync, readFileSync } from "node:fs";
import { syncBuiltinESMExports } from "node:module";
import { join } from "node:path";
import { beforeEach, expect, it } from "vitest";
import { simulate } from "../../../src/cli/simulate.ts";
import { programs } from "../../faults/programs.ts";
import { newFolder } from "../../new-folder.ts";
import { heldSteps } from "../../node/file-system-steps.ts";
import { FakeFactory } from "../../simulation/fake-runner.ts";
import { noCards, simulateArguments } from "./arguments.ts";

// Two commands on one new folder. The first stops at each call to the file system between its start and its first record, while the second
// runs from start to end.

const COMMON = { code: "beidou-88-44-gf64", ebn0: "0.5", maxErrors: "20", chunk: "16", quiet: true };
/** Calls by which a process reads or changes its run folder. */
const CALLS = [
  ...(["openSync", "readFileSync", "statSync", "readdirSync", "linkSync", "renameSync", "mkdirSync"] as const),
  ...(["rmSync", "lstatSync"] as const),
];

let folder: string;
beforeEach(() => {
  folder = newFolder();
});

/** Runs the second command from start to end. */
function second(out: string, args: readonly string[]) {
  const { code, ebn0, maxErrors, chunk } = COMMON;
  const common = ["--code", code, `--ebn0=${ebn0}`, "--max-errors", maxErrors, "--chunk", chunk, "--quiet"];
  const { status, stderr } = spawnSync(
    process.execPath,
    [programs.fake, "simulate", ...common, ...args, "--out", out],
    { encoding: "utf8", env: { ...process.env, FAKE_SILENCE: "1" } },
  );
  return { status, stderr };
}

/** Runs the first command. @param before runs before each call to the file system on the folder, and gets the number of the call. */
async function first(out: string, before: (step: number) => void): Promise<Error | undefined> {
  let step = 0;
  // `before` itself accesses the folder.
  let within = false;
  const originals = CALLS.map((name) => [name, fs[name]] as const);
  for (const [name, original] of originals) {
    const held = (...args: unknown[]) => {
      if (!within && args.some((arg) => typeof arg === "string" && arg.startsWith(out))) {
        within = true;
        before(++step);
        within = false;
      }
      return (original as (...args: unknown[]) => unknown)(...args);
    };
    Object.assign(fs, { [name]: held });
  }
  syncBuiltinESMExports();
  try {
    const sink = { write: () => true };
    const { options, given } = await simulateArguments({ ...COMMON, out });
    await simulate(options, given, {
      createRunnerFactory: async () => new FakeFactory(),
      workerEntry: { path: "no workers here", execArgv: [] },
      askCards: noCards,
      stdout: sink,
      stderr: sink,
      variables: {},
      signal: new AbortController().signal,
      signs: { silenceSeconds: 1, signSeconds: 0.2 },
    });
    return undefined;
  } catch (error) {
    return error as Error;
  } finally {
    for (const [name, original] of originals) Object.assign(fs, { [name]: original });
    syncBuiltinESMExports();
  }
}

function points(out: string): string {
  return readFileSync(join(out, "points.csv"), "utf8");
}

function hasRecords(out: string): boolean {
  return existsSync(join(out, "shards")) && readdirSync(join(out, "shards")).length > 0;
}

it.each([
  ["another decoder, with two workers", ["--iterations", "11", "--jobs", "2"]],
  ["the same task", []],
])("of two commands in one new folder none publishes a count of the other: %s", async (_, args) => {
  const [alone, other] = ["alone", "other"].map((name) => join(folder, name));
  let steps = 0;
  expect(await first(alone, (step) => (steps = hasRecords(alone) ? steps : step))).toBe(undefined);
  expect(steps).toBeGreaterThan(20);
  expect(second(other, args).status).toBe(0);
  const winners = new Set<string>();
  let reached = 0;
  for (const held of heldSteps(steps, 8)) {
    const out = join(folder, `step-${held}`);
    let result: ReturnType<typeof second> | undefined;
    const failure = await first(out, (step) => {
      if (step === held) result = second(out, args);
    });
    // Without further signs of life there are fewer steps.
    if (result === undefined) break;
    reached = held;
    const place = `held at step ${held} of ${steps}: ${failure?.message} / ${result.stderr}`;
    // At least one of the commands ends successfully, and all files are that command's.
    const ended = [failure === undefined ? points(alone) : [], result.status === 0 ? points(other) : []].flat();
    expect(ended, place).toContain(points(out));
    if (args.length > 0) expect(ended, place).toHaveLength(1);
    else expect(result.status, place).toBe(0);
    if (args.length > 0) {
      expect(failure?.message ?? result.stderr, place).toMatch(/another run: its decoder is|was renamed|holds files/);
    }
    const tasks = readdirSync(join(out, "shards")).flatMap((name) =>
      readFileSync(join(out, "shards", name), "utf8")
        .split("\n")
        .filter((line) => line.startsWith('{"format"'))
        .map((line) => JSON.parse(line).task.decoder as string),
    );
    expect(new Set(tasks).size, place).toBe(1);
    winners.add(tasks[0]);
  }
  expect(reached).toBeGreaterThan(20);
  if (args.length > 0) expect(winners.size, "each of them was the first once").toBe(2);
});
