import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { isList } from "../../src/cli/command-line/option.ts";
import { program } from "../../src/cli/commands.ts";
import { resultsPage } from "../../src/cli/results.ts";
import { runCli } from "../../src/cli/run.ts";
import { slurmCommand } from "../../src/cli/slurm.ts";
import { newFolder } from "../new-folder.ts";
import { listenedTo, only, type Said } from "./run-in-process.ts";

const folder = newFolder();
const at = (name: string) => join(folder, name);
const file = (name: string, content: string | Uint8Array) => {
  writeFileSync(at(name), content);
  return at(name);
};

/** Commands that print no result, and what they do instead. */
const WITHOUT: Readonly<Record<string, string>> = {
  completion: "prints a script of a shell",
  serve: "answers another program on stdin and stdout",
  experiment: "writes files of experiments/results, which have a reader of their own",
};

const CPU = ["--engine=cpu", "--quiet"];
const POINT = ["--ebn0=2", "--max-errors=2", "--max-frames=64", "--chunk=64"];
const bits = Uint8Array.from({ length: 162 }, (_, i) => (89 * i * i) >> 3);
const secret = (name: string, step: number) =>
  file(
    name,
    Uint8Array.from({ length: 1024 }, (_, i) => (i * step + (i >> 3)) % 251),
  );
const ledger = (end: string) => `--ledger=${at(`${end}.ledger`)}`;
const ends = [file("a.bin", bits), file("b.bin", bits), "--code=wifi-648-432", "--qber=0.02", "--engine=cpu"];
const [alice, bob, ...common] = ends;
const values = ["--code=wifi-648-432", "--snr=8", "--engine=cpu"];

/** Command lines of each command, in an order in which each finds the files that it reads. The word that follows the command gives a variant. */
const LINES: readonly (readonly [command: string, ...words: string[]])[] = [
  ["simulate", "--code=tiny20-gf2", ...POINT, ...CPU, `--out=${at("run")}`],
  [
    "sweep",
    file("sweep.json", '{"runs":[{"code":"tiny20-gf2","ebn0":2,"max-errors":2,"max-frames":64}]}'),
    ...CPU,
    `--out=${at("runs")}`,
  ],
  ["slurm", at("sweep.json"), "--array=2", `--out=${at("slurm")}`],
  ["plot", at("run"), `--out=${at("figure.svg")}`],
  ["report", at("run"), `--out=${at("report.html")}`],
  ["compare", at("run"), at("run")],
  ["replay", at("run"), ...CPU],
  ["status", at("run"), "--rounds=3"],
  ["status", at("runs")],
  ["merge", at("run"), `--out=${at("merged")}`],
  ["code info", "dvbs2-16200-7200"],
  ["code convert", "tiny20-gf2", `--out=${at("tiny.alist")}`],
  ["code construct", "--family=peg", "--q=4", "--n=20", "--degrees=2,4", `--out=${at("peg.json")}`],
  ["code distance", "tiny20-gf2", "--quiet"],
  ["decoders"],
  ["decoders", "min-max"],
  ["decoders", "memory"],
  ["code floor", "tanner-155-64", "--a=5", "--quiet"],
  ["encode", "--code=tiny20-gf2", "--seed=1", "--frames=2", `--out=${at("words.npy")}`],
  ["decode", "--code=tiny20-gf2", `--input=${at("words.npy")}`, "--qber=0.01", ...CPU, `--out=${at("decoded.npy")}`],
  ["key new-auth", secret("for-alice", 167), "--end=alice", `--out=${at("alice.auth")}`],
  ["key new-auth", secret("for-bob", 167), "--end=bob", `--out=${at("bob.auth")}`],
  ["key add", at("alice.auth"), secret("more", 97)],
  ["key show", at("alice.auth")],
  ["key both", ...ends, ledger("both"), `--out=${at("both")}`, "--phase-error=0.01"],
  ["key send", alice, ...common, ledger("alice"), `--out=${at("alice")}`],
  ["key correct", bob, at("alice/syndromes.ldpc"), "--engine=cpu", ledger("bob"), `--out=${at("bob")}`],
  ["key confirm", alice, at("alice/syndromes.ldpc"), at("bob/verdict.ldpc"), ledger("alice"), `--out=${at("alice")}`],
  ["key accept", at("alice/confirmation.ldpc"), ledger("bob"), `--out=${at("bob")}`],
  ["correlated-values", "--snr=8", "--values=1000", `--out=${at("values")}`],
  ["key estimate", at("values/alice.npy"), "--disclose=4", ledger("cv"), `--out=${at("cv")}`],
  ["key cv both", at("values/bob.npy"), at("values/alice.npy"), ...values, ledger("cv-both"), `--out=${at("cv-both")}`],
];

/** Commands whose lines are run by the tests of their own, where `checkResult` checks what they print. */
const ELSEWHERE: Readonly<Record<string, string>> = {
  selftest: "cli/selftest/selftest.long",
  bench: "cli/bench/bench",
  devices: "cli/bench/bench",
  codes: "cli/codes/codes",
  limits: "cli/limits/limits",
  "code search-masks": "cli/code/construct",
  "code threshold": "cli/code/threshold",
  "code design": "cli/code/design",
  "key amplify": "reconciliation/commands/amplify",
  "key retry": "reconciliation/commands/retry",
  "key cv send": "reconciliation/commands/cv",
  "key cv correct": "reconciliation/commands/cv",
  "key cv confirm": "reconciliation/commands/cv",
  "key cv retry": "reconciliation/commands/retry",
};

const slurm = slurmCommand({ path: "/opt/ldpc/main.js", execArgv: [] }, () => "4711");

function run([command, ...words]: (typeof LINES)[number]): Promise<Said> {
  const line = [...command.split(" "), ...words, "--json"];
  return listenedTo(() => runCli(line, command === "slurm" ? only("slurm", slurm) : program));
}

async function commands(list = program, path = ""): Promise<{ name: string; hasJson: boolean }[]> {
  const found = list.entries.map(async ({ name, load }) => {
    const whole = `${path}${name}`;
    if (whole in WITHOUT) return [{ name: whole, hasJson: false }];
    const item = await load();
    return isList(item) ? commands(item, `${whole} `) : [{ name: whole, hasJson: "json" in item.options }];
  });
  return (await Promise.all(found)).flat();
}

it("prints JSON of its documented schema for every command that has a result", async () => {
  const all = await commands();
  expect(
    all
      .filter(({ hasJson }) => !hasJson)
      .map(({ name }) => name)
      .sort(),
  ).toEqual(Object.keys(WITHOUT).sort());
  const lines = [...LINES.map(([command]) => command), ...Object.keys(ELSEWHERE)];
  expect([...new Set(lines)].sort()).toEqual(
    all
      .filter(({ hasJson }) => hasJson)
      .map(({ name }) => name)
      .sort(),
  );
  for (const test of Object.values(ELSEWHERE)) {
    // The machines of test/reconciliation/commands/ends.ts give --json themselves.
    expect(readFileSync(`test/${test}.node.test.ts`, "utf8")).toMatch(/--json|\/ends\.ts"[\s\S]* done\(/);
  }
  for (const line of LINES) {
    const { status, stdout, stderr } = await run(line);
    expect({ line, status, stderr: status === 0 ? "" : stderr }).toEqual({ line, status: 0, stderr: "" });
    const [command] = line;
    const schema = command.startsWith("key ") ? "key( auth| show)?" : command;
    expect(JSON.parse(stdout).schema).toMatch(new RegExp(`^${schema} \\d+$`));
  }
});

it("documents every schema in one page", () => {
  expect(`${resultsPage()}\n`).toBe(readFileSync("doc/reference/results.md", "utf8"));
});
