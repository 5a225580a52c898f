import { readdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { channelCode } from "../../../src/channel/channel-kind.ts";
import { channelAt, channelPoint } from "../../../src/channel/channels.ts";
import { loadCode } from "../../../src/node/codes/codes.ts";
import { cpuPool } from "../../../src/node/engine/cpu-pool.ts";
import { monteCarloProgram } from "../../../src/simulation/program/monte-carlo.ts";
import { spec } from "../../decoder/specs.ts";
import { newFolder } from "../../new-folder.ts";
import { runParameters } from "../../run-parameters.ts";
import { itLong } from "../../sweep.ts";

const FRAMES = 32;
const code = loadCode("tiny20-gf2");
const channel = channelAt(channelPoint("ebn0", 1), channelCode(code));

let cache: string;
beforeEach(() => {
  cache = newFolder();
  vi.stubEnv("XDG_CACHE_HOME", cache);
});
afterEach(() => {
  vi.unstubAllEnvs();
  rmSync(cache, { recursive: true, force: true });
});

const shaders = () => join(cache, "gfq-ldpc", "shaders");

/** The warnings of a pool of two processes that run a program. */
async function warnings(): Promise<string[]> {
  const warned: string[] = [];
  const engine = cpuPool(2, (text) => warned.push(text));
  try {
    const program = monteCarloProgram(code, spec("min-sum iterations=2"), "zero", engine.limits);
    const prepared = await engine.prepare(program, FRAMES);
    prepared.write("noise", channel.noise);
    await prepared.run(runParameters({ ...channel, firstFrame: 0, frames: FRAMES, chunkFrames: FRAMES }), []);
  } finally {
    await engine.close();
  }
  return warned;
}

itLong("damaged files of compiled kernels are reported once and replaced", async () => {
  expect(await warnings()).toEqual([]);
  const names = readdirSync(shaders());
  expect(names.length).toBeGreaterThan(1);
  for (const name of names) writeFileSync(join(shaders(), name), "damaged");
  expect(await warnings()).toEqual([expect.stringMatching(/\.bin is damaged: a compiled shader is made anew$/)]);
  expect(await warnings()).toEqual([]);
});

it("a cache folder that cannot be written is reported once", async () => {
  writeFileSync(join(cache, "gfq-ldpc"), "");
  expect(await warnings()).toEqual([expect.stringMatching(/^a compiled shader is not kept for the next time: /)]);
});
