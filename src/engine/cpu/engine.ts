import { type StripMerging, stripMerging } from "../../../wgsl/common/active-frames/simd/merge-strips.ts";
import type { BufferData, RunParameters } from "../../gpu/kernel.ts";
import { type Dispatch, framesCovered, type Program } from "../../gpu/program.ts";
import { type Batch, dispatchesInOrder, movesOf, type Schedule, scheduleOf } from "../../gpu/schedule.ts";
import { requireOptions } from "../../options.ts";
import { hasSimd } from "../../wgsl-cpu/wasm.ts";
import type { Engine, PreparedProgram, Profile, Readback, RunInputs, RunResult } from "../engine.ts";
import { checkFrames, frameBytes } from "../frame-slots.ts";
import { loadShaders } from "../shader.ts";
import {
  type CompiledKernel,
  compiledKernel,
  type Lanes,
  MEMORY_MOST,
  type ProgramMemory,
  programMemory,
  type ShaderStore,
  vectorWords,
} from "./compiled.ts";

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
    this.#piece = new CpuState(program, Math.min(frames, pieceFrames(program, vectorWords(store))), frames, store);
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
      this.#whole = new CpuState(this.#program, frames, this.frames, this.#store);
      for (const [name, { perFrame }] of Object.entries(this.#program.buffers)) {
        if (!perFrame) this.#whole.buffer(name).set(this.#piece.buffer(name));
      }
    }
    return this.#whole;
  }
}

/** A dispatch with the function that runs it. */
interface Step {
  readonly kernel: CompiledKernel;
  readonly buffers: readonly BufferData[];
  readonly hasChunks: boolean;
  /** The buffers from the counts of the last piece's chunk on. The kernel binds an array that it knows in no time. */
  bound: { readonly chunk: number; readonly buffers: readonly BufferData[] };
}

/** The frames of a piece of a run, and the position of its counts among the run's chunks. */
interface Piece {
  readonly parameters: RunParameters;
  /** Number of the run's chunks before this piece. */
  readonly chunk: number;
}

/** How a piece of a run is done. */
interface PieceOptions {
  /** Whether the piece is the first of its run. */
  readonly isFirst: boolean;
  /** Takes the seconds of each dispatch. */
  readonly timed?: (kernel: string, seconds: number) => void;
}

/** A program's buffers for a number of frame slots, and its dispatches. */
export class CpuState {
  readonly slots: number;
  readonly #program: Program;
  readonly #memory: ProgramMemory;
  readonly #schedule: Schedule;
  readonly #steps = new Map<Dispatch, Step>();
  /** The batches whose kernels are compiled. */
  readonly #ready = new Set<Batch>();
  /** The dispatches that compute tables for all frames of a run. */
  readonly #tables: ReadonlySet<Dispatch>;
  readonly #store?: ShaderStore;
  readonly #lanes: Lanes;
  /** Moves active frames together, in a program whose frames may change places. */
  readonly #merging?: StripMerging;

  /** @param frames number of frames of a run: buffers per chunk have room for them. @param store keeps compiled kernels. */
  constructor(program: Program, slots: number, frames: number, store?: ShaderStore) {
    this.slots = slots;
    this.#store = store;
    this.#lanes = lanesOf(program, vectorWords(store), slots);
    this.#program = program;
    this.#tables = tablesOf(program);
    this.#memory = programMemory(program.buffers, slots, frames);
    // Reading the count of active frames costs nothing on a processor, so the schedule reads it after every
    // iteration.
    this.#schedule = scheduleOf(program, 1);
    for (const { dispatch } of dispatchesInOrder(program)) this.#stepOf(dispatch);
    this.#merging = this.#mergingOf(program);
  }

  buffer(name: string): BufferData {
    return this.#memory.buffers[name];
  }

  /**
   * Clears the buffers that are zero at the start of a run. @param withChunks clears the buffers per chunk too, before
   * the first piece.
   */
  clear(withChunks: boolean): void {
    for (const [name, { cleared, perChunk }] of Object.entries(this.#program.buffers)) {
      if (cleared && (withChunks || !perChunk)) this.buffer(name).fill(0);
    }
  }

  /**
   * Runs the dispatches of a piece while frames are active, and its rounds while frames wait for them. Tables for all frames of a run are
   * computed for its first piece. A batch's kernels are compiled before it begins, so that other threads need not wait for its end.
   * @returns promises: the caller awaits each before it asks for the next. There are none if the kernels' store gives none.
   */
  *run(piece: Piece, options: PieceOptions): Generator<Promise<unknown>, void, void> {
    const ofRun = piece.parameters.frames;
    const moves = movesOf(this.#schedule, ofRun, false);
    let counted = 0;
    for (let move = moves.next(); move.done !== true; move = moves.next(counted)) {
      if ("batch" in move.value) {
        const { batch } = move.value;
        yield* this.#compile(batch);
        if (!this.#schedule.iterations.includes(batch)) this.#merging?.restore(ofRun);
        this.#runBatch(batch, piece, options);
      } else {
        const { count, dispatches } = move.value.look;
        const { buffer, element, meaning } = count!;
        if (this.#schedule.iterations.includes(move.value.look)) {
          this.#merging?.merge(ofRun, dispatches[dispatches.length - 1].iteration);
        }
        counted = meaning(this.buffer(buffer)[element]);
      }
    }
  }

  /** Compiles the kernels of a dispatch. @returns a promise while their store waits for a shader. */
  ready(dispatch: Dispatch): Promise<unknown> | undefined {
    return this.#stepOf(dispatch).kernel.ready();
  }

  execute(dispatch: Dispatch, { parameters, chunk }: Piece, iteration: number): void {
    const step = this.#stepOf(dispatch);
    const { frames } = parameters;
    if (step.hasChunks && step.bound.chunk !== chunk) {
      const buffers = step.buffers.map((buffer, i) => this.#fromChunk(dispatch.buffers[i], buffer, chunk));
      step.bound = { chunk, buffers };
    }
    step.kernel.run({
      buffers: step.bound.buffers,
      parameters: dispatch.frames === undefined ? parameters : { ...parameters, frames: dispatch.frames },
      iteration,
      range: {
        from: 0,
        to: dispatch.workgroups,
        firstSlot: 0,
        lastSlot: Math.ceil(framesCovered(dispatch, frames, frames) / (dispatch.framesPerWorkgroup ?? 1)),
      },
    });
  }

  *#compile(batch: Batch): Generator<Promise<unknown>, void, void> {
    if (this.#ready.has(batch)) return;
    const dispatches = new Set(batch.dispatches.map(({ dispatch }) => dispatch));
    const waiting = [...dispatches].flatMap((dispatch) => this.ready(dispatch) ?? []);
    if (waiting.length > 0) yield Promise.all(waiting);
    this.#ready.add(batch);
  }

  #runBatch({ dispatches }: Batch, piece: Piece, { isFirst, timed }: PieceOptions): void {
    for (const { dispatch, iteration } of dispatches) {
      if (!isFirst && this.#tables.has(dispatch)) continue;
      if (timed === undefined) this.execute(dispatch, piece, iteration);
      else {
        const begin = performance.now();
        this.execute(dispatch, piece, iteration);
        timed(dispatch.kernel, (performance.now() - begin) / 1000);
      }
    }
  }

  #mergingOf({ active, buffers }: Program): StripMerging | undefined {
    if (active?.places === undefined) return undefined;
    const { results, working, unsatisfied } = active.places;
    const rowsOf = (name: string) => ({ buffer: this.buffer(name), rows: buffers[name].length });
    const rows = { results: results.map(rowsOf), working: working.map(rowsOf), unsatisfied: rowsOf(unsatisfied) };
    return stripMerging(this.#memory, { ...rows, list: this.buffer(active.buffer) }, active.framesPerSlot, this.#lanes);
  }

  #fromChunk(name: string, buffer: BufferData, chunk: number): BufferData {
    const { perChunk, length } = this.#program.buffers[name];
    return perChunk ? buffer.subarray(chunk * length) : buffer;
  }

  #stepOf(dispatch: Dispatch): Step {
    const known = this.#steps.get(dispatch);
    if (known !== undefined) return known;
    const buffers = dispatch.buffers.map((name) => this.buffer(name));
    const kernel = compiledKernel(dispatch, buffers, this.#memory, this.#lanes, this.#store);
    const hasChunks = dispatch.buffers.some((name) => this.#program.buffers[name].perChunk);
    const step: Step = { kernel, buffers, hasChunks, bound: { chunk: 0, buffers } };
    this.#steps.set(dispatch, step);
    return step;
  }
}

/** The dispatches before the first iteration whose buffers belong to no frame and keep their contents. */
function tablesOf({ start, buffers }: Program): ReadonlySet<Dispatch> {
  const isKept = (name: string) => !(buffers[name].perFrame || buffers[name].perChunk || buffers[name].cleared);
  return new Set(start.filter((dispatch) => dispatch.frames === 1 && dispatch.buffers.every(isKept)));
}

/** Bytes of frame buffers that fit in a core's cache. */
const CACHE = 2 ** 20;

/** Minimum number of words that a kernel call processes, in whole vectors, unless they take more than LARGE bytes. */
const WORDS_LEAST = 8;
const LARGE = 64 * 2 ** 20;

/**
 * Frames that a core processes at once: all frames if results belong to single frames.
 * @param most words of the widest vectors of its kernels.
 */
export function pieceFrames(program: Program, most: Lanes): number {
  return chunkBytes(program) === 0 ? Number.MAX_SAFE_INTEGER : framesInCache(program, most);
}

/** Frames whose buffers fit in a core's cache, a whole number of vectors. @param most as for `pieceFrames`. */
export function framesInCache(program: Program, most: Lanes): number {
  const lanes = lanesOf(program, most);
  const { interleave, isAlone } = messagesOf(program);
  const bytesOfFrame = frameBytes(program);
  // Kernels before and after the iterations have frames in lanes.
  if (isAlone && lanes * bytesOfFrame > LARGE) return Math.max(1, Math.floor(LARGE / bytesOfFrame));
  const vector = lanes * interleave;
  const bytes = vector * bytesOfFrame;
  return vector * Math.max(bytes > LARGE ? 1 : WORDS_LEAST / lanes, 1, Math.floor(CACHE / bytes));
}

/**
 * Words of the vectors of a program's kernels: the most whose frames a program's memory has room for, beside tables, and that its frames fill,
 * as half of a vector takes as long as the whole.
 * @param slots frames of the program.
 */
function lanesOf(program: Program, most: Lanes, slots = Number.POSITIVE_INFINITY): Lanes {
  const { interleave, isAlone } = messagesOf(program);
  if (isAlone) return most;
  const bytes = interleave * frameBytes(program);
  const fits = (lanes: Lanes) => lanes * bytes < 0.9 * MEMORY_MOST && (lanes * interleave) / 2 < slots;
  return ([16, 8] as const).find((lanes) => lanes <= most && fits(lanes)) ?? 4;
}

/**
 * Frames per word of the largest frame buffer of the iterations, on which kernels spend most of their time, and whether one of these has a
 * workgroup for each frame, so that the lanes of its vectors are no frames.
 */
function messagesOf({ buffers, start, iterate }: Program) {
  const dispatches = iterate.length > 0 ? iterate : start;
  const used = new Set(dispatches.flatMap((dispatch) => dispatch.buffers));
  let found = { name: "", length: 0, interleave: 1 };
  for (const [name, { perFrame, length, interleave = 1 }] of Object.entries(buffers)) {
    if (perFrame && used.has(name) && length / interleave > found.length) {
      found = { name, length: length / interleave, interleave };
    }
  }
  const isAlone = dispatches.some((each) => (each.framesPerWorkgroup ?? 1) === 1 && each.buffers.includes(found.name));
  return { interleave: found.interleave, isAlone };
}

/** Bytes of a program's counts per chunk; 0 for a program whose results belong to single frames. */
function chunkBytes({ buffers }: Program): number {
  return Object.values(buffers).reduce((sum, { perChunk, length }) => sum + (perChunk ? 4 * length : 0), 0);
}

/** Splits a run into consecutive pieces of at most `slots` frames. */
function piecesOf(parameters: RunParameters, slots: number): Piece[] {
  const { firstFrame, frames, chunkFrames } = parameters;
  const firstChunk = Math.floor(firstFrame / chunkFrames);
  const pieces: Piece[] = [];
  for (let done = 0; done < frames; done += slots) {
    const first = firstFrame + done;
    pieces.push({
      parameters: { ...parameters, firstFrame: first, frames: Math.min(slots, frames - done) },
      chunk: Math.floor(first / chunkFrames) - firstChunk,
    });
  }
  return pieces;
}
