import type { BufferData, ElementType, KernelConstants, KernelVariant } from "./kernel.ts";

/**
 * A buffer of a program. Its size is `length` elements if shared by all frames, `length` elements for each frame slot if
 * `perFrame`, and filled with `data` once if given.
 */
export interface ProgramBuffer {
  readonly type: ElementType;
  readonly length: number;
  readonly perFrame: boolean;
  /** Frames that share `length` elements, packed into words: 4 of int8; 1 if left out. */
  readonly interleave?: number;
  readonly data?: BufferData;
  /** Set to zero at the beginning of every run. */
  readonly cleared?: boolean;
  /** Has `length` elements for each chunk that a run touches, to which frames add; of `perFrame`, as a chunk has at least one. */
  readonly perChunk?: boolean;
}

/** One dispatch: a kernel, specialised, over `groups` × frames workgroups. */
export interface Dispatch {
  /** Name of the kernel in the registry. */
  readonly kernel: string;
  readonly constants: KernelConstants;
  /** What its imports and repetitions stand for, if it has such. */
  readonly variant?: KernelVariant;
  /** Buffer of the program for each of the kernel's bindings. */
  readonly buffers: readonly string[];
  /** Workgroups in x; y is the frame slot, or the word of `interleave` frames, and z where they are more than y can have. */
  readonly workgroups: number;
  /** Frames of one workgroup y: 1 if left out. A kernel that takes fewer than WORKGROUP_SIZE has its slot from wgsl/common/workgroup-slot. */
  readonly framesPerWorkgroup?: number;
  /** Frames that the kernel is told of, and that y covers, instead of the run's: of rounds. */
  readonly frames?: number;
  /** Works on message slots that so many frames take one after another (slot refill), so y covers that part of the run's frames; 1 if left out. */
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
  /** Where all is that tells active frames apart, if they may change places between iterations. */
  readonly places?: FramePlaces;
}

/** Buffers by what they hold of the frame at a place. An engine may let frames exchange places: results are the same. */
export interface FramePlaces {
  /** [row][word of frames], read when all iterations are done: frames must be back at their own places by then. */
  readonly results: readonly string[];
  /** [row][word of frames], read in iterations alone. */
  readonly working: readonly string[];
  /** [iteration][frame], read when all iterations are done. */
  readonly unsatisfied: string;
}

/** A dispatch and the iteration that its kernel is told. */
export interface TimedDispatch {
  readonly dispatch: Dispatch;
  readonly iteration: number;
}

/**
 * What is done again and again with frames that wait for it, so many at a time: with decoders that reprocess frames that
 * failed. The buffers of a round have a fixed size, however many frames wait.
 */
export interface Rounds {
  readonly dispatches: readonly TimedDispatch[];
  /** Frames of one round. */
  readonly framesPerRound: number;
  /** Element of a buffer that holds how many frames wait when `afterIterations` is done. An engine does no more rounds than they need. */
  readonly waiting: { readonly buffer: string; readonly element: number };
}

/**
 * A decoder, or a whole Monte-Carlo batch, as data: it knows nothing about who runs it. A run does the dispatches of `start`
 * with iteration 0, those of `iterate` with iterations 1 … repeats, those of `afterIterations`, the rounds, and those of `afterRounds`.
 */
export interface Program {
  readonly buffers: Readonly<Record<string, ProgramBuffer>>;
  readonly start: readonly Dispatch[];
  readonly iterate: readonly Dispatch[];
  readonly repeats: number;
  readonly afterIterations: readonly Dispatch[];
  readonly rounds?: Rounds;
  /** After the rounds; none if left out. */
  readonly afterRounds?: readonly Dispatch[];
  /** Left out where every dispatch works on all frames. */
  readonly active?: ActiveCount;
  /** Whether its buffers hold what must stay secret: they are cleared before their memory is given back. */
  readonly secret?: boolean;
  /** What was chosen for this device, for reports: "F/B metrics in workgroup memory", … */
  readonly plan: readonly string[];
}

/** What a decoder needs to know of a device to choose its plan. */
export interface DeviceLimits {
  /** Bytes of workgroup memory. */
  readonly workgroupBytes: number;
  /** Invocations per workgroup. */
  readonly workgroupSize: number;
  /** A processor plays the GPU: an invocation's load costs as much as several operations. */
  readonly software: boolean;
  /** The kernels' twins do the work, one frame after the other. */
  readonly twins?: boolean;
  /** Kernels in WebAssembly do the work where there are such: 16 bytes of neighbouring words of frames at once. */
  readonly simd?: boolean;
}

/** Frames that workgroups y of a dispatch cover. @param active frames that dispatches with `overActive` work on. */
export function framesCovered({ frames, refills = 1, overActive }: Dispatch, ofRun: number, active: number): number {
  if (frames !== undefined) return frames;
  const slots = Math.ceil(ofRun / refills);
  return overActive ? Math.min(active, slots) : slots;
}

/** A buffer of 32-bit words that all frames share and no kernel writes. */
export function constantBuffer(data: Uint32Array): ProgramBuffer {
  return { type: "u32", length: data.length, perFrame: false, data };
}

/** A buffer with `length` elements for each frame slot, or for each word of so many frames. */
export function frameBuffer(type: ElementType, length: number, interleave = 1): ProgramBuffer {
  return { type, length, perFrame: true, ...(interleave === 1 ? {} : { interleave }) };
}

/** A buffer for a binding that a specialised kernel does not use. */
export const UNUSED_BUFFER: ProgramBuffer = { type: "u32", length: 1, perFrame: false };

/** Elements of a buffer in a program with so many frame slots. */
export function bufferElements({ length, perFrame, interleave = 1 }: ProgramBuffer, frames: number): number {
  return length * (perFrame ? Math.ceil(frames / interleave) : 1);
}
