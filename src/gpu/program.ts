import type { BufferData, ElementType, KernelConstants } from "./kernel.ts";
import type { KernelVariant } from "./part.ts";

/**
 * A buffer of a program. It has `length` elements if all frames share it, or `length` elements for each frame slot if
 * `perFrame`. If `data` is given, the engine fills the buffer with it once.
 * @example
 * const elements = ({ length, perFrame }: ProgramBuffer, frames: number) => (perFrame ? length * frames : length);
 */
export interface ProgramBuffer {
  /** Type of its elements. */
  readonly type: ElementType;
  /** Number of elements of 4 bytes, for all frames together, or for a frame slot if `perFrame`. */
  readonly length: number;
  /** Whether each frame slot has elements of its own. */
  readonly perFrame: boolean;
  /** Number of frames that share `length` elements, packed into words: 4 of int8; 1 if left out. */
  readonly interleave?: number;
  /** Its initial content; zeros if left out. */
  readonly data?: BufferData;
  /** Whether every run begins with zeros in it. */
  readonly cleared?: boolean;
  /**
   * Whether it has `length` elements for each chunk of a run, to which the chunk's frames add. It is then also
   * `perFrame`, because a chunk has at least one frame.
   */
  readonly perChunk?: boolean;
}

/**
 * One dispatch: a specialised kernel over `groups` × frames workgroups.
 * @example
 * const names = (program: Program) => program.iterate.map(({ kernel }: Dispatch) => kernel);
 */
export interface Dispatch {
  /** Name of the kernel: its WGSL file below wgsl/, without the ending. */
  readonly kernel: string;
  /** Values of the kernel's constants. */
  readonly constants: KernelConstants;
  /** The parts for the kernel's imports and the numbers for its repeated lines, if it has any. */
  readonly variant?: KernelVariant;
  /** Buffer of the program for each of the kernel's bindings. */
  readonly buffers: readonly string[];
  /**
   * Workgroups in x; y is the frame slot, or the word of `interleave` frames; z takes the rows of workgroups beyond the
   * limits of x and y.
   */
  readonly workgroups: number;
  /**
   * Frames per workgroup y; 1 if left out. A kernel with fewer than WORKGROUP_SIZE invocations reads its slot by
   * wgsl/common/workgroup-slot.
   */
  readonly framesPerWorkgroup?: number;
  /** Number of frames that the kernel processes and y covers, instead of the run's frames; for rounds. */
  readonly frames?: number;
  /**
   * Average number of frames per message slot (slot refill): y covers 1/refills of the run's frames; 1 if left out.
   */
  readonly refills?: number;
  /**
   * Processes active slots only (`Program.active`). Active slots come first, so later workgroups y have nothing to do.
   */
  readonly overActive?: boolean;
}

/**
 * The place where a program counts its active frames. An engine may read the count between iterations, and omit
 * workgroups y of later dispatches without an active frame, or the remaining iterations. Results stay the same.
 */
export interface ActiveCount {
  readonly buffer: string;
  readonly framesPerSlot: number;
  /** Elements that hold the number of active slots after an even and after an odd iteration. */
  readonly elements: readonly [even: number, odd: number];
  /** Number of iterations between two readings of the count; the engine's choice if left out. */
  readonly every?: number;
  /** The buffers that belong to the active frames, if frames may change places between iterations. */
  readonly places?: FramePlaces;
}

/**
 * Buffers by their data about the frame at a place. An engine may let frames exchange places; results stay the same.
 */
export interface FramePlaces {
  /** [row][word of frames], read after all iterations: frames must have returned to their own places before. */
  readonly results: readonly string[];
  /** [row][word of frames], read only in iterations. */
  readonly working: readonly string[];
  /** [iteration][frame], read after all iterations. */
  readonly unsatisfied: string;
}

/** A dispatch and the iteration that its kernel reads. */
export interface TimedDispatch {
  readonly dispatch: Dispatch;
  readonly iteration: number;
}

/**
 * Dispatches that are repeated over waiting frames, `framesPerRound` frames at a time: a decoder reprocesses its failed
 * frames in rounds. The buffers of a round have a fixed size for any number of waiting frames.
 */
interface Rounds {
  readonly dispatches: readonly TimedDispatch[];
  readonly framesPerRound: number;
  /**
   * Element of a buffer that holds the number of waiting frames after `afterIterations`. An engine does only as many
   * rounds as these frames need.
   */
  readonly waiting: { readonly buffer: string; readonly element: number };
  /** Rounds of another kind after all these, for the frames that still wait after the dispatches `before`. */
  readonly next?: Rounds & { readonly before: readonly Dispatch[] };
}

/**
 * A decoder, or a whole Monte-Carlo batch, as data that any engine can run. A run performs the dispatches of `start`
 * with iteration 0, then `iterate` with iterations 1 … repeats, then `afterIterations`, the rounds, and `afterRounds`.
 * @example
 * const { buffers, start, iterate, repeats }: Program = decoderProgram(code, decoder, engine.limits);
 */
export interface Program {
  /** Buffers by the names that dispatches use. */
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
  /** Dispatches after the rounds; none if left out. */
  readonly afterRounds?: readonly Dispatch[];
  /** The count of active frames. Left out if every dispatch processes all frames. */
  readonly active?: ActiveCount;
  /** Whether frames take turns on a fixed number of slots that the program has itself, so that a run may have any number of frames. */
  readonly sharesSlots?: boolean;
  /** Whether its buffers hold secrets, which an engine must clear before it releases their memory. */
  readonly secret?: boolean;
  /**
   * False: a GPU's runs have no timestamp queries, which cost a run some 20 µs, and `RunResult.seconds` is by the clock. Default true.
   */
  readonly timed?: boolean;
  /** Implementation choices for this device, for reports: "F/B metrics in workgroup memory", … */
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
  /** Most bytes of a buffer; no limit if left out. */
  readonly bufferBytes?: number;
  /** Whether a processor emulates the GPU: a load then costs as much as several operations. */
  readonly software: boolean;
  /** Whether the CPU engine runs the program, which processes 16 bytes of neighbouring words of frames at once. */
  readonly simd?: boolean;
  /** Words of a vector with `simd`: 4 of WebAssembly if left out, more in native code. */
  readonly vectorWords?: number;
}

/**
 * Number of frames that workgroups y of a dispatch cover. @param active number of frames for dispatches with
 * `overActive`.
 */
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
