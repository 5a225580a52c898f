import { mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeEach, expect, it } from "vitest";
import { type AnyCommand, type CommandList, isList } from "../../../src/cli/command-line/command.ts";
import type { OptionTable } from "../../../src/cli/command-line/option.ts";
import { parseArguments, readArguments } from "../../../src/cli/command-line/parse.ts";
import keyCommands from "../../../src/cli/key/command.ts";
import { keyCommandLine } from "../../../src/cli/reconcile/key-command-line.ts";
import { reconcileTask } from "../../../src/cli/reconcile/options.ts";
import { RECONCILE_OPTIONS } from "../../../src/cli/reconcile/table.ts";
import { fixRandomness } from "../fixed-randomness.ts";
import { ldpc } from "../run-in-process.ts";
import { digests, keyLine, RUNS, reconcileLine, type Step, writeData } from "./recorded-runs.ts";

const folder = mkdtempSync(join(tmpdir(), "gfq-ldpc-recorded-"));
afterAll(() => rmSync(folder, { recursive: true }));

// Two runs of the same commands differ only in the operating system's random numbers.
beforeEach(() => fixRandomness(""));

async function filesOf(dialect: string, name: string, line: (step: Step, at: (path: string) => string) => string[]) {
  const below = join(folder, `${dialect}-${name}`);
  mkdirSync(below);
  writeData(below);
  for (const step of RUNS[name]) {
    const { status, stderr } = await ldpc(...line(step, (path) => join(below, path)));
    expect({ step: step.role, status, stderr }).toEqual({ step: step.role, status: 0, stderr: expect.any(String) });
  }
  return digests(below);
}

const RECORDED: Readonly<Record<string, object>> = JSON.parse(
  readFileSync(join(import.meta.dirname, "recorded-runs.json"), "utf8"),
);

// The files were recorded when `ldpc reconcile` had all roles.
it.each(Object.keys(RUNS))("the commands of ldpc key make the recorded files of %s", async (name) => {
  expect(await filesOf("key", name, keyLine)).toEqual(RECORDED[name]);
});

it.each(["both-bits", "both-values"])("ldpc reconcile makes the recorded files of %s", async (name) => {
  expect(await filesOf("reconcile", name, reconcileLine)).toEqual(RECORDED[name]);
});

it("ldpc reconcile says the new command, which is the one that the run has", async () => {
  const at = (path: string) => `/run/${path}`;
  for (const step of Object.values(RUNS).flat()) {
    const [, ...options] = reconcileLine(step, at);
    const given = parseArguments(options, RECONCILE_OPTIONS, "ldpc reconcile");
    const { options: values } = await readArguments(
      { options: RECONCILE_OPTIONS, run: () => {} },
      "ldpc reconcile",
      options,
    );
    const task = reconcileTask(values);
    const expected = keyLine(step, at);
    const table = await tableOf(expected);
    const words = keyCommandLine(task, values.cv, given, table).replaceAll(
      / '([^']*)'/g,
      (_, text) => ` ${text.replaceAll(" ", "\u00a0")}`,
    );
    const command = (line: readonly string[]) => {
      const at = line.findIndex((word) => word.startsWith("--"));
      return { name: line.slice(0, at), options: new Set(line.slice(at)) };
    };
    const said = words
      .replaceAll(/(--[a-z-]+) (?!--)(\S+)/g, "$1=$2")
      .split(" ")
      .slice(1);
    expect(command(said.map((word) => word.replaceAll("\u00a0", " ")))).toEqual(command(expected));
  }
});

/** The options of the command that a line of `ldpc key` names. */
async function tableOf(line: readonly string[]): Promise<OptionTable> {
  let item: AnyCommand | CommandList = keyCommands;
  for (const word of line.slice(1)) {
    if (!isList(item)) break;
    item = await item.entries.find(({ name }) => name === word)!.load();
  }
  if (isList(item)) throw new Error(`${line.join(" ")} names no command`);
  return item.options;
}
