import { slotGrid } from "../../../wgsl/common/workgroup-slot.ts";
import { InputError } from "../../errors.ts";
import type { BufferData, RunParameters } from "../../gpu/kernel.ts";
import type { Dispatch, Program, TimedDispatch } from "../../gpu/program.ts";
import { bufferElements, dispatchesInOrder, framesCovered, roundsFor } from "../../gpu/program.ts";
import type { PreparedProgram, Profile, Readback, RunInputs, RunResult } from "../engine.ts";
import { checkFrames } from "../frame-slots.ts";
import { kernelNamed } from "../registry.ts";
import type { GpuContext } from "./context.ts";
import { type PassTimer, passTimer } from "./pass-timer.ts";
import { RunUniforms, UNIFORM_BYTES } from "./run-uniform.ts";

/** Passes timed at once: WebGPU allows 4096 queries in a set. */
const PASSES_MAXIMUM = 2048;

/**
 * Iterations submitted at once by a program that counts its active frames, but not how often to look. While it is read the next
 * ones are under way, so the device does not wait; a larger number does more of them in vain.
 */
const ITERATIONS_SUBMITTED = 2;

interface Step {
  readonly dispatch: Dispatch;
  readonly pipeline: GPUComputePipeline;
  readonly bindGroup: GPUBindGroup;
  /** Of the uniform. */
  readonly offset: number;
}

/** Steps that are submitted together. */
interface Part {
  readonly steps: readonly Step[];
  /** Read when they are done, if more depends on it than the run's results. */
  readonly asks?: "active" | "waiting";
  /** The last iteration that they do. */
  readonly iteration: number;
}

/** Work under way on the device. */
interface Submission {
  /** Undefined where there are no timestamp queries. */
  readonly seconds: Promise<number | undefined>;
  readonly data: Promise<BufferData[]>;
}

/** A program with its buffers and compiled kernels on a WebGPU device. */
export class GpuProgram implements PreparedProgram {
  readonly frames: number;
  readonly #context: GpuContext;
  readonly #program: Program;
  readonly #buffers: Record<string, GPUBuffer>;
  readonly #uniforms: GPUBuffer;
  readonly #forms: RunUniforms;
  readonly #parts: readonly Part[];
  readonly #round: Part;
  readonly #last: Part;
  /** Unmapped buffers for results, by size, and idle timers: making them anew for every run costs more than a short run. */
  readonly #staging = new Map<number, GPUBuffer[]>();
  readonly #timers: PassTimer[] = [];
  /** Resolved when the last run of several parts has submitted them all: two runs must not mix on the same buffers. */
  #submitted: Promise<void> = Promise.resolve();

  static async create(context: GpuContext, program: Program, frames: number): Promise<GpuProgram> {
    const { device } = context;
    device.pushErrorScope("out-of-memory");
    device.pushErrorScope("validation");
    const buffers: Record<string, GPUBuffer> = {};
    for (const [name, buffer] of Object.entries(program.buffers)) {
      const usage = GPUBufferUsage.STORAGE | GPUBufferUsage.COPY_SRC | GPUBufferUsage.COPY_DST;
      buffers[name] = device.createBuffer({
        label: name,
        size: 4 * Math.max(1, bufferElements(buffer, frames)),
        usage,
      });
      if (buffer.data !== undefined) {
        device.queue.writeBuffer(buffers[name], 0, buffer.data as Uint32Array<ArrayBuffer>);
      }
    }
    const forms = new RunUniforms(dispatchesInOrder(program), program.repeats);
    const uniforms = device.createBuffer({
      label: "run",
      size: forms.bytes,
      usage: GPUBufferUsage.UNIFORM | GPUBufferUsage.COPY_DST,
    });
    const invalid = await context.orLost(device.popErrorScope());
    const memory = await context.orLost(device.popErrorScope());
    if (memory !== null || invalid !== null) {
      throw new InputError(`the adapter cannot hold ${frames} frames at once: ${(memory ?? invalid)?.message}`);
    }
    const dispatches = [...new Set([...dispatchesInOrder(program)].map(({ dispatch }) => dispatch))];
    const compiled = await context.orLost(
      Promise.all(dispatches.map((dispatch) => context.pipelines.pipeline(dispatch))),
    );
    const prepared = new Map(
      dispatches.map((dispatch, i) => {
        const bindGroup = bindGroupOf(context, dispatch, uniforms, buffers);
        return [dispatch, { dispatch, pipeline: compiled[i], bindGroup }];
      }),
    );
    const stepOf = (timed: TimedDispatch): Step => ({ ...prepared.get(timed.dispatch)!, offset: forms.offset(timed) });
    return new GpuProgram(context, program, frames, buffers, uniforms, forms, stepOf);
  }

  private constructor(
    context: GpuContext,
    program: Program,
    frames: number,
    buffers: Record<string, GPUBuffer>,
    uniforms: GPUBuffer,
    forms: RunUniforms,
    stepOf: (timed: TimedDispatch) => Step,
  ) {
    this.#context = context;
    this.#program = program;
    this.frames = frames;
    this.#buffers = buffers;
    this.#uniforms = uniforms;
    this.#forms = forms;
    const { repeats, rounds, afterRounds = [] } = program;
    const all = partsOf(program, stepOf);
    const ends = (dispatches: readonly Dispatch[]) =>
      dispatches.map((dispatch) => stepOf({ dispatch, iteration: repeats }));
    // What the run's results are read after: what comes after the rounds, or all there is.
    this.#parts = rounds === undefined ? all.slice(0, -1) : all;
    this.#round = { steps: (rounds?.dispatches ?? []).map(stepOf), iteration: repeats };
    this.#last = {
      steps: [...(rounds === undefined ? all.at(-1)!.steps : []), ...ends(afterRounds)],
      iteration: repeats,
    };
  }

  write(name: string, data: BufferData): void {
    // Not before runs that wait for their turn.
    if (this.#parts.length === 0) this.#writeNow(name, data);
    else void this.#submitted.then(() => this.#writeNow(name, data));
  }

  #writeNow(name: string, data: BufferData): void {
    this.#context.device.queue.writeBuffer(this.#buffers[name], 0, data as Uint32Array<ArrayBuffer>);
  }

  async run(parameters: RunParameters, outputs: readonly Readback[], inputs: RunInputs = {}): Promise<RunResult> {
    checkFrames(parameters, this.frames);
    let allSubmitted = () => {};
    if (this.#parts.length > 0) {
      const before = this.#submitted;
      this.#submitted = new Promise((resolve) => {
        allSubmitted = resolve;
      });
      await before;
    }
    const submissions: Submission[] = [];
    const begin = performance.now();
    try {
      for (const [name, data] of Object.entries(inputs)) this.#writeNow(name, data);
      this.#writeUniforms(parameters);
      const submit = (part: Part, frames: number, readbacks: readonly Readback[]) => {
        submissions.push(this.#submit(part.steps, parameters, frames, readbacks, submissions.length === 0));
        return submissions.at(-1)!.data;
      };
      let frames = parameters.frames;
      let rounds = 0;
      let before: { readonly part: Part; readonly data: Promise<BufferData[]> } | undefined;
      for (const part of this.#parts) {
        if (part.asks === "active" && frames === 0) continue;
        const data = submit(part, frames, this.#readbacks(part));
        if (part.asks === "waiting") rounds = this.#roundsFor(await data);
        // The part before is read while this one is under way.
        else if (before !== undefined) frames = this.#activeFrames(await before.data, before.part.iteration);
        before = { part, data };
      }
      for (let round = 0; round < rounds; round++) submit(this.#round, parameters.frames, []);
      submit(this.#last, parameters.frames, outputs);
    } finally {
      allSubmitted();
    }
    const times = await Promise.all(submissions.map(({ seconds }) => seconds));
    const data = await Promise.all(submissions.map(({ data }) => data));
    const elapsed = (performance.now() - begin) / 1000;
    const measured = times.every((time) => time !== undefined);
    return { outputs: data.at(-1)!, seconds: measured ? times.reduce((sum, time) => sum + time, 0) : elapsed };
  }

  async runDispatch(dispatch: Dispatch, parameters: RunParameters, iteration: number): Promise<void> {
    checkFrames(parameters, this.frames);
    await this.#submitted;
    const { device, pipelines } = this.#context;
    const pipeline = await this.#context.orLost(pipelines.pipeline(dispatch));
    this.#writeUniforms(parameters);
    const encoder = device.createCommandEncoder();
    const pass = encoder.beginComputePass();
    const bindGroup = bindGroupOf(this.#context, dispatch, this.#uniforms, this.#buffers);
    const offset = this.#forms.offset({ dispatch, iteration });
    encode(pass, { dispatch, pipeline, bindGroup, offset }, parameters, parameters.frames);
    pass.end();
    device.queue.submit([encoder.finish()]);
    await this.#context.orLost(device.queue.onSubmittedWorkDone());
  }

  async read(name: string): Promise<BufferData> {
    await this.#submitted;
    const { device } = this.#context;
    const encoder = device.createCommandEncoder();
    const staging = this.#stage(encoder, name, this.#buffers[name].size);
    device.queue.submit([encoder.finish()]);
    return this.#take(staging, name);
  }

  async profile(parameters: RunParameters): Promise<Profile> {
    checkFrames(parameters, this.frames);
    await this.#submitted;
    const { device, timestamps } = this.#context;
    const seconds: Record<string, number> = {};
    this.#writeUniforms(parameters);
    const begin = device.createCommandEncoder();
    this.#clear(begin);
    device.queue.submit([begin.finish()]);
    const time = async ({ steps }: Part, frames: number) => {
      const many = timestamps ? PASSES_MAXIMUM : 1;
      for (let first = 0; first < steps.length; first += many) {
        const timed = steps.slice(first, first + many);
        for (const [i, spent] of (await this.#timeSteps(timed, parameters, frames)).entries()) {
          const { kernel } = timed[i].dispatch;
          seconds[kernel] = (seconds[kernel] ?? 0) + spent;
        }
      }
    };
    const ask = async (part: Part) => {
      const encoder = device.createCommandEncoder();
      const asked = this.#readbacks(part);
      const staged = asked.map(({ buffer, elements }) => this.#stage(encoder, buffer, 4 * elements));
      device.queue.submit([encoder.finish()]);
      return Promise.all(staged.map((staging, i) => this.#take(staging, asked[i].buffer)));
    };
    let frames = parameters.frames;
    let rounds = 0;
    for (const part of this.#parts) {
      if (part.asks === "active" && frames === 0) continue;
      await time(part, frames);
      if (part.asks === "waiting") rounds = this.#roundsFor(await ask(part));
      else frames = this.#activeFrames(await ask(part), part.iteration);
    }
    for (let round = 0; round < rounds; round++) await time(this.#round, parameters.frames);
    await time(this.#last, parameters.frames);
    return { seconds, method: timestamps ? "timestamp queries" : "clock" };
  }

  /** Seconds of each step, in passes of their own. */
  async #timeSteps(steps: readonly Step[], parameters: RunParameters, frames: number): Promise<number[]> {
    const { device } = this.#context;
    const clock = passTimer(this.#context, steps.length);
    const encoder = device.createCommandEncoder();
    for (const [index, step] of steps.entries()) {
      const pass = encoder.beginComputePass(clock.pass(index));
      encode(pass, step, parameters, frames);
      pass.end();
    }
    clock.resolve(encoder);
    const begin = performance.now();
    device.queue.submit([encoder.finish()]);
    await this.#context.orLost(device.queue.onSubmittedWorkDone());
    const elapsed = (performance.now() - begin) / 1000;
    const measured = await clock.seconds();
    clock.release();
    return measured.length > 0 ? measured : [elapsed];
  }

  release(): void {
    // A run that waits for its turn needs the buffers still.
    void this.#submitted.then(() => this.#destroy());
  }

  #destroy(): void {
    const buffers = [...Object.values(this.#buffers), ...[...this.#staging.values()].flat()];
    if (this.#program.secret) {
      // Whoever gets the memory next must not find a key there.
      const { device } = this.#context;
      const encoder = device.createCommandEncoder();
      for (const buffer of buffers) encoder.clearBuffer(buffer);
      device.queue.submit([encoder.finish()]);
    }
    for (const buffer of buffers) buffer.destroy();
    for (const timer of this.#timers) timer.release();
    this.#uniforms.destroy();
  }

  /** Submits steps as one pass, the last ones of a run or the first ones, and reads buffers after them. */
  #submit(
    steps: readonly Step[],
    parameters: RunParameters,
    activeFrames: number,
    readbacks: readonly Readback[],
    isFirst: boolean,
  ): Submission {
    const { device } = this.#context;
    const clock = this.#timers.pop() ?? passTimer(this.#context, 1);
    const encoder = device.createCommandEncoder();
    if (isFirst) this.#clear(encoder);
    const pass = encoder.beginComputePass(clock.pass(0));
    for (const step of steps) encode(pass, step, parameters, activeFrames);
    pass.end();
    const staged = readbacks.map(({ buffer, elements }) => this.#stage(encoder, buffer, 4 * elements));
    clock.resolve(encoder);
    device.queue.submit([encoder.finish()]);
    const seconds = clock.seconds().then(([time]: (number | undefined)[]) => {
      this.#timers.push(clock);
      return time;
    });
    const data = Promise.all(staged.map((staging, i) => this.#take(staging, readbacks[i].buffer)));
    // A part may fail before it is awaited.
    for (const promise of [seconds, data]) promise.catch(() => {});
    return { seconds, data };
  }

  /** What is read after a part. */
  #readbacks({ asks }: Part): Readback[] {
    const { active, rounds } = this.#program;
    if (asks === "waiting") return [{ buffer: rounds!.waiting.buffer, elements: 1 + rounds!.waiting.element }];
    return asks === "active" ? [{ buffer: active!.buffer, elements: 1 + Math.max(...active!.elements) }] : [];
  }

  #roundsFor([counts]: readonly BufferData[]): number {
    const { rounds } = this.#program;
    return roundsFor(rounds!, counts[rounds!.waiting.element]);
  }

  /** Frames that dispatches over active frames have work for, by what was read after an iteration. */
  #activeFrames([counts]: readonly BufferData[], iteration: number): number {
    const { elements, framesPerSlot } = this.#program.active!;
    return counts[elements[iteration & 1]] * framesPerSlot;
  }

  #writeUniforms(parameters: RunParameters): void {
    const words = this.#forms.words(parameters);
    this.#context.device.queue.writeBuffer(this.#uniforms, 0, words as Uint32Array<ArrayBuffer>);
  }

  #clear(encoder: GPUCommandEncoder): void {
    for (const [name, { cleared }] of Object.entries(this.#program.buffers)) {
      if (cleared) encoder.clearBuffer(this.#buffers[name]);
    }
  }

  /** Copies the leading bytes of a buffer to one that can be mapped. */
  #stage(encoder: GPUCommandEncoder, name: string, size: number): GPUBuffer {
    const usage = GPUBufferUsage.MAP_READ | GPUBufferUsage.COPY_DST;
    const staging = this.#staging.get(size)?.pop() ?? this.#context.device.createBuffer({ size, usage });
    encoder.copyBufferToBuffer(this.#buffers[name], 0, staging, 0, size);
    return staging;
  }

  async #take(staging: GPUBuffer, name: string): Promise<BufferData> {
    await this.#context.orLost(staging.mapAsync(GPUMapMode.READ));
    const bytes = staging.getMappedRange().slice(0);
    staging.unmap();
    const free = this.#staging.get(staging.size);
    if (free === undefined) this.#staging.set(staging.size, [staging]);
    else free.push(staging);
    const { type } = this.#program.buffers[name];
    if (type === "f32") return new Float32Array(bytes);
    return type === "i32" ? new Int32Array(bytes) : new Uint32Array(bytes);
  }
}

function bindGroupOf(
  context: GpuContext,
  dispatch: Dispatch,
  uniforms: GPUBuffer,
  buffers: Readonly<Record<string, GPUBuffer>>,
): GPUBindGroup {
  return context.device.createBindGroup({
    label: dispatch.kernel,
    layout: context.pipelines.bindGroupLayout(kernelNamed(dispatch.kernel)),
    entries: [
      { binding: 0, resource: { buffer: uniforms, size: UNIFORM_BYTES } },
      ...dispatch.buffers.map((name, i) => ({ binding: i + 1, resource: { buffer: buffers[name] } })),
    ],
  });
}

/**
 * The steps up to `afterIterations` as they are submitted: all at once, or, of a program that counts its active frames, its start, a few
 * iterations at a time, and its end.
 */
function partsOf(program: Program, stepOf: (timed: TimedDispatch) => Step): Part[] {
  const { start, iterate, repeats, afterIterations, active, rounds } = program;
  const at = (dispatches: readonly Dispatch[], iteration: number) =>
    dispatches.map((dispatch) => stepOf({ dispatch, iteration }));
  const iterations = (from: number, to: number) =>
    Array.from({ length: to - from }, (_, i) => at(iterate, from + i)).flat();
  const end = rounds === undefined ? {} : ({ asks: "waiting" } as const);
  if (active === undefined) {
    const steps = [...at(start, 0), ...iterations(1, repeats + 1), ...at(afterIterations, repeats)];
    return [{ steps, iteration: repeats, ...end }];
  }
  const parts: Part[] = [{ steps: at(start, 0), iteration: 0, asks: "active" }];
  const { every = ITERATIONS_SUBMITTED } = active;
  for (let done = 0; done < repeats; done += every) {
    const iteration = Math.min(done + every, repeats);
    parts.push({ steps: iterations(done + 1, iteration + 1), iteration, asks: "active" });
  }
  return [...parts, { steps: at(afterIterations, repeats), iteration: repeats, ...end }];
}

/** @param activeFrames that dispatches over active frames have work for. */
function encode(pass: GPUComputePassEncoder, step: Step, parameters: RunParameters, activeFrames: number): void {
  if (step.dispatch.overActive && activeFrames === 0) return;
  pass.setPipeline(step.pipeline);
  pass.setBindGroup(0, step.bindGroup, [step.offset]);
  const { workgroups, framesPerWorkgroup = 1 } = step.dispatch;
  const frames = framesCovered(step.dispatch, parameters.frames, activeFrames);
  pass.dispatchWorkgroups(workgroups, ...slotGrid(Math.ceil(frames / framesPerWorkgroup)));
}
