import { existsSync, mkdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { madeOnce } from "../../../src/node/disk/cache-files.ts";
import { thisProcess } from "../../../src/node/disk/processes.ts";
import { newFolder } from "../../new-folder.ts";
import { Program } from "../programs.ts";

let folder: string;
let claim: string;
beforeEach(() => {
  folder = newFolder();
  claim = join(folder, "result.claim");
});
afterEach(() => {
  vi.restoreAllMocks();
  rmSync(folder, { recursive: true, force: true });
});

const made = () =>
  madeOnce<string>(
    claim,
    () => undefined,
    () => "made",
  );

it("a stored result is not made, and leaves no claim", () => {
  expect(
    madeOnce(
      claim,
      () => "stored",
      () => "made",
    ),
  ).toBe("stored");
  expect(existsSync(claim)).toBe(false);
});

it("of four processes at once one makes the result, and the others read it", async () => {
  const source = `
    import { appendFileSync, existsSync, readFileSync, renameSync, writeFileSync } from "node:fs";
    import { madeOnce } from "./src/node/disk/cache-files.ts";
    const at = (name) => ${JSON.stringify(folder)} + "/" + name;
    say("ready");
    while (!existsSync(at("go")));
    say(madeOnce(at("result.claim"), () => existsSync(at("result")) ? readFileSync(at("result"), "utf8") : undefined, () => {
      appendFileSync(at("makers"), process.pid + "\\n");
      const end = performance.now() + 300;
      while (performance.now() < end);
      writeFileSync(at("part"), "one result");
      renameSync(at("part"), at("result"));
      return "one result";
    }));`;
  const programs = [1, 2, 3, 4].map(() => new Program(source));
  for (const program of programs) expect(await program.said()).toBe("ready");
  writeFileSync(join(folder, "go"), "");
  for (const program of programs) expect(await program.said()).toBe("one result");
  await Promise.all(programs.map((program) => program.ended()));
  expect(readFileSync(join(folder, "makers"), "utf8").trim().split("\n")).toHaveLength(1);
});

describe("a claim that does not count is removed at once:", () => {
  const minutesAgo = () => utimesSync(claim, new Date(), new Date(Date.now() - 120_000));
  const gone = { ...thisProcess(), pid: 0x7fffffff };
  const cases: Record<string, () => void> = {
    "of a process that has ended": () => writeFileSync(claim, JSON.stringify(gone)),
    "of a process group": () => writeFileSync(claim, JSON.stringify({ ...thisProcess(), pid: -1 })),
    "of this very process, but old": () => {
      writeFileSync(claim, JSON.stringify(thisProcess()));
      minutesAgo();
    },
    "empty and old": () => {
      writeFileSync(claim, "");
      minutesAgo();
    },
    "no JSON": () => writeFileSync(claim, "{"),
    null: () => writeFileSync(claim, "null"),
    "many bytes": () => writeFileSync(claim, "[".repeat(1e6)),
  };
  it.each(Object.keys(cases))("%s", (name) => {
    cases[name]();
    const sleep = vi.spyOn(Atomics, "wait");
    expect(made()).toBe("made");
    expect(sleep).not.toHaveBeenCalled();
    expect(existsSync(claim)).toBe(false);
  });
});

it("a folder in the place of a claim stays, and does not keep a result from being made", () => {
  mkdirSync(claim);
  utimesSync(claim, new Date(), new Date(Date.now() - 120_000));
  expect(made()).toBe("made");
  expect(existsSync(claim)).toBe(true);
});
