import type { BufferData, RunParameters } from "../../gpu/kernel.ts";
import type { Dispatch, Program } from "../../gpu/program.ts";
import { requireOptions } from "../../options.ts";
import { hasSimd } from "../../wgsl-cpu/wasm.ts";
import type { Engine, PreparedProgram, Profile, Readback, RunInputs, RunResult } from "../engine.ts";
import { checkFrames, frameBytes } from "../frame-slots.ts";
import { type ShaderStore, vectorWords } from "./compiled.ts";
import { chunkBytes, framesInCache, pieceFrames, piecesOf } from "./pieces.ts";
import { loadShaders } from "./shader-texts.ts";
import { CpuState } from "./state.ts";

/**
 * Maximum size in bytes of the buffers for one program's frames, or, for a program that counts, of its buffers per
 * chunk.
 */
const MEMORY = 64 * 2 ** 20;

export interface CpuEngineOptions {
  /** Keeps compiled kernels for several processes or threads; without it each of them compiles them anew. */
  readonly store?: ShaderStore;
}

/**
 * The CPU engine in this thread: kernels compiled from their WGSL to WebAssembly SIMD. `openEngine` of
 * `gfq-ldpc/node` spreads runs over the cores, `openCpuPool` over Web Workers.
 * @param adapter the processor's name in reports.
 * @param options the store for compiled kernels.
 * @throws Error from `prepare` where this JavaScript engine has no WebAssembly SIMD.
 * @example
 * cpuEngine().info.engine; // → "cpu"
 */
export function cpuEngine(adapter = "CPU, one thread", options: CpuEngineOptions = {}): Engine {
  requireOptions("cpuEngine", options, { store: true });
  const { store } = options;
  return {
    info: { engine: "cpu", adapter, driver: "WebAssembly SIMD", software: true },
    // Workgroups are loops; these choose the plan that most cards get.
    limits: {
      workgroupBytes: 32768,
      workgroupSize: 1024,
      software: true,
      simd: true,
      vectorWords: vectorWords(store),
    },
    runsInFlight: 1,
    framesMaximum: (program) => Math.max(1, Math.floor(MEMORY / (chunkBytes(program) || frameBytes(program)))),
    framesInCache: (program) => framesInCache(program, vectorWords(store)),
    prepare: async (program, frames) => {
      if (!hasSimd()) {
        throw new Error("this JavaScript engine has no WebAssembly SIMD, which kernels on a CPU need: use a newer one");
      }
      await loadShaders(program);
      return new CpuProgram(program, frames, store);
    },
    close: async () => {},
  };
}

class CpuProgram implements PreparedProgram {
  readonly frames: number;
  readonly #program: Program;
  readonly #store?: ShaderStore;
  /** Slots for one piece of a run, or for all frames where a run returns only counts. */
  readonly #piece: CpuState;
  /** Slots for all frames of a run, allocated at the first request for data of each frame. */
  #whole?: CpuState;
  /** The state that holds the last run's frames. */
  #last: CpuState;
  #lastWasInPieces = false;

  constructor(program: Program, frames: number, store?: ShaderStore) {
    this.frames = frames;
    this.#program = program;
    this.#store = store;
    this.#piece = new CpuState(program, {
      slots: Math.min(frames, pieceFrames(program, vectorWords(store))),
      frames,
      store,
    });
    this.#last = this.#piece;
  }

  write(name: string, data: BufferData): void {
    for (const state of [this.#piece, this.#whole]) state?.buffer(name).set(data);
  }

  async run(parameters: RunParameters, outputs: readonly Readback[], inputs: RunInputs = {}): Promise<RunResult> {
    checkFrames(parameters, this.frames);
    const begin = performance.now();
    const inPieces = outputs.every(({ buffer }) => this.#program.buffers[buffer].perChunk);
    const state = this.#stateFor(parameters.frames, inPieces && Object.keys(inputs).length === 0);
    for (const [name, data] of Object.entries(inputs)) state.buffer(name).set(data);
    for (const waiting of this.#runAll(state, parameters)) await waiting;
    const seconds = (performance.now() - begin) / 1000;
    const read = ({ buffer, elements, bytes }: Readback) => {
      const values = state.buffer(buffer);
      return bytes ? new Uint8Array(values.subarray(0, elements)) : values.slice(0, elements);
    };
    return { outputs: outputs.map(read), seconds };
  }

  async runDispatch(dispatch: Dispatch, parameters: RunParameters, iteration: number): Promise<void> {
    checkFrames(parameters, this.frames);
    const state = this.#stateFor(parameters.frames, false);
    const waiting = state.ready(dispatch);
    if (waiting !== undefined) await waiting;
    state.execute(dispatch, { parameters, chunk: 0 }, iteration);
  }

  async read(name: string): Promise<BufferData> {
    const { perFrame, perChunk } = this.#program.buffers[name];
    if (this.#lastWasInPieces && perFrame && !perChunk) {
      throw new Error(`${name} holds the last ${this.#piece.slots} frames of the run at most: ask the run for it`);
    }
    return this.#last.buffer(name).slice();
  }

  async profile(parameters: RunParameters): Promise<Profile> {
    checkFrames(parameters, this.frames);
    const seconds: Record<string, number> = {};
    const timed = (kernel: string, time: number) => {
      seconds[kernel] = (seconds[kernel] ?? 0) + time;
    };
    for (const waiting of this.#runAll(this.#stateFor(parameters.frames, true), parameters, timed)) await waiting;
    return { seconds, method: "clock" };
  }

  release(): void {
    this.#whole = undefined;
  }

  /** Runs all frames. @returns promises, as `CpuState.run`. Without any, a run ends before another call begins. */
  *#runAll(
    state: CpuState,
    parameters: RunParameters,
    timed?: (kernel: string, seconds: number) => void,
  ): Generator<Promise<unknown>, void, void> {
    for (const [i, piece] of piecesOf(parameters, state.slots).entries()) {
      state.clear(i === 0);
      yield* state.run(piece, { isFirst: i === 0, timed });
    }
  }

  /** The slots for a run of `frames` frames. */
  #stateFor(frames: number, inPieces: boolean): CpuState {
    const fits = frames <= this.#piece.slots;
    this.#last = fits || inPieces ? this.#piece : this.#allFrames(frames);
    this.#lastWasInPieces = !fits && inPieces;
    return this.#last;
  }

  #allFrames(frames: number): CpuState {
    if (this.#whole === undefined || this.#whole.slots < frames) {
      this.#whole = new CpuState(this.#program, { slots: frames, frames: this.frames, store: this.#store });
      for (const [name, { perFrame }] of Object.entries(this.#program.buffers)) {
        if (!perFrame) this.#whole.buffer(name).set(this.#piece.buffer(name));
      }
    }
    return this.#whole;
  }
}
