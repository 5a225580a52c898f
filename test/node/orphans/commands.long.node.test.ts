import { existsSync, mkdtempSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { type CommandList, isList } from "../../../src/cli/command-line/option.ts";
import { program } from "../../../src/cli/commands.ts";
import experiments, { type Experiment } from "../../../src/cli/experiment.ts";
import { newFolder } from "../../new-folder.ts";
import { compiled } from "../../setup/compiled.ts";
import { describeInCi, widened } from "../../sweep.ts";
import { endsAll, MarkedRun, noneLeft } from "./marked-run.ts";

const folder = newFolder();
const file = (name: string) => join(folder, name);

/** Starts a command in a writable folder of its own. */
function start(line: readonly string[]): MarkedRun {
  return new MarkedRun([compiled("src/cli/main.ts"), ...line], mkdtempSync(file("run-")));
}

const POOL = "cpu-pool-worker";
const simulate = ["--code", "dvbs2-64800-43200", "--iterations", "50", "--ebn0", "1:1:9", "--max-frames", "1e8"];
writeFileSync(file("sweep.json"), '{"runs": [{"code": "nb620-gf32", "ebn0": 9, "max-frames": 1e8}]}');
// Zeros that take no place on the disk.
writeFileSync(file("llr.f32"), "");
truncateSync(file("llr.f32"), 4 * 64800 * 20_000);
writeFileSync(file("alice.bin"), new Uint8Array(64800 * 20).fill(0x5a));
writeFileSync(file("bob.bin"), new Uint8Array(64800 * 20).fill(0x5a));

const cpu = ["--code", "dvbs2-64800-43200", "--engine", "cpu"];
// The bytes are the letter Z, so the files could be text.
const reconcile = [
  ...cpu,
  "--input-format",
  "packed",
  "--qber",
  "0.03",
  "--decoder",
  "min-sum stop=none iterations=10000",
  "--out",
  "key",
];
const decode = [...cpu, "--input", file("llr.f32"), "--llr", "bit", "--decoder", "min-sum stop=none iterations=50"];

/** Lines of commands that start processes and work for minutes on any machine, and the name of such a process. */
const LINES: Readonly<Record<string, readonly [worker: string, line: readonly string[]]>> = {
  simulate: [POOL, ["simulate", ...simulate, "--engine", "cpu", "--out", "alone"]],
  "simulate --jobs": [
    "simulation-worker",
    ["simulate", ...simulate, "--engine", "cpu", "--jobs", "2", "--out", "several"],
  ],
  sweep: [POOL, ["sweep", file("sweep.json"), "--engine", "cpu", "--out", "sweep"]],
  bench: [POOL, ["bench", "--code", "dvbs2-64800-43200", "--seconds", "100", "--engine", "cpu"]],
  decode: [POOL, ["decode", ...decode, "--out", "x.bin"]],
  "key both": [POOL, ["key", "both", file("alice.bin"), file("bob.bin"), ...reconcile]],
  selftest: ["selftest-worker", ["selftest", "--ledger", folder]],
};

/** Commands that open an engine and have no line, with the reason. */
const WITHOUT_LINE: Readonly<Record<string, string>> = {
  slurm: "submits jobs, which a cluster ends",
  replay: "needs a run with failed frames; it opens its engine as decode does",
  "code distance": "opens its engine as decode does",
  "code floor": "opens its engine as decode does",
  "code design": "opens its engine as decode does",
  "code threshold": "opens its engine as decode does",
  serve: "ends with its client: test/node/serve",
  "key send": "opens its engine as key both does",
  "key correct": "opens its engine as key both does",
  "key cv send": "opens its engine as key both does",
  "key cv correct": "opens its engine as key both does",
  "key cv both": "opens its engine as key both does",
  "key confirm": "opens its engine as key both does",
  "key cv confirm": "opens its engine as key both does",
  "key accept": "opens its engine as key both does",
  "key amplify": "opens its engine as key both does",
};

/** Names of all commands with an option `engine`, experiments left out. */
async function namesWithEngine(list: CommandList, before: readonly string[] = []): Promise<string[]> {
  const names = await Promise.all(
    list.entries.map(async ({ name, load }) => {
      const item = await load();
      if (isList(item)) return item === experiments ? [] : namesWithEngine(item, [...before, name]);
      return "engine" in item.options ? [[...before, name].join(" ")] : [];
    }),
  );
  return names.flat();
}

it("every command that opens an engine has a line, or a reason to have none", async () => {
  const names = await namesWithEngine(program);
  expect(names.length).toBeGreaterThan(10);
  expect(names.filter((name) => !(name in LINES) && !(name in WITHOUT_LINE))).toEqual([]);
  expect(Object.keys(WITHOUT_LINE).filter((name) => !names.includes(name))).toEqual([]);
});

describeInCi("a killed command leaves no process", () => {
  // The cases run one after the other: if dozens of processes start at once, a process takes seconds until it can watch its parent.
  it.each(Object.entries(LINES))("%s", async (_, [worker, line]) => {
    await endsAll(start(line), worker, "SIGKILL");
  });
});

describeInCi("a command that ends by a signal leaves no process", () => {
  it.each(["SIGINT", "SIGTERM", "SIGHUP"] as const)("%s", async (signal) => {
    const [worker, line] = LINES.decode;
    await endsAll(start(line), worker, signal);
  });
});

// `script`, of Debian's bsdutils, gives a command a terminal, which closes with it.
const TERMINAL = "/usr/bin/script";
describeInCi("a command whose terminal is closed leaves no process", () => {
  it.skipIf(!existsSync(TERMINAL)).each(["simulate", "decode"])("%s", async (name) => {
    const [worker, line] = LINES[name];
    const command = [process.execPath, compiled("src/cli/main.ts"), ...line].map((word) => `'${word}'`).join(" ");
    const args = ["--quiet", "--command", command, "/dev/null"];
    await endsAll(new MarkedRun(args, mkdtempSync(file("run-")), TERMINAL), worker, "SIGKILL");
  });
});

describe("a killed experiment leaves no process", () => {
  // Two functions start all processes of experiments. test/experiments/each.long ends every experiment by SIGINT.
  const everyNth = (n: number) => experiments.entries.filter((_, i) => i % n === 0);
  const cases = widened({ few: everyNth(24), every: everyNth(4) });
  it.concurrent.for(cases)("$name", async ({ name, load }, { expect }) => {
    const { options } = (await load()) as Experiment;
    const run = start(["experiment", name, "--engine", "cpu", "--no-quick"]);
    // An experiment that chooses no adapter measures on one core in a process, or ends at once without one.
    if ("adapter" in options) await endsAll(run, POOL, "SIGKILL");
    else if (await run.starts(POOL)) {
      await run.end("SIGKILL");
      await noneLeft(run);
    }
    expect(run.started()).toEqual([]);
  });
});
