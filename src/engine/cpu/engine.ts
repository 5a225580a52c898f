import { decoderProgram } from "../../decoder/decoder.ts";
import type { DecodableCode } from "../../decoder/rule.ts";
import type { DecoderSpec } from "../../decoder/spec.ts";
import type { BufferData, RunParameters } from "../../gpu/kernel.ts";
import type { Dispatch, Program } from "../../gpu/program.ts";
import { hasSimd } from "../../wasm/module.ts";
import type { Engine, PreparedProgram, Profile, Readback, RunInputs, RunResult } from "../engine.ts";
import { checkFrames, frameBytes } from "../frame-slots.ts";
import { kernelNamed } from "../registry.ts";
import type { ShaderStore } from "./compiled.ts";
import { chunkBytes, pieceFrames, piecesOf } from "./pieces.ts";
import { loadShaders } from "./shader-texts.ts";
import { CpuState, type CpuStateOptions, type KernelForm } from "./state.ts";

/** Most bytes of one program's frame buffers; of one that counts, those of its chunks. */
const MEMORY = 64 * 2 ** 20;

/** How the CPU engine runs kernels. */
export interface CpuEngineOptions {
  /** Kernels in WebAssembly SIMD take the place of their twins; if left out, where this JavaScript engine has it. */
  readonly simd?: boolean;
  /** Keeps compiled kernels between processes; if left out, they are compiled anew in each. */
  readonly store?: ShaderStore;
}

/**
 * The CPU engine in this thread: kernels in WebAssembly SIMD where this JavaScript engine has it. `openEngine` of `gfq-ldpc/node` spreads
 * runs over the cores, `openCpuPool` over Web Workers.
 * @param adapter the processor's name in reports.
 * @param options `simd: false` runs the TypeScript twins of the kernels, to compare.
 * @example
 * cpuEngine().info.engine; // → "cpu"
 */
export function cpuEngine(adapter = "CPU, one thread", { simd = hasSimd(), store }: CpuEngineOptions = {}): Engine {
  return {
    info: { engine: "cpu", adapter, driver: simd ? "WebAssembly SIMD" : TWINS_ALONE, software: true },
    // A twin needs no workgroups; these choose the plan that most devices get.
    limits: { workgroupBytes: 32768, workgroupSize: 256, software: true, twins: true, simd },
    runsInFlight: 1,
    framesMaximum: (program) => Math.max(1, Math.floor(MEMORY / (chunkBytes(program) || frameBytes(program)))),
    prepare: async (program, frames) => {
      if (simd) await loadShaders(program);
      return new CpuProgram(program, frames, { simd, store });
    },
    notes: (program) => (simd ? formNotes(program) : []),
    close: async () => {},
  };
}

/** Which kernels of a program's iterations, or of its start where it has none, run in which form. */
function formNotes(program: Program): string[] {
  return Object.entries(kernelForms(program)).flatMap(([form, names]) =>
    names.length === 0 ? [] : [`${form}: ${names.join(", ")}`],
  );
}

/** Kernels of a program's iterations, or of its start where it has none, by the form in which the CPU engine runs them. */
function kernelForms(program: Program): Record<KernelForm, string[]> {
  const { forms } = new CpuState(program, { slots: 1, frames: 1, simd: true });
  const hot = program.repeats > 0 ? program.iterate : program.start;
  const names = [...new Set(hot.map(({ kernel }) => kernel))];
  const of = (form: KernelForm) => names.filter((name) => forms.get(name)?.has(form));
  return {
    "WebAssembly SIMD": of("WebAssembly SIMD"),
    "compiled WGSL": of("compiled WGSL"),
    "TypeScript twin": of("TypeScript twin"),
  };
}

/** What a kernel writes that only tests decisions, or lists frames. */
const TESTS_AND_LISTS = new Set(["unsatisfied", "active_list"]);

/**
 * Whether the CPU engine has all kernels of a decoder's iterations in WebAssembly SIMD, but for tests of decisions and lists of frames,
 * which take little time. Where it runs twins, a software device of WebGPU is several times as fast.
 * @param code the code that will be decoded.
 * @param spec as `readDecoder` makes it.
 * @throws InputError as `decoderProgram`.
 * @example
 * typeof runsInWebAssembly(code, decoder); // → "boolean"
 */
export function runsInWebAssembly(code: DecodableCode, spec: DecoderSpec): boolean {
  const { limits } = cpuEngine();
  if (limits.simd !== true) return false;
  const isLight = (name: string) =>
    kernelNamed(name).bindings.every(({ name, access }) => access === "read" || TESTS_AND_LISTS.has(name));
  return kernelForms(decoderProgram(code, spec, limits))["TypeScript twin"].every(isLight);
}

/** For reports. */
const TWINS_ALONE = hasSimd() ? "TypeScript twins" : "TypeScript twins: there is no WebAssembly SIMD here";

class CpuProgram implements PreparedProgram {
  readonly frames: number;
  readonly #program: Program;
  readonly #forms: Pick<CpuStateOptions, "simd" | "store">;
  /** Slots of a piece of a run; of all frames where nobody asks for more than what is counted. */
  readonly #piece: CpuState;
  /** Slots of all frames of a run, made when something of each frame is wanted. */
  #whole?: CpuState;
  /** Where the last run's frames are. */
  #last: CpuState;
  #lastWasInPieces = false;

  constructor(program: Program, frames: number, forms: Pick<CpuStateOptions, "simd" | "store">) {
    this.frames = frames;
    this.#program = program;
    this.#forms = forms;
    this.#piece = new CpuState(program, { slots: Math.min(frames, pieceFrames(program)), frames, ...forms });
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
    this.#runAll(state, parameters);
    const seconds = (performance.now() - begin) / 1000;
    return { outputs: outputs.map(({ buffer, elements }) => state.buffer(buffer).slice(0, elements)), seconds };
  }

  async runDispatch(dispatch: Dispatch, parameters: RunParameters, iteration: number): Promise<void> {
    checkFrames(parameters, this.frames);
    this.#stateFor(parameters.frames, false).execute(dispatch, { parameters, chunk: 0 }, iteration);
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
    this.#runAll(this.#stateFor(parameters.frames, true), parameters, (kernel, time) => {
      seconds[kernel] = (seconds[kernel] ?? 0) + time;
    });
    return { seconds, method: "clock" };
  }

  release(): void {
    this.#whole = undefined;
  }

  #runAll(state: CpuState, parameters: RunParameters, timed?: (kernel: string, seconds: number) => void): void {
    piecesOf(parameters, state.slots).forEach((piece, i) => {
      state.clear(i === 0);
      state.run(piece, timed);
    });
  }

  /** The slots for a run of so many frames. */
  #stateFor(frames: number, inPieces: boolean): CpuState {
    const fits = frames <= this.#piece.slots;
    this.#last = fits || inPieces ? this.#piece : this.#allFrames(frames);
    this.#lastWasInPieces = !fits && inPieces;
    return this.#last;
  }

  #allFrames(frames: number): CpuState {
    if (this.#whole === undefined || this.#whole.slots < frames) {
      this.#whole = new CpuState(this.#program, { slots: frames, frames: this.frames, ...this.#forms });
      for (const [name, { perFrame }] of Object.entries(this.#program.buffers)) {
        if (!perFrame) this.#whole.buffer(name).set(this.#piece.buffer(name));
      }
    }
    return this.#whole;
  }
}
