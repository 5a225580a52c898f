import { mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, expect, it } from "vitest";
import { ldpc } from "../../cli/run-in-process.ts";
import { newFolder } from "../../new-folder.ts";
import { fixRandomness } from "../../setup/fixed-randomness.js";
import { digests, keyLine, RUNS, writeData } from "./recorded-runs.ts";

const folder = newFolder();

// Two runs of the same commands differ only in the operating system's random numbers.
beforeEach(() => fixRandomness(""));

async function filesOf(name: string) {
  const below = join(folder, name);
  mkdirSync(below);
  writeData(below);
  for (const step of RUNS[name]) {
    const { status, stderr } = await ldpc(...keyLine(step, (path) => join(below, path)));
    expect({ step, status, stderr }).toEqual({ step, status: 0, stderr: expect.any(String) });
  }
  return digests(below);
}

const RECORDED: Readonly<Record<string, object>> = JSON.parse(
  readFileSync(join(import.meta.dirname, "recorded-runs.json"), "utf8"),
);

it.each(Object.keys(RUNS))("the commands of ldpc key make the recorded files of %s", async (name) => {
  expect(await filesOf(name)).toEqual(RECORDED[name]);
});
