import type { BufferData, RunParameters } from "../gpu/kernel.ts";
import type { DeviceLimits, Dispatch, Program } from "../gpu/program.ts";

/** Who runs programs: one line of every report and ledger. */
export interface EngineInfo {
  readonly engine: "gpu" | "cpu";
  /** Adapter or processor, in words. */
  readonly adapter: string;
  /** Driver or JavaScript engine. */
  readonly driver: string;
  /** A software device: works everywhere, slowly. */
  readonly software: boolean;
}

/** Runs programs. Two kinds, `gpu` (WGSL) and `cpu` (WebAssembly SIMD and twins), with equal results. */
export interface Engine {
  readonly info: EngineInfo;
  readonly limits: DeviceLimits;
  /** Runs worth having in flight at once. */
  readonly runsInFlight: number;
  /** Most frames that a program can hold here at once; at least 1. @throws InputError if not even one fits. */
  framesMaximum(program: Program): number;
  /**
   * Allocates buffers for `frames` frame slots and compiles the kernels.
   * @throws Error with kernel file, line and source line if a kernel does not compile.
   */
  prepare(program: Program, frames: number): Promise<PreparedProgram>;
  /** How it runs a program, beside what the program's plan says, for reports; nothing if left out. */
  notes?(program: Program): readonly string[];
  close(): Promise<void>;
  /**
   * In the place of `close` where the process ends now: does not wait for what the device or its compiler are doing. Left
   * out where closing never takes long.
   */
  abandon?(): void;
}

/**
 * A program with its buffers on a device. Writes and runs take effect in the order of the calls; a run depends on nothing
 * but what was written and what it is given, so an engine may hand runs to several processes.
 */
export interface PreparedProgram {
  /** Frame slots allocated. */
  readonly frames: number;
  /** Writes a buffer from its first element on, for all runs to come. */
  write(buffer: string, data: BufferData): void;
  /**
   * Runs the program once on `parameters.frames` ≤ `frames` slots.
   * @param outputs what to read afterwards.
   * @param inputs what to write before, by buffer, from the first element on.
   * @throws DeviceLostError if the device went away.
   */
  run(parameters: RunParameters, outputs: readonly Readback[], inputs?: RunInputs): Promise<RunResult>;
  /** Runs one dispatch alone on what `write`, dispatches and the last run left in the buffers: bisects a wrong result. */
  runDispatch(dispatch: Dispatch, parameters: RunParameters, iteration: number): Promise<void>;
  /** All elements of a buffer. */
  read(buffer: string): Promise<BufferData>;
  /** Runs the program once, timing each dispatch by itself: seconds by kernel name. */
  profile(parameters: RunParameters): Promise<Profile>;
  release(): void;
}

export type RunInputs = Readonly<Record<string, BufferData>>;

/** How many leading elements of a buffer to read after a run. */
export interface Readback {
  readonly buffer: string;
  readonly elements: number;
}

/** What was chosen for a program on an engine, in words. */
export function planOn(engine: Pick<Engine, "notes">, program: Program): readonly string[] {
  return [...program.plan, ...(engine.notes?.(program) ?? [])];
}

export interface RunResult {
  /** In the order asked for. */
  readonly outputs: readonly BufferData[];
  /** Seconds on the device: by timestamp queries where there are any, else by the clock. */
  readonly seconds: number;
}

export interface Profile {
  /** Seconds by kernel name, summed over its dispatches. */
  readonly seconds: Readonly<Record<string, number>>;
  /** "timestamp queries" or "clock". */
  readonly method: string;
}

/** Chunks that a run touches: its counters are those of the first so many chunks. */
export function chunksTouched({ firstFrame, frames, chunkFrames }: RunParameters): number {
  return Math.ceil(((firstFrame % chunkFrames) + frames) / chunkFrames);
}
