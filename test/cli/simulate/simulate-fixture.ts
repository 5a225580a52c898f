import { readdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach } from "vitest";
import { simulate } from "../../../src/cli/simulate.ts";
import type { RunnerOptions } from "../../../src/node/run/worker-process.ts";
import { newFolder } from "../../new-folder.ts";
import { FakeFactory, type FakeOptions } from "../../simulation/fake-runner.ts";
import { noCards, type SimulateTexts, simulateArguments } from "./arguments.ts";

/** A new folder for each test. */
export let folder: string;
/** The run's folder inside the new folder. */
export let out: string;
/** Gives each test of the calling file a new folder. */
export function useRunFolders(): void {
  beforeEach(() => {
    folder = newFolder();
    out = join(folder, "run");
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));
}

export const SMALL = { code: "beidou-88-44-gf64", ebn0: "0.5,1", maxErrors: "40", chunk: "16" };

/** Runs the command with runners that need no device. */
export async function run(
  args: SimulateTexts,
  fake: FakeOptions = {},
  abort = new AbortController(),
  opened = async (_: RunnerOptions) => {},
) {
  const result = { stdout: "", stderr: "", factory: new FakeFactory(fake), asked: [] as RunnerOptions[] };
  const sink = (name: "stdout" | "stderr") => ({ write: (text: string) => (result[name] += text) });
  const createRunnerFactory = async (options: RunnerOptions) => {
    result.asked.push(options);
    await opened(options);
    return result.factory;
  };
  const { options, given } = await simulateArguments({ out, ...SMALL, ...args });
  await simulate(options, given, {
    createRunnerFactory,
    workerEntry: { path: "no workers here", execArgv: [] },
    askCards: noCards,
    stdout: sink("stdout"),
    stderr: sink("stderr"),
    variables: {},
    signal: abort.signal,
  });
  return result;
}

/** The error of a command that must fail. */
export async function failure(args: SimulateTexts, fake: FakeOptions = {}): Promise<Error> {
  return run(args, fake).then(
    () => {
      throw new Error("it did not fail");
    },
    (error) => error,
  );
}

/** Contents of all files below a folder. */
export function content(path: string): Record<string, string> {
  const files = readdirSync(path, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  return Object.fromEntries(
    files.map(({ parentPath, name }) => [
      join(parentPath, name).slice(path.length),
      readFileSync(join(parentPath, name), "utf8"),
    ]),
  );
}

export function readRun(name = "run") {
  return JSON.parse(readFileSync(join(folder, name, "run.json"), "utf8"));
}

export function csv(path = out): string {
  return readFileSync(join(path, "points.csv"), "utf8");
}
