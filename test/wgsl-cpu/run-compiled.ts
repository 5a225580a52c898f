import type { NativeShader } from "../../src/engine/cpu/compiled.ts";
import { assemble } from "../../src/gpu/template.ts";
import { BUFFERS_WORD, RUN_WORD, SCRATCH_WORD } from "../../src/wgsl-cpu/descriptor.ts";
import { compileShader } from "../../src/wgsl-cpu/index.ts";
import type { Intrinsics } from "../../src/wgsl-cpu/intrinsic.ts";
import { instantiate } from "../../src/wgsl-cpu/wasm.ts";

/** First address of buffers. Constant offsets in instructions are smaller. */
const BEGIN = 65_536;

let memory: WebAssembly.Memory | undefined;

/**
 * The memory of all calls, cleared. A memory takes gigabytes of a browser's addresses until it is collected. A worker that runs out of addresses
 * cannot start a collection in another thread.
 */
function clearMemory(bytes: number): WebAssembly.Memory {
  const pages = Math.ceil(bytes / 65_536);
  memory ??= new WebAssembly.Memory({ initial: pages });
  memory.grow(Math.max(0, pages - memory.buffer.byteLength / 65_536));
  new Uint8Array(memory.buffer).fill(0);
  return memory;
}

/** A shader and the arguments of its call. */
export interface CompiledCall {
  /** Initial contents of the buffers in the order of the bindings. */
  readonly buffers: readonly Uint32Array[];
  readonly workgroups: number;
  readonly slots?: number;
  /** Words of the uniform `run`. */
  readonly run?: readonly number[];
  readonly iteration?: number;
}

/** Runs a compiled shader and returns its buffers. @param native its code in the place of WebAssembly. */
export function runCompiled(
  code: string,
  { buffers, workgroups, slots = 1, run = [], iteration = 0 }: CompiledCall,
  intrinsics?: Intrinsics,
  native?: NativeShader,
): Uint32Array[] {
  const { bytes, scratchBytes } = native ? { ...native, bytes: undefined } : compileShader(code, intrinsics);
  const size = BEGIN + 4096 + scratchBytes + buffers.reduce((sum, { byteLength }) => sum + byteLength + 64, 0);
  const memory = clearMemory(size + 65_536);
  const words = new Uint32Array(memory.buffer);
  const descriptor = words.subarray(BEGIN / 4, BEGIN / 4 + 1024);
  descriptor.set([0, workgroups, 0, slots]);
  descriptor.set(run, RUN_WORD);
  descriptor[RUN_WORD + 5] = iteration;
  let at = BEGIN + 4096;
  const places = buffers.map((buffer, i) => {
    const place = new Uint32Array(memory.buffer, at, buffer.length);
    place.set(buffer);
    descriptor.set([at, buffer.length], BUFFERS_WORD + 2 * i);
    at += 64 * Math.ceil(buffer.byteLength / 64);
    return place;
  });
  descriptor[SCRATCH_WORD] = at;
  if (bytes === undefined) native!.first(memory.buffer, BEGIN);
  else {
    const { first, later } = instantiate(new WebAssembly.Module(bytes), memory);
    (iteration === 0 ? first : later)(BEGIN);
  }
  return places.map((place) => place.slice());
}

/** A shader from a few lines of WGSL with `item`, `input` and `output`. Each item owns four elements of `output`. */
export function snippetText(body: string, items: number, declarations = ""): string {
  const text = `${declarations}
    @group(0) @binding(1) var<storage, read> input: array<u32>;
    @group(0) @binding(2) var<storage, read_write> output: array<u32>;
    @compute @workgroup_size(64) fn main(@builtin(global_invocation_id) id: vec3u) {
      let item = id.x;
      if (item >= ITEMS) { return; }
      ${body}
    }`;
  return assemble("test", { ITEMS: items }, (name) => (name === "test" ? text : "")).code;
}

/** Runs a few lines of WGSL like test/wgsl/run-shader.ts. */
export function runSnippet(body: string, input: Uint32Array, items: number, declarations = ""): Uint32Array {
  const code = snippetText(body, items, declarations);
  return runCompiled(code, { buffers: [input, new Uint32Array(4 * items)], workgroups: Math.ceil(items / 64) })[1];
}

/** The first of the four outputs of each item. */
export function firsts(words: Uint32Array): Uint32Array {
  return words.filter((_, i) => i % 4 === 0);
}
