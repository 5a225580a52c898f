import { finish } from "../../code/steps.ts";
import { InputError } from "../../errors.ts";
import type { BufferData, RunParameters } from "../../gpu/kernel.ts";
import type { Dispatch, Program } from "../../gpu/program.ts";
import { type BatchCount, dispatchesInOrder, movesOf, type Schedule } from "../../gpu/schedule.ts";
import type { PreparedProgram, Profile, Readback, RunInputs, RunResult } from "../engine.ts";
import { checkFrames } from "../frame-slots.ts";
import { GpuBuffers } from "./buffers.ts";
import type { GpuContext } from "./context.ts";
import { type PassTimer, passTimer } from "./pass-timer.ts";
import { ReadyRun, type RunEncoding } from "./ready-run.ts";
import { RunUniforms } from "./run-uniform.ts";
import { type Bound, compiledSchedule, encode, type GpuBatch, runsOfKernels, type Step, stepOf } from "./steps.ts";

/** Maximum number of passes timed at once: WebGPU allows 4096 queries in a set. */
const PASSES_MAXIMUM = 2048;

/** Steps encoded without a pause, in some tens of microseconds. */
const STEPS_TOGETHER = 4;

/** Work that the device has done. */
interface Submission {
  /** Undefined without timestamp queries. */
  readonly seconds: number | undefined;
  readonly data: RunResult["outputs"];
}

/** Performs a batch of a run; returns the batch's count. */
type Perform = (batch: GpuBatch, activeFrames: number) => Promise<RunResult["outputs"]>;

/** A program with its buffers and compiled kernels on a WebGPU device. */
export class GpuProgram implements PreparedProgram {
  readonly frames: number;
  readonly #context: GpuContext;
  readonly #bound: Bound;
  readonly #schedule: Schedule<GpuBatch>;
  /** Whether a run waits in its middle for a count from the device. */
  readonly #waits: boolean;
  /** Whether runs have timestamp queries. */
  readonly #timed: boolean | undefined;
  /** Unused timers, kept because creating them for every run costs more than a short run. */
  readonly #timers: PassTimer[] = [];
  readonly #ready = new ReadyRun();
  /**
   * Resolves once the last run that waits in its middle has submitted all its work, because two such runs must not
   * share the buffers.
   */
  #submitted: Promise<void> = Promise.resolve();
  /** The parameters in the uniforms at present. */
  #written: RunParameters | undefined;

  static async create(context: GpuContext, program: Program, frames: number): Promise<GpuProgram> {
    const forms = new RunUniforms(dispatchesInOrder(program), program.repeats);
    const usage = GPUBufferUsage.UNIFORM | GPUBufferUsage.COPY_DST;
    const { made, memory, error } = await context.allocated(() => ({
      buffers: new GpuBuffers(context, program, frames),
      uniforms: context.device.createBuffer({ label: "run", size: forms.bytes, usage }),
    }));
    const { buffers, uniforms } = made;
    try {
      if (error !== null) {
        const remedy = memory ? "; lower the limit of device memory, --memory" : "";
        throw new InputError(`the adapter cannot hold ${frames} frames at once: ${error.message}${remedy}`);
      }
      const bound = { context, buffers, uniforms, forms };
      return new GpuProgram(bound, await compiledSchedule(bound, program), frames, program.timed);
    } catch (error) {
      buffers.destroy(false);
      uniforms.destroy();
      throw error;
    }
  }

  private constructor(bound: Bound, schedule: Schedule<GpuBatch>, frames: number, timed: boolean | undefined) {
    this.#context = bound.context;
    this.#bound = bound;
    this.#schedule = schedule;
    this.#waits = schedule.iterations.length > 0 || schedule.rounds.length > 0;
    this.frames = frames;
    this.#timed = timed;
  }

  write(name: string, data: BufferData): void {
    const { buffers } = this.#bound;
    // Runs that were called earlier come first.
    if (this.#waits) void this.#submitted.then(() => buffers.write(name, data));
    else buffers.write(name, data);
  }

  async run(parameters: RunParameters, outputs: readonly Readback[], inputs: RunInputs = {}): Promise<RunResult> {
    checkFrames(parameters, this.frames);
    let allSubmitted = () => {};
    if (this.#waits) {
      const before = this.#submitted;
      this.#submitted = new Promise((resolve) => {
        allSubmitted = resolve;
      });
      await before;
    }
    const submissions: Promise<Submission>[] = [];
    const begin = performance.now();
    let submitSeconds = 0;
    try {
      for (const [name, data] of Object.entries(inputs)) this.#bound.buffers.write(name, data);
      this.#writeUniforms(parameters);
      await this.#follow(parameters.frames, (batch, activeFrames) => {
        const readbacks = batch === this.#schedule.last ? outputs : countReadbacks(batch.count);
        const submission = this.#submit(batch.steps, parameters, activeFrames, readbacks, submissions.length === 0);
        const data = submission.then(({ data }) => data);
        // A batch may fail before it is awaited.
        for (const promise of [submission, data]) promise.catch(() => {});
        submissions.push(submission);
        return data;
      });
      submitSeconds = (performance.now() - begin) / 1000;
    } finally {
      allSubmitted();
    }
    const done = await Promise.all(submissions);
    const elapsed = (performance.now() - begin) / 1000;
    const measured = done.every(({ seconds }) => seconds !== undefined);
    const seconds = measured ? done.reduce((sum, { seconds }) => sum + seconds!, 0) : elapsed;
    return { outputs: done.at(-1)!.data, seconds, submitSeconds };
  }

  /**
   * Performs the batches of a run in order. A run waits for nothing before it reads its first count, so a program
   * without counts takes effect in the order of the calls.
   */
  async #follow(frames: number, perform: Perform): Promise<void> {
    const counts = new Map<GpuBatch, Promise<RunResult["outputs"]>>();
    const moves = movesOf(this.#schedule, frames, true);
    let counted = 0;
    for (let move = moves.next(); move.done !== true; move = moves.next(counted)) {
      if ("batch" in move.value) {
        const { batch, activeFrames } = move.value;
        counts.set(batch, perform(batch, activeFrames));
      } else {
        const { look } = move.value;
        const [values] = await counts.get(look)!;
        counted = look.count!.meaning(values[look.count!.element]);
      }
    }
  }

  async runDispatch(dispatch: Dispatch, parameters: RunParameters, iteration: number): Promise<void> {
    checkFrames(parameters, this.frames);
    await this.#submitted;
    const { device } = this.#context;
    const step = await stepOf(this.#bound, { dispatch, iteration });
    this.#writeUniforms(parameters);
    const encoder = device.createCommandEncoder();
    const pass = encoder.beginComputePass();
    encode(pass, [step], parameters, parameters.frames);
    pass.end();
    device.queue.submit([encoder.finish()]);
    await this.#context.orLost(device.queue.onSubmittedWorkDone());
  }

  async read(name: string): Promise<BufferData> {
    await this.#submitted;
    return this.#bound.buffers.read(name);
  }

  /** Performs the batches of a run one kernel at a time. */
  async profile(parameters: RunParameters): Promise<Profile> {
    checkFrames(parameters, this.frames);
    await this.#submitted;
    const { device, timestamps } = this.#context;
    const { buffers } = this.#bound;
    const seconds: Record<string, number> = {};
    this.#writeUniforms(parameters);
    const begin = device.createCommandEncoder();
    buffers.clear(begin);
    device.queue.submit([begin.finish()]);
    const together = timestamps ? PASSES_MAXIMUM : 1;
    const time = async ({ steps, count }: GpuBatch, activeFrames: number) => {
      const ofOneKernel = runsOfKernels(steps);
      for (let first = 0; first < ofOneKernel.length; first += together) {
        const timed = ofOneKernel.slice(first, first + together);
        for (const [i, spent] of (await this.#timeSteps(timed, parameters, activeFrames)).entries()) {
          const { kernel } = timed[i][0].dispatch;
          seconds[kernel] = (seconds[kernel] ?? 0) + spent;
        }
      }
      const encoder = device.createCommandEncoder();
      const counts = buffers.stage(encoder, countReadbacks(count));
      device.queue.submit([encoder.finish()]);
      return (await counts.read()).data;
    };
    let done: Promise<RunResult["outputs"]> = Promise.resolve([]);
    await this.#follow(parameters.frames, (batch, activeFrames) => {
      done = done.then(() => time(batch, activeFrames));
      // A batch may fail before it is awaited.
      done.catch(() => {});
      return done;
    });
    await done;
    return { seconds, method: timestamps ? "timestamp queries" : "clock" };
  }

  /** Times each list of steps in a pass of its own, in seconds. */
  async #timeSteps(
    passes: readonly (readonly Step[])[],
    parameters: RunParameters,
    activeFrames: number,
  ): Promise<number[]> {
    const { device } = this.#context;
    const clock = passTimer(this.#context, passes.length);
    const encoder = device.createCommandEncoder();
    for (const [index, steps] of passes.entries()) {
      const pass = encoder.beginComputePass(clock.pass(index));
      encode(pass, steps, parameters, activeFrames);
      pass.end();
    }
    const staged = this.#bound.buffers.stage(encoder, [], clock.resolve(encoder));
    const begin = performance.now();
    device.queue.submit([encoder.finish()]);
    await this.#context.orLost(device.queue.onSubmittedWorkDone());
    const elapsed = (performance.now() - begin) / 1000;
    const measured = clock.seconds((await staged.read()).extra);
    clock.release();
    return measured.length > 0 ? measured : [elapsed];
  }

  release(): void {
    // Runs called earlier still need the buffers.
    void this.#submitted.then(() => {
      this.#ready.drop();
      this.#bound.buffers.destroy();
      for (const timer of this.#timers) timer.release();
      this.#bound.uniforms.destroy();
    });
  }

  /** Submits steps, the first or the last ones of a run, and reads buffers after them. */
  #submit(
    steps: readonly Step[],
    { frames }: RunParameters,
    activeFrames: number,
    readbacks: readonly Readback[],
    isFirst: boolean,
  ): Promise<Submission> {
    const encodeRun = () => this.#encode(steps, frames, activeFrames, readbacks, isFirst);
    const ready = this.#waits ? undefined : this.#ready.take(frames, readbacks);
    const { commands, clock, staging } = ready ?? finish(encodeRun());
    this.#context.device.queue.submit([commands]);
    const staged = staging.read(() => this.#ready.encodePart());
    if (!this.#waits) this.#ready.prepare(frames, readbacks, encodeRun);
    return staged.then(({ data, extra }) => {
      this.#timers.push(clock);
      const [seconds] = clock.seconds(extra) as (number | undefined)[];
      return { seconds, data };
    });
  }

  /** Encodes steps as one pass, and copies of buffers after them. */
  *#encode(
    steps: readonly Step[],
    frames: number,
    activeFrames: number,
    readbacks: readonly Readback[],
    isFirst: boolean,
  ): RunEncoding {
    const { buffers } = this.#bound;
    const clock = this.#timers.pop() ?? passTimer(this.#context, 1, this.#timed);
    let isWhole = false;
    try {
      const encoder = this.#context.device.createCommandEncoder();
      if (isFirst) buffers.clear(encoder);
      const pass = encoder.beginComputePass(clock.pass(0));
      for (let first = 0; first < steps.length; first += STEPS_TOGETHER) {
        encode(pass, steps.slice(first, first + STEPS_TOGETHER), { frames }, activeFrames);
        yield;
      }
      pass.end();
      const staging = buffers.stage(encoder, readbacks, clock.resolve(encoder));
      isWhole = true;
      return { commands: encoder.finish(), clock, staging };
    } finally {
      if (!isWhole) clock.release();
    }
  }

  #writeUniforms(parameters: RunParameters): void {
    // Consecutive frames have the same parameters, and a write costs as much as the rest of the encoding.
    const written = this.#written;
    this.#written = parameters;
    if (written === parameters || (written !== undefined && equalParameters(written, parameters))) return;
    const words = this.#bound.forms.words(parameters);
    this.#context.device.queue.writeBuffer(this.#bound.uniforms, 0, words as Uint32Array<ArrayBuffer>);
  }
}

function equalParameters(a: RunParameters, b: RunParameters): boolean {
  const names = ["firstFrame", "frames", "chunkFrames", "llrScale", "amplitude"] as const;
  return names.every((name) => a[name] === b[name]) && a.key[0] === b.key[0] && a.key[1] === b.key[1];
}

/** Reads the count at the end of a batch, if later batches depend on it. */
function countReadbacks(count: BatchCount | undefined): Readback[] {
  return count === undefined ? [] : [{ buffer: count.buffer, elements: count.element + 1 }];
}
