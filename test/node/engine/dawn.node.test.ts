import { spawnSync } from "node:child_process";
import { rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { beforeAll, expect, it, test } from "vitest";
import { create } from "webgpu";
import { readDecoder } from "../../../src/decoder/decoder.ts";
import { cpuEngine } from "../../../src/engine/cpu/engine.ts";
import { type DecodedFrames, decodeFrames, frameDecoder } from "../../../src/engine/decode.ts";
import { InputError } from "../../../src/errors.ts";
import { loadCode } from "../../../src/node/codes/codes.ts";
import { adapterNames, requestAdapter, withoutDawnWarnings } from "../../../src/node/engine/dawn.ts";
import { openEngine } from "../../../src/node/engine/engines.ts";
import { withoutNativeLines } from "../../../src/node/engine/native-stderr.ts";
import { openGpu } from "../../engines.ts";
import { newFolder } from "../../new-folder.ts";
import { COMPILED } from "../../setup/compiled.ts";
import { itLong } from "../../sweep.ts";

/** A program for a process of its own, since the fault that the test guards against kills the process. */
const PROGRAM = `
  import { loadCode, openEngine } from "./src/node/index.js";
  import { benchJob, measureThroughput } from "./src/simulation/bench/bench.js";
  import { readDecoder } from "./src/decoder/decoder.js";
  import { frameDecoder } from "./src/engine/decode.js";
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
  // A run is in flight when its engine is closed: Dawn is polled for it afterwards.
  const engine = await openEngine({ engine: "gpu" });
  const frames = frameDecoder(engine, code, spec);
  await frames.prepare();
  const lost = frames.decode(new Float32Array(40)).catch(({ name }) => name);
  await engine.close();
  gc();
  console.log(await lost);
  process.on("beforeExit", () => gc());
`;

/** Hides the optional package webgpu from a process, and shows it the device file of a GPU. */
const NOT_FOUND = `export const resolve = (name, context, next) => {
  if (name !== "webgpu") return next(name, context);
  throw Object.assign(new Error("Cannot find package 'webgpu'"), { code: "ERR_MODULE_NOT_FOUND" });
};`;
const WITHOUT_DAWN = `
  import fs from "node:fs";
  import { register, syncBuiltinESMExports } from "node:module";
  register("data:text/javascript," + encodeURIComponent(${JSON.stringify(NOT_FOUND)}));
  const { existsSync } = fs;
  fs.existsSync = (file) => file === "/dev/nvidia0" || existsSync(file);
  syncBuiltinESMExports();
`;

itLong("without its optional package the CPU engine serves, and says what a GPU needs", () => {
  const program = `
    import { decodeFrames, readDecoder } from "./src/index.js";
    import { loadCode, openEngine } from "./src/node/index.js";
    import { engineSentence } from "./src/node/engine/engines.js";
    const engine = await openEngine();
    console.log(engineSentence(engine.info));
    const code = loadCode("tiny10-gf4");
    const { converged } = await decodeFrames(engine, code, readDecoder("min-max"), new Float32Array(40));
    console.log(converged.length);
    await engine.close();
    for (const choice of [{ engine: "gpu" }, { adapter: "llvmpipe" }]) await openEngine(choice).catch(({ message }) => console.log(message));
  `;
  const hidden = `data:text/javascript,${encodeURIComponent(WITHOUT_DAWN)}`;
  const run = (...args: string[]) =>
    spawnSync(process.execPath, ["--import", hidden, ...args], { cwd: COMPILED, encoding: "utf8", timeout: 120_000 });
  const { stdout, stderr } = run("--input-type=module", "--eval", program);
  expect(stderr).toBe("");
  const missing = "the package webgpu, which drives GPUs, is not installed: `npm install webgpu` installs it (132 MB)";
  expect(stdout.replace(/\(.*?\); /, "").split("\n")).toEqual([
    `runs on the cpu engine this machine has a GPU, but ${missing}`,
    "1",
    ...Array(2).fill(`${missing}, or choose engine "cpu"`),
    "",
  ]);
  const devices = run("src/cli/main.js", "devices", "--json");
  expect(JSON.parse(devices.stdout).adapters).toEqual([]);
  expect(devices.stderr).toContain(missing);
});

it("polls for the results of calls together, and leaves setImmediate to others", async () => {
  const [code, decoder] = [loadCode("tiny10-gf4"), readDecoder("min-max iterations=3")];
  const engine = await openEngine({ engine: "gpu" });
  const [own, immediates] = [globalThis.setImmediate, [] as number[]];
  const frames = frameDecoder(engine, code, decoder);
  await frames.prepare();
  const inputs = [0, 1, 2, 3].map((symbol) => new Float32Array(40).map((_, at) => (at % 4 === symbol ? 0 : 5)));
  const calls = inputs.map((llr, i) => {
    setImmediate(() => immediates.push(i));
    return frames.decode(llr);
  });
  const expected = inputs.map((llr) => decodeFrames(cpuEngine(), code, decoder, llr));
  const symbolsOf = async (results: readonly Promise<DecodedFrames>[]) =>
    (await Promise.all(results)).map(({ symbols }) => symbols);
  expect(await symbolsOf(calls)).toEqual(await symbolsOf(expected));
  expect(globalThis.setImmediate).toBe(own);
  expect(immediates).toEqual([0, 1, 2, 3]);
  frames.release();
  await engine.close();
});

itLong("engines are opened and closed one after the other, and Node exits", () => {
  const flags = ["--expose-gc", "--input-type=module", "--eval", PROGRAM];
  const { status, stdout, stderr } = spawnSync(process.execPath, flags, {
    cwd: COMPILED,
    encoding: "utf8",
    timeout: 240_000,
  });
  expect(stdout, stderr).toBe("DeviceLostError\n");
  expect(status).toBe(0);
});

/** Keeps Dawn's objects alive, which V8 must not collect. */
const held: unknown[] = [];

/** Name of the adapter that a fresh Dawn chooses by default. */
async function defaultAdapter(): Promise<string | undefined> {
  const gpu = create([]);
  const adapter = await withoutDawnWarnings(() => gpu.requestAdapter());
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

test.each([
  ["without a driver of Vulkan", (folder: string) => ({ VK_DRIVER_FILES: join(folder, "none") })],
  ["without Vulkan", (folder: string) => ({ LD_LIBRARY_PATH: folder })],
])("a machine %s is no matter for warnings, and the process says its own", (_, variables) => {
  const folder = newFolder();
  // The loader takes this file for the library and refuses it.
  writeFileSync(join(folder, "libvulkan.so.1"), "");
  const program = `
    import { requestAdapter } from "./src/node/engine/dawn.js";
    console.error("before");
    const adapter = await requestAdapter();
    console.error("adapter: " + adapter);
  `;
  const options = { cwd: COMPILED, encoding: "utf8", env: { ...process.env, ...variables(folder) } } as const;
  // A pipe, as shells use, then a socket, as Node.js uses.
  const line = '"$0" --input-type=module --eval "$1" 2>&1 | cat';
  const { stdout } = spawnSync("sh", ["-c", line, process.execPath, program], options);
  const { stderr } = spawnSync(process.execPath, ["--input-type=module", "--eval", program], options);
  rmSync(folder, { recursive: true });
  const said = "before\nadapter: undefined\n";
  expect({ stdout, stderr }).toEqual({ stdout: said, stderr: said });
});

test("the adapter that tests ask for writes no warnings between their results", async () => {
  const lines: string[] = [];
  const all = Object.assign(/^/, { test: (line: string) => lines.push(line) > 0 });
  held.push(await withoutNativeLines(all, () => navigator.gpu.requestAdapter()));
  expect(lines.filter((line) => line !== "")).toEqual([]);
  // Lines of native code do reach this list.
  withoutNativeLines(all, () => spawnSync("sh", ["-c", "echo native >&2"], { stdio: "inherit" }));
  expect(lines).toContain("native\n");
});

test("ldpc devices shows them with --verbose alone", () => {
  const folder = newFolder();
  writeFileSync(join(folder, "libvulkan.so.1"), "");
  const options = { cwd: COMPILED, encoding: "utf8", env: { ...process.env, LD_LIBRARY_PATH: folder } } as const;
  const stderrOf = (...words: string[]) =>
    spawnSync(process.execPath, ["src/cli/main.js", "devices", ...words], options).stderr;
  expect(stderrOf()).toBe("");
  expect(stderrOf("--verbose")).toMatch(/^Warning: Couldn't load Vulkan/m);
  rmSync(folder, { recursive: true });
});

it("--engine auto takes the CPU where there is no hardware GPU", async () => {
  const gpu = await openGpu();
  const engine = await openEngine({ engine: "auto" });
  expect(engine.info).toMatchObject(
    gpu.info.software ? { engine: "cpu", software: true } : { engine: "gpu", software: false },
  );
  await engine.close();
  await gpu.close();
});

it.each([
  [{ engine: "cpu", adapter: "voodoo" }, 'adapter "voodoo" names a GPU: leave it out with engine "cpu"'],
  [{ engine: "gpu", adapter: "all" }, 'adapter "all" stands for several devices: an engine has one, name it'],
  [{ engine: "gpu", memory: -1 }, "memory -1: give GiB above 0"],
  [{ engine: "cpu", jobs: 0 }, "jobs 0: give a whole number of at least 1"],
] as const)("refuses %j by the names of the library's options", async (choice, message) => {
  await expect(openEngine(choice)).rejects.toThrow(new InputError(message));
});

let folder: string;
beforeAll(() => {
  folder = newFolder();
});

const NATIVE = join(
  dirname(fileURLToPath(import.meta.resolve("webgpu"))),
  "dist",
  `${process.platform}-${process.arch}`,
  "dawn.node",
);

/**
 * Runs a command whose processes load a Dawn that searches for adapters by this function's body.
 * @param body has the options of Dawn's instance as `flags`.
 */
function ldpc(body: string, ...words: string[]) {
  const preload = join(folder, `${words[0]}.cjs`);
  writeFileSync(
    preload,
    `require(${JSON.stringify(NATIVE)}).create = (flags) => ({ requestAdapter: async () => { ${body} } });`,
  );
  const env = { ...process.env, NODE_OPTIONS: `${process.env.NODE_OPTIONS ?? ""} --require=${preload}` };
  const { stderr, status } = spawnSync(process.execPath, ["src/cli/main.js", ...words], {
    cwd: COMPILED,
    encoding: "utf8",
    env,
  });
  return { stderr, status };
}

const FAILURE = 'throw new Error("driver 7\\u001b fell over");';
const SAID = 'ldpc: the search for GPUs failed (driver 7\\u{1b} fell over): choose engine "cpu"\n';

it.each([
  ["lists none", ["devices"]],
  ["computes on no other engine", ["bench", "--code", "tiny10-gf4", "--ebn0", "3"]],
])("a search for GPUs that fails %s and says the error's text", (_, words) => {
  expect(ldpc(FAILURE, ...words)).toEqual({ stderr: SAID, status: 1 });
});

it("ldpc devices says why a card is not listed", () => {
  // The name alone has no adapter.
  const body = `
    if (flags.at(-1) === "adapter=\\0") throw new Error("none\\nAvailable adapters:\\n * name: 'Voodoo 2'");
    ${FAILURE}`;
  expect(ldpc(body, "devices")).toEqual({
    stderr: `ldpc: card 0 Voodoo 2 is not listed: ${SAID.slice("ldpc: ".length)}`,
    status: 0,
  });
});
