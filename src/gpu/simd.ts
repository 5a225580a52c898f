import type { Exports, FunctionBuilder } from "../wgsl-cpu/wasm.ts";

/** The memory that a program's buffers stand in, for kernels in WebAssembly. */
export interface SimdMemory {
  /**
   * Functions over this memory, compiled once for all programs of a process.
   * @param key description of the functions' parameters. Equal keys must mean equal functions.
   */
  functions(key: string, make: () => readonly FunctionBuilder[]): Exports;
  /** Words of memory beside the program's buffers, 0 at first. @throws Error if more is taken than a program's tables are large. */
  words(count: number): Uint32Array;
}
