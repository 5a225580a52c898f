// Gives the tests in Node the globals of a browser: `navigator.gpu`, WebGPU's constants, and a `fetch` that reads the
// project's own files.
import { mkdtempSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { beforeAll, expect } from "vitest";
import { create, globals } from "webgpu";
import { DAWN_OPTIONS, withoutDawnWarnings } from "../../src/node/engine/dawn.ts";
import { root } from "../source-files.ts";
import { fixRandomness } from "./fixed-randomness.js";

Object.assign(globalThis, globals);

// Commands draw the same salts, seeds and private bits in every run of a file, on which it depends how many blocks fail.
beforeAll(() => void fixRandomness(relative(root, expect.getState().testPath ?? "")));

// The state that commands keep between runs must not be the user's.
process.env.XDG_STATE_HOME = mkdtempSync(join(tmpdir(), "gfq-ldpc-state-"));

// If V8 collected the result of `create`, the process would crash at random, so it is kept here.
let gpu: GPU | undefined;

const environment = globalThis.navigator ?? Object.defineProperty(globalThis, "navigator", { value: {} }).navigator;
Object.defineProperty(environment, "gpu", {
  configurable: true,
  get: () => {
    gpu ??= quietGpu();
    return gpu;
  },
});

/** Dawn with the options of commands, and without warnings about drivers, which would mix with the tests' output. */
function quietGpu(): GPU {
  const dawn = create([...DAWN_OPTIONS]);
  const requestAdapter = dawn.requestAdapter.bind(dawn);
  dawn.requestAdapter = (options) => withoutDawnWarnings(() => requestAdapter(options));
  return dawn;
}

const fetchFromNetwork = globalThis.fetch;
globalThis.fetch = async (input, init) =>
  input instanceof URL && input.protocol === "file:"
    ? new Response(await readFile(input))
    : fetchFromNetwork(input, init);
