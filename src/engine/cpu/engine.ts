import type { BufferData, ElementType, RunParameters } from "../../gpu/kernel.ts";
import type { Dispatch, Program } from "../../gpu/program.ts";
import { bufferElements, framesCovered, type TimedDispatch } from "../../gpu/program.ts";
import { movesOf, scheduleOf } from "../../gpu/schedule.ts";
import type { Engine, PreparedProgram, Profile, Readback, RunInputs, RunResult } from "../engine.ts";
import { checkFrames, frameBytes } from "../frame-slots.ts";
import { kernelNamed, partsOf } from "../registry.ts";

/** Most bytes of one program's frame buffers: stays in the cache as far as one frame does. */
const MEMORY = 64 * 2 ** 20;

/**
 * The CPU engine: the kernels' twins in this thread. `src/node/engine/cpu-pool.ts` spreads it over processes.
 * @param adapter what to call this processor in reports.
 */
export function cpuEngine(adapter = "CPU, one thread"): Engine {
  return {
    info: { engine: "cpu", adapter, driver: "TypeScript twins", software: true },
    // A twin needs no workgroups; these choose the plan that most devices get.
    limits: { workgroupBytes: 32768, workgroupSize: 256, software: true, twins: true },
    runsInFlight: 1,
    framesMaximum: (program) => Math.max(1, Math.floor(MEMORY / frameBytes(program))),
    prepare: async (program, frames) => prepare(program, frames),
    close: async () => {},
  };
}

function prepare(program: Program, frames: number): PreparedProgram {
  const buffers: Record<string, BufferData> = {};
  for (const [name, buffer] of Object.entries(program.buffers)) {
    buffers[name] = allocate(buffer.type, bufferElements(buffer, frames));
    if (buffer.data !== undefined) buffers[name].set(buffer.data);
  }

  function execute(dispatch: Dispatch, run: RunParameters, iteration: number): void {
    const parameters = dispatch.frames === undefined ? run : { ...run, frames: dispatch.frames };
    kernelNamed(dispatch.kernel).run({
      buffers: dispatch.buffers.map((name) => buffers[name]),
      constants: dispatch.constants,
      variant: { parts: partsOf(dispatch.variant?.imports), lists: dispatch.variant?.lists },
      parameters,
      iteration,
      range: {
        from: 0,
        to: dispatch.workgroups,
        firstSlot: 0,
        lastSlot: Math.ceil(framesCovered(dispatch, run.frames, run.frames) / (dispatch.framesPerWorkgroup ?? 1)),
      },
    });
  }

  // Twins look after every iteration: a look costs them nothing.
  const schedule = scheduleOf(program, 1);

  /** The dispatches of a run, as far as frames are active and wait for rounds. */
  function* dispatchesOf(ofRun: number): Generator<TimedDispatch> {
    const moves = movesOf(schedule, ofRun, false);
    let counted = 0;
    for (let move = moves.next(); move.done !== true; move = moves.next(counted)) {
      if ("batch" in move.value) yield* move.value.batch.dispatches;
      else {
        const { buffer, element, meaning } = move.value.look.count!;
        counted = meaning(buffers[buffer][element]);
      }
    }
  }

  function clear(): void {
    for (const [name, buffer] of Object.entries(program.buffers)) if (buffer.cleared) buffers[name].fill(0);
  }

  return {
    frames,
    write: (name, data) => buffers[name].set(data),
    async run(parameters: RunParameters, outputs: readonly Readback[], inputs: RunInputs = {}): Promise<RunResult> {
      checkFrames(parameters, frames);
      for (const [name, data] of Object.entries(inputs)) buffers[name].set(data);
      const begin = performance.now();
      clear();
      for (const { dispatch, iteration } of dispatchesOf(parameters.frames)) execute(dispatch, parameters, iteration);
      const seconds = (performance.now() - begin) / 1000;
      return { outputs: outputs.map(({ buffer, elements }) => buffers[buffer].slice(0, elements)), seconds };
    },
    async runDispatch(dispatch, parameters, iteration) {
      checkFrames(parameters, frames);
      execute(dispatch, parameters, iteration);
    },
    read: async (name) => buffers[name].slice(),
    async profile(parameters: RunParameters): Promise<Profile> {
      checkFrames(parameters, frames);
      const seconds: Record<string, number> = {};
      clear();
      for (const { dispatch, iteration } of dispatchesOf(parameters.frames)) {
        const begin = performance.now();
        execute(dispatch, parameters, iteration);
        seconds[dispatch.kernel] = (seconds[dispatch.kernel] ?? 0) + (performance.now() - begin) / 1000;
      }
      return { seconds, method: "clock" };
    },
    release: () => {},
  };
}

function allocate(type: ElementType, length: number): BufferData {
  if (type === "f32") return new Float32Array(length);
  return type === "i32" ? new Int32Array(length) : new Uint32Array(length);
}
