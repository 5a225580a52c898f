import type { Exports, FunctionBuilder } from "../wgsl-cpu/wasm.ts";

/** Element type of a storage buffer. */
export type ElementType = "u32" | "i32" | "f32";
/**
 * The content of a buffer.
 * @example
 * const length = (data: BufferData) => data.length;
 */
export type BufferData = Uint32Array | Int32Array | Float32Array;

/**
 * Values that specialise a kernel: `const NAME` in WGSL.
 * @example
 * const constants: KernelConstants = { N: 24, Q: 4 };
 */
export type KernelConstants = Readonly<Record<string, number>>;

/**
 * Parameters that change between runs or iterations: the uniform `run` of wgsl/common/run.wgsl.
 * @example
 * const parameters: RunParameters = { firstFrame: 0, frames: 1, chunkFrames: 1, key: [1, 0], llrScale: 1, amplitude: 1 };
 */
export interface RunParameters {
  /** Index of the first frame, below 2^53. */
  readonly firstFrame: number;
  /** Frames in this run. */
  readonly frames: number;
  /** Frames per chunk, the unit of counts. */
  readonly chunkFrames: number;
  /** Random key, two 32-bit words. */
  readonly key: readonly [number, number];
  /** LLR per grid step of the channel output, an f32 value. */
  readonly llrScale: number;
  /** Signal amplitude in grid steps. */
  readonly amplitude: number;
}

/** Bytes of `Run` in wgsl/common/run.wgsl. */
export const UNIFORM_BYTES = 48;

/**
 * Writes the fields of `Run` in wgsl/common/run.wgsl.
 * @param words where they stand, from word `at` on.
 * @param floats the same memory.
 * @param frames those of the dispatch, which may be fewer than the run's.
 */
export function writeRun(
  words: Uint32Array,
  floats: Float32Array,
  at: number,
  { firstFrame, chunkFrames, key, llrScale, amplitude }: RunParameters,
  iteration: number,
  frames: number,
): void {
  words[at] = firstFrame % 2 ** 32;
  words[at + 1] = Math.floor(firstFrame / 2 ** 32);
  words[at + 2] = key[0];
  words[at + 3] = key[1];
  words[at + 4] = frames;
  words[at + 5] = iteration;
  words[at + 6] = chunkFrames;
  words[at + 7] = firstFrame % chunkFrames;
  floats[at + 8] = llrScale;
  words[at + 9] = amplitude;
}

/** Workgroups x of [from, to) for frames, or words of frames (workgroup y), [firstSlot, lastSlot). */
interface WorkgroupRange {
  readonly from: number;
  readonly to: number;
  readonly firstSlot: number;
  readonly lastSlot: number;
}

/** Arguments of a call of a kernel on the CPU engine. */
export interface KernelCall {
  /** In the order of the bindings in WGSL. */
  readonly buffers: readonly BufferData[];
  readonly parameters: RunParameters;
  readonly iteration: number;
  readonly range: WorkgroupRange;
}

/** The memory that a program's buffers stand in, for kernels in WebAssembly. */
export interface SimdMemory {
  /**
   * Functions over this memory, compiled once for all programs of a process.
   * @param key description of the functions' parameters. Equal keys must mean equal functions.
   */
  functions(key: string, make: () => readonly FunctionBuilder[]): Exports;
  /** Words of memory beside the program's buffers, 0 at first. @throws Error for more than there is. */
  words(count: number): Uint32Array;
}
