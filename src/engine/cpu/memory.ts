import type { BufferData, ElementType } from "../../gpu/kernel.ts";
import { bufferElements, type ProgramBuffer } from "../../gpu/program.ts";
import type { SimdMemory } from "../../gpu/simd.ts";
import type { FunctionBuilder } from "../../wasm/function.ts";
import { type Exports, instantiate, moduleBytes } from "../../wasm/module.ts";

const PAGE = 65_536;
/** Buffers begin at whole lines of a cache. */
const LINE = 64;
/**
 * Words beside the buffers for what kernels in WebAssembly compute with (`SimdMemory.words`), and for their tables so many times the words
 * of a program for one frame. Memory that nobody touches costs nothing.
 */
const SCRATCH = 2 ** 21;
const TABLES = 4;

/** A program's buffers in one memory of WebAssembly. */
export interface ProgramMemory extends SimdMemory {
  readonly buffers: Readonly<Record<string, BufferData>>;
}

/** Modules by their keys, compiled once for all programs. */
const modules = new Map<string, WebAssembly.Module>();

/**
 * Allocates a program's buffers, and fills those that have data.
 * @param slots frames at once.
 * @param frames of a run, whose chunks are counted.
 * @param simd whether kernels in WebAssembly are to reach it.
 * @throws RangeError if there is no memory for them.
 */
export function programMemory(
  definition: Readonly<Record<string, ProgramBuffer>>,
  slots: number,
  frames: number,
  simd: boolean,
): ProgramMemory {
  const places: [name: string, type: ElementType, length: number, at: number][] = [];
  // Address 0 stands for no address.
  let end = LINE;
  let graph = 0;
  for (const [name, buffer] of Object.entries(definition)) {
    const length = bufferElements(buffer, buffer.perChunk ? frames : slots);
    places.push([name, buffer.type, length, end]);
    end = LINE * Math.ceil((end + 4 * length) / LINE);
    // The graph's tables, expanded, have an entry for each message of a frame.
    graph += buffer.length;
  }
  let free = end;
  const limit = simd ? end + 4 * (SCRATCH + TABLES * graph) : end;
  const memory = simd
    ? new WebAssembly.Memory({ initial: Math.ceil(limit / PAGE) })
    : { buffer: new ArrayBuffer(limit) };
  const buffers: Record<string, BufferData> = {};
  for (const [name, type, length, at] of places) {
    buffers[name] = view(memory, type, at, length);
    const { data } = definition[name];
    if (data !== undefined) buffers[name].set(data);
  }
  const instances = new Map<string, Exports>();
  const shared = new Map<string, unknown>();
  return {
    buffers,
    functions(key, make) {
      if (!(memory instanceof WebAssembly.Memory)) throw new Error("this memory is of twins alone");
      return known(instances, key, () => instantiate(moduleOf(key, make), memory));
    },
    words(count) {
      const at = free;
      free = LINE * Math.ceil((at + 4 * count) / LINE);
      if (free > limit)
        throw new Error(`kernels take more than ${limit - end} bytes for tables beside a program's buffers`);
      return view(memory, "u32", at, count) as Uint32Array;
    },
    shared: <T>(key: string, make: () => T) => known(shared as Map<string, T>, key, make),
  };
}

function moduleOf(key: string, make: () => readonly FunctionBuilder[]): WebAssembly.Module {
  return known(modules, key, () => new WebAssembly.Module(moduleBytes(make())));
}

function known<T>(all: Map<string, T>, key: string, make: () => T): T {
  if (!all.has(key)) all.set(key, make());
  return all.get(key)!;
}

function view(
  { buffer }: Pick<WebAssembly.Memory, "buffer">,
  type: ElementType,
  at: number,
  length: number,
): BufferData {
  if (type === "f32") return new Float32Array(buffer, at, length);
  return type === "i32" ? new Int32Array(buffer, at, length) : new Uint32Array(buffer, at, length);
}
