import type { BufferData, ElementType, KernelConstants } from "./kernel.ts";
import type { KernelVariant } from "./variant.ts";

/**
 * A buffer of a program. Its size is `length` elements if shared by all frames, `length` elements for each frame slot if
 * `perFrame`, and filled with `data` once if given.
 * @example
 * const elements = ({ length, perFrame }: ProgramBuffer, frames: number) => (perFrame ? length * frames : length);
 */
export interface ProgramBuffer {
  /** Type of its elements. */
  readonly type: ElementType;
  /** Elements, 4 bytes each: of all frames together, or of a frame slot if `perFrame`. */
  readonly length: number;
  /** Whether each frame slot has elements of its own. */
  readonly perFrame: boolean;
  /** Frames that share `length` elements, packed into words: 4 of int8; 1 if left out. */
  readonly interleave?: number;
  /** Its first content; zeros if left out. */
  readonly data?: BufferData;
  /** Set to zero at the beginning of every run. */
  readonly cleared?: boolean;
  /** Has `length` elements for each chunk that a run touches, to which frames add; of `perFrame`, as a chunk has at least one. */
  readonly perChunk?: boolean;
}

/**
 * One dispatch: a kernel, specialised, over `groups` × frames workgroups.
 * @example
 * const names = (program: Program) => program.iterate.map(({ kernel }: Dispatch) => kernel);
 */
export interface Dispatch {
  /** Name of the kernel in the registry. */
  readonly kernel: string;
  /** Values of the kernel's constants. */
  readonly constants: KernelConstants;
  /** The parts and numbers for the kernel's imports and repeated lines, if it has any. */
  readonly variant?: KernelVariant;
  /** Buffer of the program for each of the kernel's bindings. */
  readonly buffers: readonly string[];
  /**
   * Workgroups in x; y is the frame slot, or the word of `interleave` frames; z takes the rows of workgroups beyond the
   * limit of y.
   */
  readonly workgroups: number;
  /**
   * Frames of one workgroup y: 1 if left out. A kernel with fewer than WORKGROUP_SIZE reads its slot by
   * wgsl/common/workgroup-slot.
   */
  readonly framesPerWorkgroup?: number;
  /** Number of frames that the kernel reads and that y covers, instead of the run's frames; for rounds. */
  readonly frames?: number;
  /**
   * Number of frames that use one message slot in turn (slot refill): y covers 1/refills of the run's frames; 1 if left
   * out.
   */
  readonly refills?: number;
  /** Works on active slots only (`Program.active`), which come first: later workgroups y have nothing to do. */
  readonly overActive?: boolean;
}

/**
 * Where a program counts its active frames. An engine may read the count between iterations, and leave out the workgroups y of later
 * dispatches that have no active frame, or the remaining iterations. Results are the same.
 */
export interface ActiveCount {
  readonly buffer: string;
  /** Frames of one slot. */
  readonly framesPerSlot: number;
  /** Element that holds the number of active slots after an even iteration, and after an odd one. */
  readonly elements: readonly [even: number, odd: number];
  /** Iterations from one look to the next; the engine's choice if left out. */
  readonly every?: number;
  /** The buffers that belong to the active frames, if frames may change places between iterations. */
  readonly places?: FramePlaces;
}

/** Buffers by their data about the frame at a place. An engine may let frames exchange places: results are the same. */
export interface FramePlaces {
  /** [row][word of frames], read when all iterations are done: frames must be back at their own places by then. */
  readonly results: readonly string[];
  /** [row][word of frames], read in iterations alone. */
  readonly working: readonly string[];
  /** [iteration][frame], read when all iterations are done. */
  readonly unsatisfied: string;
}

/** A dispatch and the iteration that its kernel reads. */
export interface TimedDispatch {
  readonly dispatch: Dispatch;
  readonly iteration: number;
}

/**
 * Dispatches that are repeated over waiting frames, `framesPerRound` frames at a time: a decoder reprocesses its failed
 * frames in rounds. The buffers of a round have a fixed size, however many frames wait.
 */
export interface Rounds {
  readonly dispatches: readonly TimedDispatch[];
  /** Frames of one round. */
  readonly framesPerRound: number;
  /**
   * Element of a buffer that holds the number of waiting frames after `afterIterations`. An engine does no more rounds
   * than they need.
   */
  readonly waiting: { readonly buffer: string; readonly element: number };
}

/**
 * A decoder, or a whole Monte-Carlo batch, as data that any engine can run. A run does the dispatches of `start` with
 * iteration 0, then `iterate` with iterations 1 … repeats, then `afterIterations`, the rounds, and `afterRounds`.
 * @example
 * const { buffers, start, iterate, repeats }: Program = decoderProgram(code, decoder, engine.limits);
 */
export interface Program {
  /** By the names that dispatches use. */
  readonly buffers: Readonly<Record<string, ProgramBuffer>>;
  /** Dispatches before the first iteration. */
  readonly start: readonly Dispatch[];
  /** Dispatches of an iteration. */
  readonly iterate: readonly Dispatch[];
  /** Number of iterations. */
  readonly repeats: number;
  /** Dispatches after the last iteration. */
  readonly afterIterations: readonly Dispatch[];
  /** Rounds over waiting frames; none if left out. */
  readonly rounds?: Rounds;
  /** After the rounds; none if left out. */
  readonly afterRounds?: readonly Dispatch[];
  /** Left out where every dispatch works on all frames. */
  readonly active?: ActiveCount;
  /** Whether its buffers hold secrets: an engine clears them before it gives their memory back. */
  readonly secret?: boolean;
  /** Choices made for this device, for reports: "F/B metrics in workgroup memory", … */
  readonly plan: readonly string[];
}

/**
 * The properties of a device that decide a decoder's plan.
 * @example
 * const { workgroupBytes, workgroupSize }: DeviceLimits = engine.limits;
 */
export interface DeviceLimits {
  /** Bytes of workgroup memory. */
  readonly workgroupBytes: number;
  /** Invocations per workgroup. */
  readonly workgroupSize: number;
  /** A processor emulates the GPU: an invocation's load costs as much as several operations. */
  readonly software: boolean;
  /** The CPU engine does the work: 16 bytes of neighbouring words of frames at once. */
  readonly simd?: boolean;
}

/** Frames that workgroups y of a dispatch cover. @param active frames that dispatches with `overActive` work on. */
export function framesCovered({ frames, refills = 1, overActive }: Dispatch, ofRun: number, active: number): number {
  if (frames !== undefined) return frames;
  const slots = Math.ceil(ofRun / refills);
  return overActive ? Math.min(active, slots) : slots;
}

/** A buffer of 32-bit words that all frames share and no kernel writes. */
export function constantBuffer(data: Uint32Array | Int32Array): ProgramBuffer {
  return { type: data instanceof Int32Array ? "i32" : "u32", length: data.length, perFrame: false, data };
}

/** A buffer with `length` elements for each frame slot, or for each word of `interleave` frames. */
export function frameBuffer(type: ElementType, length: number, interleave = 1): ProgramBuffer {
  return { type, length, perFrame: true, ...(interleave === 1 ? {} : { interleave }) };
}

/** A buffer for a binding that a specialised kernel does not use. */
export const UNUSED_BUFFER: ProgramBuffer = { type: "u32", length: 1, perFrame: false };

/** Elements of a buffer in a program with `frames` frame slots. */
export function bufferElements({ length, perFrame, interleave = 1 }: ProgramBuffer, frames: number): number {
  return length * (perFrame ? Math.ceil(frames / interleave) : 1);
}
