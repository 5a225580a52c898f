import { type ChildProcess, spawn } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { adapterNames } from "../../src/node/engine/dawn.ts";
import { compiled } from "../setup/compiled.ts";
import { root } from "../source-files.ts";

// points.csv depends only on the command: it is equal byte for byte from every engine and adapter, from any number of workers, and after a
// crash. The test runs the real program as a user does.
let folder: string;
let adapters: readonly string[];
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "ldpc-reproducible-"));
  adapters = await adapterNames();
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const TINY = ["--code", "tiny12-gf8", "--ebn0=0:1:2", "--max-errors", "60", "--max-frames", "4000", "--chunk", "32"];

function start(out: string, args: readonly string[]): ChildProcess {
  const node = [compiled("src/cli/main.ts"), "simulate", "--quiet", "--out", join(folder, out), ...args];
  return spawn(process.execPath, node, { cwd: root, stdio: ["ignore", "ignore", "pipe"] });
}

/** Runs a command to its end. @returns points.csv. */
async function points(out: string, args: readonly string[]): Promise<string> {
  const child = start(out, args);
  let errors = "";
  child.stderr?.on("data", (data) => {
    errors += data;
  });
  const status = await new Promise((resolve) => child.on("close", resolve));
  expect(status, errors).toBe(0);
  return readFileSync(join(folder, out, "points.csv"), "utf8");
}

/** Name of the adapter in a run's output. */
function adapterOf(out: string): string {
  return (JSON.parse(readFileSync(join(folder, out, "run.json"), "utf8")) as { engine: { adapter: string } }).engine
    .adapter;
}

describe("points.csv of a small code is the same", () => {
  let expected: string;
  beforeAll(async () => {
    expected = await points("cpu", [...TINY, "--engine", "cpu"]);
    expect(expected.trim().split("\n")).toHaveLength(4);
    expect(expected.match(/,errors,\d*,[0-9a-f]{16}$/gm)).toHaveLength(3);
  });

  it("from a software GPU, Mesa's or another", async () => {
    const name = adapters.find((adapter) => !/swiftshader/i.test(adapter));
    if (name === undefined) throw new Error("no WebGPU adapter but SwiftShader: run node bin/setup-adapter.js");
    expect(await points("gpu", [...TINY, "--engine", "gpu", "--adapter", name])).toBe(expected);
  });

  it("from SwiftShader", async () => {
    if (!adapters.some((adapter) => /swiftshader/i.test(adapter))) {
      const message = "SwiftShader is not installed (Debian: apt install chromium): equal counts on it are not checked";
      if (process.env.CI) throw new Error(message);
      console.warn(message);
      return;
    }
    expect(await points("swiftshader", [...TINY, "--engine", "gpu", "--adapter", "swiftshader"])).toBe(expected);
    expect(adapterOf("swiftshader")).toMatch(/swiftshader/i);
  });

  it.each([
    ["gpu", 2],
    ["cpu", 3],
  ])("from the %s engine, %i workers", async (engine, jobs) => {
    expect(await points(`${engine}-${jobs}`, [...TINY, "--engine", engine, "--jobs", String(jobs)])).toBe(expected);
  });

  it.each([
    ["layout", "min-max mapping=symbols layout=MNq metrics=storage checksPerGroup=3"],
    ["mapping", "min-max mapping=frames"],
  ])("in another %s: %s", async (out, decoder) => {
    expect(await points(out, [...TINY, "--engine", "gpu", "--decoder", decoder])).toBe(expected);
  });

  it("in steps, frames sharing words, layered, from either engine", async () => {
    const decoder = ["--decoder", "min-max messages=levels16 schedule=layered"];
    const [gpu, cpu] = await Promise.all(
      ["gpu", "cpu"].map((engine) => points(`levels-${engine}`, [...TINY, "--engine", engine, ...decoder])),
    );
    expect(gpu).toBe(cpu);
    expect(gpu, "another decoder").not.toBe(expected);
  });
});

it("points.csv is the same after kill -9 and the same command again, on another engine", async () => {
  const args = ["--code", "beidou-88-44-gf64", "--ebn0=3", "--iterations", "4", "--max-errors", "1000", "--chunk", "2"];
  const command = [...args, "--max-frames", "80"];
  const expected = await points("whole", [...command, "--engine", "gpu"]);
  const child = start("killed", [...command, "--engine", "cpu"]);
  const ended = new Promise<NodeJS.Signals | null>((resolve) => child.on("exit", (_, signal) => resolve(signal)));
  const shards = join(folder, "killed", "shards");
  const lines = () =>
    existsSync(shards)
      ? readdirSync(shards).flatMap((file) => readFileSync(join(shards, file), "utf8").split("\n"))
      : [];
  while (lines().filter((line) => line !== "").length < 1 && child.exitCode === null) {
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  child.kill("SIGKILL");
  expect(await ended, "the run must still be going when it is killed").toBe("SIGKILL");
  const done = lines().filter((line) => line !== "").length;
  expect(done).toBeGreaterThanOrEqual(1);
  expect(done).toBeLessThan(40);
  expect(await points("killed", [...command, "--engine", "gpu"])).toBe(expected);
});
