import { type StripMerging, stripMerging } from "../../../wgsl/common/active-frames/simd/merge-strips.ts";
import type { BufferData, RunParameters } from "../../gpu/kernel.ts";
import { type Dispatch, framesCovered, type Program } from "../../gpu/program.ts";
import { type Batch, dispatchesInOrder, movesOf, type Schedule, scheduleOf } from "../../gpu/schedule.ts";
import { type CompiledKernel, compiledKernel, type ShaderStore, vectorWords } from "./compiled.ts";
import { type ProgramMemory, programMemory } from "./memory.ts";

/** A dispatch with the function that runs it. */
interface Step {
  readonly kernel: CompiledKernel;
  readonly buffers: readonly BufferData[];
  readonly hasChunks: boolean;
  /** The buffers from the counts of the last piece's chunk on. The kernel binds an array that it knows in no time. */
  bound: { readonly chunk: number; readonly buffers: readonly BufferData[] };
}

/** The frames of a piece of a run, and the position of its counts among the run's chunks. */
export interface Piece {
  readonly parameters: RunParameters;
  /** Number of the run's chunks before this piece. */
  readonly chunk: number;
}

/** How a piece of a run is done. */
export interface PieceOptions {
  /** Whether the piece is the first of its run. */
  readonly isFirst: boolean;
  /** Takes the seconds of each dispatch. */
  readonly timed?: (kernel: string, seconds: number) => void;
}

export interface CpuStateOptions {
  readonly slots: number;
  /** Number of frames of a run: buffers per chunk have room for them. */
  readonly frames: number;
  /** Keeps compiled kernels for several processes or threads. */
  readonly store?: ShaderStore;
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
  /** Moves active frames together, in a program whose frames may change places. */
  readonly #merging?: StripMerging;

  constructor(program: Program, { slots, frames, store }: CpuStateOptions) {
    this.slots = slots;
    this.#store = store;
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
    return stripMerging(
      this.#memory,
      { ...rows, list: this.buffer(active.buffer) },
      active.framesPerSlot,
      vectorWords(this.#store),
    );
  }

  #fromChunk(name: string, buffer: BufferData, chunk: number): BufferData {
    const { perChunk, length } = this.#program.buffers[name];
    return perChunk ? buffer.subarray(chunk * length) : buffer;
  }

  #stepOf(dispatch: Dispatch): Step {
    const known = this.#steps.get(dispatch);
    if (known !== undefined) return known;
    const buffers = dispatch.buffers.map((name) => this.buffer(name));
    const kernel = compiledKernel(dispatch, buffers, this.#memory, this.#store);
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
