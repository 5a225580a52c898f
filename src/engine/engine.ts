import type { BufferData, RunParameters } from "../gpu/kernel.ts";
import type { DeviceLimits, Dispatch, Program } from "../gpu/program.ts";

/**
 * Description of an engine, which every report and ledger contains.
 * @example
 * const { adapter, driver, software }: EngineInfo = engine.info;
 */
export interface EngineInfo {
  /** `gpu`: WGSL on a WebGPU adapter; `cpu`: WebAssembly SIMD on the processor. */
  readonly engine: "gpu" | "cpu";
  /** Adapter or processor, in words. */
  readonly adapter: string;
  /** Driver or JavaScript engine. */
  readonly driver: string;
  /** A software device: works everywhere, slowly. */
  readonly software: boolean;
}

/**
 * Runs programs. Two kinds, `gpu` (WGSL) and `cpu` (WGSL compiled to WebAssembly SIMD), with equal results.
 * @example
 * const { info, runsInFlight }: Engine = cpuEngine();
 */
export interface Engine {
  /** Kind, adapter and driver, for reports. */
  readonly info: EngineInfo;
  /** Sizes that a program for this engine must respect. */
  readonly limits: DeviceLimits;
  /** Number of simultaneous runs that keeps the engine busy. */
  readonly runsInFlight: number;
  /**
   * Maximum number of frames of a program on this engine; at least 1.
   * @param program a program that respects `limits`.
   * @throws InputError if not even one frame fits.
   */
  framesMaximum(program: Program): number;
  /**
   * Frames of a run whose buffers fit in a core's cache: more frames are decoded faster in several runs. One run is the fastest if left out.
   * @param program a program that respects `limits`.
   */
  framesInCache?(program: Program): number;
  /**
   * Allocates the buffers and compiles the kernels.
   * @param program a program that respects `limits`.
   * @param frames frame slots, 1 … `framesMaximum(program)`.
   * @throws Error with kernel file, line and source line if a kernel does not compile.
   */
  prepare(program: Program, frames: number): Promise<PreparedProgram>;
  /**
   * Notes of the engine on a program, for reports, besides the notes of the program's plan; none if left out.
   * @param program the program that the notes describe.
   */
  notes?(program: Program): readonly string[];
  /** Releases the device, or ends the workers of a pool. The engine takes no further calls. */
  close(): Promise<void>;
  /**
   * Replaces `close` at the end of a process: does not wait for the device or its compiler. Left out if closing never
   * takes long.
   */
  abandon?(): void;
}

/**
 * A program with its buffers on a device. Writes and runs take effect in the order of the calls. A run depends only on
 * earlier writes and its arguments, so an engine may distribute runs over several processes.
 * @example
 * const prepared: PreparedProgram = await engine.prepare(decoderProgram(code, decoder, engine.limits), 1);
 * prepared.frames; // → 1
 * prepared.release();
 */
export interface PreparedProgram {
  /** Frame slots allocated. */
  readonly frames: number;
  /**
   * Writes a buffer from its first element on, for all later runs.
   * @param buffer its name in the program.
   * @param data 32-bit elements, at most as many as the buffer has.
   */
  write(buffer: string, data: BufferData): void;
  /**
   * Runs the program once.
   * @param parameters frames of the run, at most `frames`, with the channel and the key of the random numbers.
   * @param outputs buffers to read afterwards.
   * @param inputs data to write before, by buffer, from the first element on.
   * @throws DeviceLostError if the device was lost.
   */
  run(parameters: RunParameters, outputs: readonly Readback[], inputs?: RunInputs): Promise<RunResult>;
  /**
   * Runs one dispatch alone on the present content of the buffers, to bisect a wrong result.
   * @param dispatch a dispatch of the program.
   * @param parameters as for `run`.
   * @param iteration the decoder's iteration that the kernel reads, from 0.
   */
  runDispatch(dispatch: Dispatch, parameters: RunParameters, iteration: number): Promise<void>;
  /**
   * All elements of a buffer.
   * @param buffer its name in the program.
   */
  read(buffer: string): Promise<BufferData>;
  /**
   * Runs the program once, timing consecutive dispatches of a kernel together: seconds by kernel name.
   * @param parameters as for `run`.
   */
  profile(parameters: RunParameters): Promise<Profile>;
  /** Releases the buffers on the device. */
  release(): void;
}

export type RunInputs = Readonly<Record<string, BufferData>>;

/**
 * A buffer, and the number of its leading elements to read after a run.
 * @example
 * const decisions: Readback = { buffer: "decision", elements: 24 };
 */
export interface Readback {
  /** Its name in the program. */
  readonly buffer: string;
  /** 32-bit elements from the first on. */
  readonly elements: number;
  /** Whether the elements are whole numbers below 256, which come as bytes. Default false. */
  readonly bytes?: boolean;
}

/** Describes the implementation choices for a program on an engine. */
export function planOn(engine: Pick<Engine, "notes">, program: Program): readonly string[] {
  return [...program.plan, ...(engine.notes?.(program) ?? [])];
}

/**
 * The outputs of a run.
 * @example
 * const first = ({ outputs, seconds }: RunResult) => outputs[0];
 */
export interface RunResult {
  /** In the order of the requested outputs. */
  readonly outputs: readonly (BufferData | Uint8Array)[];
  /** Seconds on the device: by timestamp queries if it has any and the program is timed, else by the clock from call to result. */
  readonly seconds: number;
  /** Seconds of the host from call to submission, on a GPU. */
  readonly submitSeconds?: number;
}

export interface Profile {
  /** Seconds by kernel name, summed over its dispatches. */
  readonly seconds: Readonly<Record<string, number>>;
  /** "timestamp queries" or "clock". */
  readonly method: string;
}

/** Number of chunks that a run touches: its counters belong to the first of them. */
export function chunksTouched({ firstFrame, frames, chunkFrames }: RunParameters): number {
  return Math.ceil(((firstFrame % chunkFrames) + frames) / chunkFrames);
}
