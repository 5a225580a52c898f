import { InputError } from "../../errors.ts";
import type { BufferData, ElementType } from "../../gpu/kernel.ts";
import { bufferElements, type ProgramBuffer } from "../../gpu/program.ts";
import type { SimdMemory } from "../../gpu/simd.ts";
import { Recent } from "../../recent.ts";
import { type Exports, instantiate, moduleBytes } from "../../wgsl-cpu/wasm.ts";

const PAGE = 65_536;
/** Most pages of a WebAssembly memory: 4 GiB. */
const PAGES_MAXIMUM = 65_536;
/** Buffers begin at multiples of a cache line. */
const LINE = 64;
/**
 * Size of the memory beside the buffers: SCRATCH words for the computations of WebAssembly kernels
 * (`SimdMemory.words`), and for their tables TABLES times a program's words for one frame. Memory that no kernel
 * touches costs nothing.
 */
const SCRATCH = 2 ** 21;
const TABLES = 4;

/** A program's buffers in one WebAssembly memory. */
export interface ProgramMemory extends SimdMemory {
  readonly bytes: ArrayBuffer;
  readonly buffers: Readonly<Record<string, BufferData>>;
  /**
   * Instantiates a module over this memory; all programs share its compilation. @param key equal keys must mean equal
   * bytes.
   */
  instance(key: string, bytes: () => Uint8Array<ArrayBuffer>): Exports;
  /** Address of scratch memory, which kernels use one after the other. */
  scratch(bytes: number): number;
}

/** Compiled modules by their keys, for all programs. */
const modules = new Recent<string, WebAssembly.Module>(1024);

/**
 * Allocates a program's buffers, and fills the buffers that have data.
 * @param slots number of frame slots.
 * @param frames number of frames of a run; buffers per chunk are sized by it.
 * @throws InputError for more than 4 GiB, RangeError if the memory cannot be allocated.
 */
export function programMemory(
  definition: Readonly<Record<string, ProgramBuffer>>,
  slots: number,
  frames: number,
): ProgramMemory {
  const places: [name: string, type: ElementType, length: number, at: number][] = [];
  // The first page stays empty, so that an address minus an instruction's offset is never negative.
  let end = PAGE;
  let graph = 0;
  for (const [name, buffer] of Object.entries(definition)) {
    const length = bufferElements(buffer, buffer.perChunk ? frames : slots);
    places.push([name, buffer.type, length, end]);
    end = LINE * Math.ceil((end + 4 * length) / LINE);
    // The expanded tables of the graph have an entry for each message of a frame.
    graph += buffer.length;
  }
  let free = end;
  const limit = end + 4 * (SCRATCH + TABLES * graph);
  const pages = Math.ceil(limit / PAGE);
  if (pages > PAGES_MAXIMUM) {
    const gib = ((pages * PAGE) / 2 ** 30).toFixed(1);
    throw new InputError(
      `${slots} frames at once need ${gib} GiB, and on a CPU a program has 4 GiB at most: use a GPU`,
    );
  }
  const memory = new WebAssembly.Memory({ initial: pages });
  const buffers: Record<string, BufferData> = {};
  for (const [name, type, length, at] of places) {
    buffers[name] = view(memory, type, at, length);
    const { data } = definition[name];
    if (data !== undefined) buffers[name].set(data);
  }
  const instances = new Map<string, Exports>();
  const instance = (key: string, bytes: () => Uint8Array<ArrayBuffer>) => {
    return known(instances, key, () => instantiate(moduleOf(key, bytes), memory));
  };
  const words = (count: number) => {
    const at = free;
    free = LINE * Math.ceil((at + 4 * count) / LINE);
    if (free > limit)
      throw new Error(`kernels take more than ${limit - end} bytes for tables beside a program's buffers`);
    return view(memory, "u32", at, count) as Uint32Array;
  };
  let scratch: Uint32Array = new Uint32Array(0);
  return {
    bytes: memory.buffer,
    buffers,
    functions: (key, make) => instance(key, () => moduleBytes(make())),
    instance,
    words,
    scratch(bytes) {
      if (bytes > scratch.byteLength) scratch = words(Math.ceil(bytes / 4));
      return scratch.byteOffset;
    },
  };
}

function moduleOf(key: string, bytes: () => Uint8Array<ArrayBuffer>): WebAssembly.Module {
  return modules.get(key, () => new WebAssembly.Module(bytes()));
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
