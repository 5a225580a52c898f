import { type ChildProcess, spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { adapterNames } from "../../src/node/engine/dawn.ts";
import { newFolder } from "../new-folder.ts";
import { compiled } from "../setup/compiled.ts";
import { root } from "../source-files.ts";
import { chunksDone } from "./killed/chunks-done.js";

// points.csv depends only on the command: it is equal byte for byte from every engine and adapter, from any number of workers, and after a
// crash. The test runs the real program as a user does.
let folder: string;
let adapters: readonly string[];
beforeAll(async () => {
  folder = newFolder();
  adapters = await adapterNames();
});

const KILL = new URL("killed/kill-after-record.js", import.meta.url).href;
const TINY = ["--code", "tiny12-gf8", "--ebn0=0:1:2", "--max-errors", "60", "--max-frames", "4000", "--chunk", "32"];

function start(
  out: string,
  args: readonly string[],
  flags: readonly string[] = [],
  variables: Readonly<Record<string, string>> = {},
): ChildProcess {
  const node = [...flags, compiled("src/cli/main.ts"), "simulate", "--quiet", "--out", join(folder, out), ...args];
  const env = { ...process.env, ...variables };
  return spawn(process.execPath, node, { cwd: root, env, stdio: ["ignore", "ignore", "pipe"] });
}

/** Runs a command to its end. @returns points.csv. */
async function points(
  out: string,
  args: readonly string[],
  variables?: Readonly<Record<string, string>>,
): Promise<string> {
  const child = start(out, args, [], variables);
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
    // Without the tests' settings the engine has a process for each core.
    expected = await points("cpu", [...TINY, "--engine", "cpu"], { NODE_OPTIONS: "" });
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
});

it("points.csv is the same after kill -9 and the same command again, on another engine", async () => {
  const args = ["--code", "beidou-88-44-gf64", "--ebn0=3", "--iterations", "4", "--max-errors", "1000", "--chunk", "2"];
  const command = [...args, "--max-frames", "80"];
  const expected = await points("whole", [...command, "--engine", "cpu"]);
  const killed = join(folder, "killed");
  const child = start("killed", [...command, "--engine", "cpu"], [`--import=${KILL}`], { KILL_AFTER_RECORD: killed });
  expect(await new Promise((resolve) => child.on("exit", (_, signal) => resolve(signal)))).toBe("SIGKILL");
  expect(chunksDone(killed)).toBeGreaterThanOrEqual(1);
  expect(chunksDone(killed)).toBeLessThan(40);
  expect(await points("killed", [...command, "--engine", "gpu"])).toBe(expected);
});
