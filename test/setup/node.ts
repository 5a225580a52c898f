// Gives the tests in Node the globals of a browser: `navigator.gpu`, WebGPU's constants, and a `fetch` that reads the
// project's own files.
import { mkdtempSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { create, globals } from "webgpu";
import { withoutDawnWarnings } from "../../src/node/engine/dawn.ts";

Object.assign(globalThis, globals);

// What commands remember between runs is not the user's who runs the tests.
process.env.XDG_STATE_HOME = mkdtempSync(join(tmpdir(), "gfq-ldpc-state-"));

// If V8 collects what `create` returned, the process dies at random: hold it here for as long as the process lives.
let gpu: GPU | undefined;

const environment = globalThis.navigator ?? Object.defineProperty(globalThis, "navigator", { value: {} }).navigator;
Object.defineProperty(environment, "gpu", {
  configurable: true,
  get: () => {
    gpu ??= quietGpu();
    return gpu;
  },
});

/** Dawn, whose warnings of drivers would stand between the results of tests. */
function quietGpu(): GPU {
  const dawn = create([]);
  const requestAdapter = dawn.requestAdapter.bind(dawn);
  dawn.requestAdapter = (options) => withoutDawnWarnings(() => requestAdapter(options));
  return dawn;
}

const fetchFromNetwork = globalThis.fetch;
globalThis.fetch = async (input, init) =>
  input instanceof URL && input.protocol === "file:"
    ? new Response(await readFile(input))
    : fetchFromNetwork(input, init);
