import { type StripMerging, stripMerging } from "../../../wgsl/common/active-frames/simd/merge-strips.ts";
import type { BufferData, KernelCall, RunParameters } from "../../gpu/kernel.ts";
import { type Dispatch, framesCovered, type Program, type TimedDispatch } from "../../gpu/program.ts";
import { dispatchesInOrder, movesOf, type Schedule, scheduleOf } from "../../gpu/schedule.ts";
import { kernelNamed, partsOf } from "../registry.ts";
import { compiledWhenCalled, type ShaderStore } from "./compiled.ts";
import { type ProgramMemory, programMemory } from "./memory.ts";

/** Form of a kernel: written for WebAssembly SIMD, or compiled from its WGSL. */
export type KernelForm = "WebAssembly SIMD" | "compiled WGSL";

/** A dispatch with the function that runs it. */
interface Step {
  readonly run: (call: KernelCall) => void;
  readonly form: KernelForm;
  readonly buffers: readonly BufferData[];
  readonly variant: KernelCall["variant"];
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
  /** Number of frame slots. */
  readonly slots: number;
  /** Number of frames of a run: buffers per chunk have room for them. */
  readonly frames: number;
  /** Runs all kernels compiled from their WGSL, even kernels with a form of their own. */
  readonly only?: "compiled";
  /** Keeps compiled kernels between processes. */
  readonly store?: ShaderStore;
}

/** A program's buffers for a number of frame slots, and its dispatches. */
export class CpuState {
  readonly slots: number;
  readonly #program: Program;
  readonly #memory: ProgramMemory;
  readonly #schedule: Schedule;
  readonly #steps = new Map<Dispatch, Step>();
  /** The dispatches that compute tables for all frames of a run. */
  readonly #tables: ReadonlySet<Dispatch>;
  readonly #only: CpuStateOptions["only"];
  readonly #store?: ShaderStore;
  /** Moves active frames together, in a program whose frames may change places. */
  readonly #merging?: StripMerging;

  constructor(program: Program, { slots, frames, only, store }: CpuStateOptions) {
    this.slots = slots;
    this.#only = only;
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

  /** The forms that run each kernel, by the kernel's name; two dispatches of a kernel may have different forms. */
  get forms(): ReadonlyMap<string, ReadonlySet<KernelForm>> {
    const forms = new Map<string, Set<KernelForm>>();
    for (const [{ kernel }, { form }] of this.#steps) forms.set(kernel, (forms.get(kernel) ?? new Set()).add(form));
    return forms;
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
   * computed for its first piece.
   */
  run(piece: Piece, { isFirst, timed }: PieceOptions): void {
    for (const { dispatch, iteration } of this.#dispatchesOf(piece.parameters.frames)) {
      if (!isFirst && this.#tables.has(dispatch)) continue;
      if (timed === undefined) this.execute(dispatch, piece, iteration);
      else {
        const begin = performance.now();
        this.execute(dispatch, piece, iteration);
        timed(dispatch.kernel, (performance.now() - begin) / 1000);
      }
    }
  }

  execute(dispatch: Dispatch, { parameters, chunk }: Piece, iteration: number): void {
    const { run, buffers, variant } = this.#stepOf(dispatch);
    const { frames } = parameters;
    run({
      buffers: chunk === 0 ? buffers : buffers.map((buffer, i) => this.#fromChunk(dispatch.buffers[i], buffer, chunk)),
      constants: dispatch.constants,
      variant,
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

  *#dispatchesOf(ofRun: number): Generator<TimedDispatch> {
    const moves = movesOf(this.#schedule, ofRun, false);
    let counted = 0;
    for (let move = moves.next(); move.done !== true; move = moves.next(counted)) {
      if ("batch" in move.value) {
        const { batch } = move.value;
        if (!this.#schedule.iterations.includes(batch)) this.#merging?.restore(ofRun);
        yield* batch.dispatches;
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

  #mergingOf({ active, buffers }: Program): StripMerging | undefined {
    if (active?.places === undefined) return undefined;
    const { results, working, unsatisfied } = active.places;
    const rowsOf = (name: string) => ({ buffer: this.buffer(name), rows: buffers[name].length });
    const rows = { results: results.map(rowsOf), working: working.map(rowsOf), unsatisfied: rowsOf(unsatisfied) };
    return stripMerging(this.#memory, { ...rows, list: this.buffer(active.buffer) }, active.framesPerSlot);
  }

  #fromChunk(name: string, buffer: BufferData, chunk: number): BufferData {
    const { perChunk, length } = this.#program.buffers[name];
    return perChunk ? buffer.subarray(chunk * length) : buffer;
  }

  #stepOf(dispatch: Dispatch): Step {
    const known = this.#steps.get(dispatch);
    if (known !== undefined) return known;
    const { constants } = dispatch;
    const { simd } = kernelNamed(dispatch.kernel);
    const buffers = dispatch.buffers.map((name) => this.buffer(name));
    const variant = { parts: partsOf(dispatch.variant?.imports), lists: dispatch.variant?.lists };
    const rest = compiledWhenCalled(dispatch, buffers, this.#memory, this.#store);
    const own =
      this.#only === "compiled" ? undefined : simd?.({ constants, variant, buffers, memory: this.#memory, rest });
    const form = own === undefined ? "compiled WGSL" : "WebAssembly SIMD";
    const step: Step = { run: own ?? rest, form, buffers, variant };
    this.#steps.set(dispatch, step);
    return step;
  }
}

/** The dispatches before the first iteration whose buffers belong to no frame and keep their contents. */
function tablesOf({ start, buffers }: Program): ReadonlySet<Dispatch> {
  const isKept = (name: string) => !(buffers[name].perFrame || buffers[name].perChunk || buffers[name].cleared);
  return new Set(start.filter((dispatch) => dispatch.frames === 1 && dispatch.buffers.every(isKept)));
}
