import type { FunctionBuilder } from "../wasm/function.ts";
import type { Exports } from "../wasm/module.ts";
import type { BufferData, TwinCall, TwinVariant } from "./kernel.ts";

/** The memory that a program's buffers stand in, for kernels in WebAssembly. */
export interface SimdMemory {
  /**
   * Functions over this memory, compiled once for all programs of a process.
   * @param key what they are made from: equal keys must mean equal functions.
   */
  functions(key: string, make: () => readonly FunctionBuilder[]): Exports;
  /** Words of memory beside the program's buffers, 0 at first. @throws Error if more is taken than a program's tables are large. */
  words(count: number): Uint32Array;
  /** What several dispatches of a program share: made once for a key. */
  shared<T>(key: string, make: () => T): T;
}

/** A dispatch as the WebAssembly version of its kernel gets it, before the first run. */
export interface SimdDispatch {
  readonly constants: TwinCall["constants"];
  readonly variant: TwinVariant;
  /** In the order of the kernel's bindings: views of the memory, whose byte offsets are addresses. Constant ones have their data. */
  readonly buffers: readonly BufferData[];
  readonly memory: SimdMemory;
  /** Runs the kernel compiled from its WGSL over the workgroups of a call, for what a version leaves out. */
  readonly rest: (call: TwinCall) => void;
}

/**
 * Makes a kernel's WebAssembly version for a dispatch: what it gives is called in the place of the twin, over all workgroups, and leaves
 * the same bits in the buffers, but for lanes of frames that are done, whose messages nobody reads, and for exp and ln, which are within the
 * tolerance of the rule.
 * @returns undefined where there is none for this format, rule or mapping: the twin runs then.
 */
export type SimdKernel = (dispatch: SimdDispatch) => ((call: TwinCall) => void) | undefined;
