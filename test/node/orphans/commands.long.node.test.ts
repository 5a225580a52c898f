import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, it } from "vitest";
import experiments, { type Experiment } from "../../../src/cli/experiment/command.ts";
import { compiled } from "../../setup/compiled.ts";
import { endsAll, MarkedRun } from "./marked-run.ts";

const folder = mkdtempSync(join(tmpdir(), "gfq-ldpc-test-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const file = (name: string) => join(folder, name);

/** Each in a folder of its own, where it may write. */
function start(line: readonly string[]): MarkedRun {
  return new MarkedRun([compiled("src/cli/main.ts"), ...line], mkdtempSync(file("run-")));
}

const POOL = "cpu-pool-worker";
const simulate = ["--code", "dvbs2-64800-43200", "--iterations", "50", "--ebn0", "1:1:9", "--max-frames", "1e8"];
writeFileSync(file("sweep.json"), '{"runs": [{"code": "nb620-gf32", "ebn0": 9, "max-frames": 1e8}]}');
writeFileSync(file("llr.f32"), new Float32Array(64800 * 200));
writeFileSync(file("alice.bin"), new Uint8Array(64800 * 20).fill(0x5a));
writeFileSync(file("bob.bin"), new Uint8Array(64800 * 20).fill(0x5a));

// A command that starts processes has its line here; it ends by SIGKILL, which it cannot handle.
describe("a killed command leaves no process", () => {
  // One after the other: where dozens of processes start at once, one takes seconds until it can watch anything.
  it.each<[worker: string, ...line: string[]]>([
    [POOL, "simulate", ...simulate, "--engine", "cpu", "--out", "alone"],
    ["simulation-worker", "simulate", ...simulate, "--engine", "cpu", "--jobs", "2", "--out", "several"],
    [POOL, "sweep", file("sweep.json"), "--engine", "cpu", "--out", "sweep"],
    [POOL, "bench", "--code", "dvbs2-64800-43200", "--seconds", "100", "--engine", "cpu"],
    [
      POOL,
      "decode",
      "--input",
      file("llr.f32"),
      "--llr",
      "bit",
      "--out",
      "x.bin",
      "--code",
      "dvbs2-64800-43200",
      "--engine",
      "cpu",
    ],
    [
      ...[POOL, "reconcile", "--code", "dvbs2-64800-43200", "--qber", "0.03", "--engine", "cpu"],
      ...["--alice", file("alice.bin"), "--bob", file("bob.bin"), "--out", "key"],
    ],
    ["selftest-worker", "selftest", "--ledger", folder],
  ] as [string, ...string[]][])("%s of ldpc %s", async (worker, ...line) => {
    await endsAll(start(line), worker, "SIGKILL");
  });
});

describe("a killed experiment leaves no process", () => {
  it.concurrent.each(experiments.entries)("$name", async ({ name, load }) => {
    const { options } = (await load()) as Experiment;
    // The others measure on one core or show stored results only.
    if (!("engine" in options)) return;
    await endsAll(start(["experiment", name, "--engine", "cpu"]), POOL, "SIGKILL");
  });
});
