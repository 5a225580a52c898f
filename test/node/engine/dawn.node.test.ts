import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { create } from "@webgpu/node";
import { expect, test } from "vitest";
import { adapterNames, requestAdapter } from "../../../src/node/engine/dawn.ts";

/** Run in a process of its own: what it guards against kills the process. */
const PROGRAM = `
  import { loadCode, openEngine, releaseDawn } from "./src/node/index.ts";
  import { benchJob } from "./src/simulation/bench/bench-job.ts";
  import { measureThroughput } from "./src/simulation/bench/bench.ts";
  import { readDecoder } from "./src/decoder/decoder.ts";
  const code = loadCode("tiny10-gf4");
  const spec = readDecoder("min-max");
  for (let i = 0; i < 3; i++) {
    const engine = await openEngine({ engine: "gpu" });
    if (i > 0) await measureThroughput(benchJob(engine, code, spec, { name: "awgn", parameter: "ebn0", value: 3 }), 4, 0.01);
    await engine.close();
    gc();
    await new Promise((resolve) => setTimeout(resolve, 50));
    gc();
  }
  releaseDawn();
  console.log("came to its end");
`;

test("engines are opened and closed one after the other, and Node exits", () => {
  const root = fileURLToPath(new URL("../../..", import.meta.url));
  const flags = ["--expose-gc", "--import", "tsx", "--input-type=module", "--eval", PROGRAM];
  const { status, stdout, stderr } = spawnSync(process.execPath, flags, {
    cwd: root,
    encoding: "utf8",
    timeout: 240_000,
  });
  expect(stdout, stderr).toBe("came to its end\n");
  expect(status).toBe(0);
});

/** V8 must not collect what Dawn gave. */
const held: unknown[] = [];

/** The adapter of who asks for none by name, from a Dawn of its own. */
async function defaultAdapter(): Promise<string | undefined> {
  const gpu = create([]);
  const adapter = await gpu.requestAdapter();
  held.push(gpu, adapter);
  return adapter?.info.description;
}

test("who asks for no adapter by name gets the same one after adapters were listed and SwiftShader was taken", async () => {
  const loader = () => Object.entries(process.env).filter(([name]) => name.startsWith("VK_"));
  const [before, variables] = [await defaultAdapter(), loader()];
  const names = await adapterNames();
  for (const name of names) expect(await requestAdapter(name), name).toBeDefined();
  expect(loader()).toEqual(variables);
  expect(await defaultAdapter()).toBe(before);
});
