import { readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { newFolder } from "../../new-folder.ts";
import { ldpc } from "../run-in-process.ts";

const folder = newFolder();
const at = (name: string) => join(folder, name);

const SMALL = ["--max-frames=64", "--chunk=32", "--engine=cpu", "--quiet"];

/** The error of a meaningless command line: one line without a stack, and nothing on stdout. */
async function refused(...args: string[]) {
  const { status, stdout, stderr } = await ldpc(...args);
  expect({ stdout, lines: stderr.trim().split("\n").length }).toEqual({ stdout: "", lines: 1 });
  return [
    status,
    stderr
      .trim()
      .replaceAll(`${folder}/`, "")
      .replace(/^ldpc: /, ""),
  ];
}

async function done(...args: string[]): Promise<string> {
  const { status, stdout, stderr } = await ldpc(...args);
  expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
  return stdout;
}

const runFile = (name: string) => JSON.parse(readFileSync(join(at(name), "run.json"), "utf8"));

beforeAll(async () => {
  expect((await ldpc("code", "convert", "wimax-576-288", "--out", at("H.alist"))).status).toBe(0);
  await done("simulate", "--code", at("H.alist"), "--ebn0=1,2", ...SMALL, "--seed=5", "--out", at("r1"));
});

describe("the error of a meaningless command", () => {
  const simulate = (...args: string[]) => refused("simulate", "--code=wimax-576-288", "--out", at("never"), ...args);

  it("a range with the step at its end", async () => {
    expect(await simulate("--ebn0=2:3:0.25")).toEqual([
      2,
      expect.stringContaining("did you mean 2:0.25:3? (start:step:end)"),
    ]);
    expect(await simulate("--qber=0.02:0.1:0.01")).toEqual([
      2,
      expect.stringContaining("did you mean 0.02:0.01:0.1? (start:step:end)"),
    ]);
  });

  it("times", async () => {
    const rule = "write seconds, or for example 90s, 5m, 1h30m or 0.5 day";
    for (const time of ["5x", "5m3", "1h30", "5 metres", "2 m 3 s x"]) {
      const [code, said] = await simulate("--ebn0=1", `--max-time=${time}`);
      expect(code).toBe(2);
      expect(said).toMatch(new RegExp(`^--max-time "${time}" (has "|cannot be read)`));
      expect(said).toContain(rule);
    }
    expect(await simulate("--ebn0=1", "--wall-time=-1 h")).toEqual([2, `--wall-time -1 h: ${rule}`]);
    expect(await simulate("--ebn0=1", "--wall-time=0s")).toEqual([2, `--wall-time 0s: ${rule}`]);
    expect((await simulate("--ebn0=1", "--wall-time=-3"))[0]).toBe(2);
  });

  it("a file where a folder belongs, and the other way round", async () => {
    writeFileSync(at("file"), "");
    expect(await refused("status", join(at("r1"), "points.csv"))).toEqual([
      2,
      "<folder> r1/points.csv is a file: name its folder, ldpc status r1",
    ]);
    expect(await refused("simulate", "--code=wimax-576-288", "--ebn0=1", "--out", at("file"))).toEqual([
      1,
      "file: is a file: name the folder of a run",
    ]);
    expect(await refused("simulate", "--config", at("r1"))).toEqual([
      1,
      "r1: --config names a folder: name a JSON file with options; ldpc simulate --again repeats the run of a folder",
    ]);
  });

  it.each(["random", "syndrome"])("a code whose only codeword is zero, and %s words", async (words) => {
    writeFileSync(at("I.txt"), `1 ${words === "random" ? 1 : 0} 0\n0 1 0\n0 0 1\n`);
    const line = ["simulate", "--code", at("I.txt"), "--qber=0.1", "--codeword", words, "--out", at("never")];
    const { status, stderr } = await ldpc(...line, "--engine=cpu");
    const reason =
      words === "random" ? "ldpc: the code has rate 0: " : "ldpc: every check of the code has a single symbol";
    expect({ status, last: stderr.trim().split("\n").at(-1) }).toEqual({
      status: 1,
      last: expect.stringContaining(reason),
    });
  });
});

describe("a run that is there", () => {
  it("goes on without its code, and is repeated by --again", async () => {
    const table = await done("simulate", ...SMALL, "--out", at("r1"));
    expect(await done("simulate", "--again", at("r1"), "--engine=cpu", "--quiet")).toBe(table);
    await done("simulate", "--again", at("r1"), "--engine=cpu", "--quiet", "--out", at("r2"), "--ebn0=1");
    expect(runFile("r2")).toMatchObject({
      ...runFile("r1"),
      points: [1],
      tasks: [runFile("r1").tasks[0]],
      checksum: expect.anything(),
    });
    expect(await refused("simulate", "--again", at("nothing"))).toEqual([1, expect.stringContaining("nothing")]);
  });

  it("goes on with the same matrix in a file of another name", async () => {
    const table = await done("simulate", ...SMALL, "--out", at("r1"));
    renameSync(at("H.alist"), at("renamed.alist"));
    expect(await refused("simulate", "--again", at("r1"))).toEqual([
      1,
      "r1: the file of the run's code, H.alist, is not there: name the file by --code",
    ]);
    expect(await done("simulate", "--again", at("r1"), "--code", at("renamed.alist"), "--engine=cpu", "--quiet")).toBe(
      table,
    );
    renameSync(at("renamed.alist"), at("H.alist"));
  });

  it("goes on with its chunk size if the command line names none", async () => {
    const all = ["--code", at("H.alist"), "--ebn0=1,2,2.5", "--max-frames=64", "--engine=cpu", "--quiet", "--seed=5"];
    await done("simulate", ...all, "--out", at("r1"));
    expect(runFile("r1")).toMatchObject({ points: [1, 2, 2.5], chunkFrames: 32 });
    expect(await refused("simulate", ...all, "--chunk=64", "--out", at("r1"))).toEqual([
      1,
      "r1: --out holds another run: its chunk size is 32, not 64; choose another --out",
    ]);
  });
});
