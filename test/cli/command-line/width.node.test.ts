import { rmSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { displayWidth } from "../../../src/report/table.ts";
import { newFolder } from "../../new-folder.ts";
import { sweep } from "../../sweep.ts";
import { ldpc } from "../run-in-process.ts";

const folder = newFolder();
const run = (name: string) => join(folder, name);
const streams = [process.stdout, process.stderr];
const columns = streams.map((stream) => stream.columns);
afterAll(() => {
  for (const [i, stream] of streams.entries()) stream.columns = columns[i];
  rmSync(folder, { recursive: true });
});

const SMALL = ["--engine=cpu", "--quiet", "--max-frames=64", "--chunk=32"];

beforeAll(async () => {
  const common = ["simulate", "--code=ccsds-128-64", "--decoder=min-sum iterations=5", ...SMALL];
  for (const [name, seed] of ["a", "b"].entries()) {
    expect((await ldpc(...common, "--ebn0=2,3", `--seed=${name + 1}`, "--out", run(seed))).status).toBe(0);
  }
});

/** Commands that print a table, and what their output must contain at any width. */
const TABLES: readonly (readonly [words: readonly string[], content: string])[] = [
  [["codes"], "nb620-gf32"],
  [["codes", "--all"], "dvbs2-64800-43200"],
  [["devices"], "cpu"],
  [["limits", "--code=nb620-gf32", "--modulation=64qam"], "capacity"],
  [["limits", "--code=wimax-576-288", "--channel=nand-soft-reads"], "capacity"],
  [["code", "info", "nr-bg2-z8", "--rows=12"], "dual-diagonal"],
  [["code", "distance", "ccsds-128-64", "--sets=20", "--quiet"], "distance"],
  [["bench", "--code=ccsds-128-64", "--engine=cpu", "--frames=8", "--seconds=0.01"], "early termination"],
  [["simulate", "--again", run("a"), "--engine=cpu", "--quiet"], "done (frames)"],
  [["status", run("a")], "done (frames)"],
  [["status", folder], "2 of 2"],
  [["replay", run("a"), "--point=2", "--engine=cpu", "--quiet"], "wrong variables a"],
  [["replay", run("a"), "--point=2", "--engine=cpu", "--quiet", "--frame", "0", "1", "2", "3", "4"], "frame 4"],
  [["compare", run("a"), run("b")], "verdict"],
];

describe.each([80])("a terminal of %i columns", (width) => {
  it.each(sweep(TABLES, 6))("has no wider line: ldpc %j", async (words, content) => {
    for (const stream of streams) stream.columns = width;
    const { status, stdout, stderr } = await ldpc(...words);
    expect({ status, stderr: words.includes("--quiet") ? stderr : "" }).toEqual({ status: 0, stderr: "" });
    expect(stdout).toContain(content);
    // A hash stands in one piece, so that it can be copied.
    const lines = `${stdout}\n${stderr}`.split("\n").filter((line) => !line.startsWith("sha-256 "));
    expect(lines.filter((line) => displayWidth(line) > width)).toEqual([]);
  });
});
