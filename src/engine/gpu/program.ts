import { slotGrid } from "../../../wgsl/common/workgroup-slot.ts";
import { finish } from "../../code/steps.ts";
import { InputError } from "../../errors.ts";
import { type BufferData, type RunParameters, UNIFORM_BYTES, writeRun } from "../../gpu/kernel.ts";
import { bufferElements, type Dispatch, framesCovered, type Program, type TimedDispatch } from "../../gpu/program.ts";
import {
  type Batch,
  type BatchCount,
  dispatchesInOrder,
  movesOf,
  type Schedule,
  scheduleOf,
} from "../../gpu/schedule.ts";
import type { PreparedProgram, Profile, Readback, RunInputs, RunResult } from "../engine.ts";
import { checkFrames } from "../frame-slots.ts";
import type { GpuContext } from "./device.ts";

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

/**
 * Iterations submitted at once by a program that counts its active frames and sets no `every`. The next iterations run
 * while the count is read, so the device does not wait; a larger number wastes more iterations.
 */
const ITERATIONS_SUBMITTED = 2;

/** A dispatch with its pipeline and bindings on the device. */
interface Step {
  readonly dispatch: Dispatch;
  readonly pipeline: GPUComputePipeline;
  readonly bindGroup: GPUBindGroup;
  /** Offset in the uniform, in bytes. */
  readonly offset: number;
  /** Workgroups in one dimension (`GpuContext.row`). */
  readonly row: number;
}

/** Steps that one submission contains. */
interface GpuBatch extends Batch {
  readonly steps: readonly Step[];
}

/** The buffers and layouts that the dispatches of a program bind. */
interface Bound {
  readonly context: GpuContext;
  readonly buffers: GpuBuffers;
  readonly uniforms: GPUBuffer;
  readonly forms: RunUniforms;
}

/** Makes a step of a dispatch. @throws Error with kernel file, line and source line if its kernel does not compile. */
async function stepOf(bound: Bound, timed: TimedDispatch): Promise<Step> {
  const { context, forms } = bound;
  const { dispatch } = timed;
  const [{ pipeline, layout }] = await context.orLost(context.pipelines.compiled([dispatch]));
  const bindGroup = bindGroupOf(bound, dispatch, layout);
  return { dispatch, pipeline, bindGroup, offset: forms.offset(timed), row: context.row };
}

/** A program's schedule with compiled kernels. @throws Error as `stepOf`. */
async function compiledSchedule(bound: Bound, program: Program): Promise<Schedule<GpuBatch>> {
  const { context, forms } = bound;
  const dispatches = [...new Set([...dispatchesInOrder(program)].map(({ dispatch }) => dispatch))];
  const kernels = await context.orLost(context.pipelines.compiled(dispatches));
  const compiled = new Map(
    dispatches.map((dispatch, i) => {
      const { pipeline, layout } = kernels[i];
      return [dispatch, { dispatch, pipeline, bindGroup: bindGroupOf(bound, dispatch, layout) }];
    }),
  );
  const withSteps = (batch: Batch): GpuBatch => {
    const steps = batch.dispatches.map((timed) => ({
      ...compiled.get(timed.dispatch)!,
      offset: forms.offset(timed),
      row: context.row,
    }));
    return { ...batch, steps };
  };
  const { iterations, rounds, last } = scheduleOf(program, program.active?.every ?? ITERATIONS_SUBMITTED);
  return {
    iterations: iterations.map(withSteps),
    rounds: rounds.map(({ before, round }) => ({ before: withSteps(before), round: withSteps(round) })),
    last: withSteps(last),
  };
}

/**
 * Encodes steps in order.
 * @param activeFrames number of frames that dispatches over active frames process.
 */
function encode(
  pass: GPUComputePassEncoder,
  steps: readonly Step[],
  parameters: Pick<RunParameters, "frames">,
  activeFrames: number,
): void {
  let pipeline: GPUComputePipeline | undefined;
  for (const step of steps) {
    if (step.dispatch.overActive && activeFrames === 0) continue;
    // Every call costs the host about a microsecond.
    if (step.pipeline !== pipeline) pass.setPipeline(step.pipeline);
    pipeline = step.pipeline;
    pass.setBindGroup(0, step.bindGroup, [step.offset]);
    const { workgroups, framesPerWorkgroup = 1 } = step.dispatch;
    const frames = framesCovered(step.dispatch, parameters.frames, activeFrames);
    const [y, z] = slotGrid(Math.ceil(frames / framesPerWorkgroup), step.row);
    pass.dispatchWorkgroups(Math.min(workgroups, step.row), y, z * Math.ceil(workgroups / step.row));
  }
}

function bindGroupOf(
  { context, buffers, uniforms }: Bound,
  dispatch: Dispatch,
  layout: GPUBindGroupLayout,
): GPUBindGroup {
  return context.device.createBindGroup({
    label: dispatch.kernel,
    layout,
    entries: [
      { binding: 0, resource: { buffer: uniforms, size: UNIFORM_BYTES } },
      ...dispatch.buffers.map((name, i) => ({ binding: i + 1, resource: { buffer: buffers.named[name] } })),
    ],
  });
}

/** Consecutive steps of one kernel. A pass costs about 10 µs, the time of a short dispatch, and a run has one pass. */
function runsOfKernels(steps: readonly Step[]): Step[][] {
  const runs: Step[][] = [];
  for (const step of steps) {
    const last = runs.at(-1);
    if (last?.[0].dispatch.kernel === step.dispatch.kernel) last.push(step);
    else runs.push([step]);
  }
  return runs;
}

/** The content of buffers that a run has copied. */
interface Staged {
  /** By readback. */
  readonly data: RunResult["outputs"];
  readonly extra?: ArrayBuffer;
}

/** A copy of buffers that an encoder's commands make. */
interface Staging {
  /** Reads the copy, after the submission of the commands. @param meanwhile as of `GpuContext.map`. */
  read(meanwhile?: () => boolean): Promise<Staged>;
  /** Returns the memory of a copy whose commands are never submitted. */
  drop(): void;
}

/** The buffers of a program on a device, and their readbacks. */
class GpuBuffers {
  readonly named: Readonly<Record<string, GPUBuffer>>;
  readonly #context: GpuContext;
  readonly #program: Program;
  /** Unmapped buffers for results, by size, kept because allocating them for every run costs more than a short run. */
  readonly #staging = new Map<number, GPUBuffer[]>();

  /** Allocates the buffers; the caller opens the error scope for a lack of memory. */
  constructor(context: GpuContext, program: Program, frames: number) {
    const { device } = context;
    const usage = GPUBufferUsage.STORAGE | GPUBufferUsage.COPY_SRC | GPUBufferUsage.COPY_DST;
    const named: Record<string, GPUBuffer> = {};
    for (const [label, buffer] of Object.entries(program.buffers)) {
      named[label] = device.createBuffer({ label, size: 4 * Math.max(1, bufferElements(buffer, frames)), usage });
    }
    this.named = named;
    this.#context = context;
    this.#program = program;
    for (const [name, { data }] of Object.entries(program.buffers)) if (data !== undefined) this.write(name, data);
  }

  write(name: string, data: BufferData): void {
    this.#context.device.queue.writeBuffer(this.named[name], 0, data as Uint32Array<ArrayBuffer>);
  }

  /** Sets the buffers with `cleared` to zero at the start of a run. */
  clear(encoder: GPUCommandEncoder): void {
    for (const [name, { cleared }] of Object.entries(this.#program.buffers)) {
      if (cleared) encoder.clearBuffer(this.named[name]);
    }
  }

  /**
   * Copies leading elements of buffers, and the whole of another buffer, to one buffer that can be mapped: a map costs more than the copies.
   * @param extra for example the results of timestamp queries.
   */
  stage(encoder: GPUCommandEncoder, readbacks: readonly Readback[], extra?: GPUBuffer): Staging {
    const parts = readbacks.map(({ buffer, elements }) => ({ source: this.named[buffer], bytes: 4 * elements }));
    const sizes = parts.map(({ bytes }) => bytes);
    const extraBytes = extra?.size ?? 0;
    const total = sizes.reduce((sum, bytes) => sum + bytes, extraBytes);
    if (total === 0) return { read: async () => ({ data: [] }), drop: () => {} };
    const staging = this.#free(total);
    const giveBack = () => void this.#staging.get(total)!.push(staging);
    if (extra !== undefined) encoder.copyBufferToBuffer(extra, 0, staging, 0, extraBytes);
    let at = extraBytes;
    const offsets = parts.map(({ source, bytes }) => {
      const offset = at;
      encoder.copyBufferToBuffer(source, 0, staging, offset, bytes);
      at += bytes;
      return offset;
    });
    const read = async (meanwhile?: () => boolean) => {
      await this.#context.map(staging, meanwhile);
      const mapped = staging.getMappedRange();
      const data = readbacks.map(({ buffer, elements, bytes }, i) =>
        bytes
          ? new Uint8Array(new Uint32Array(mapped, offsets[i], elements))
          : this.#typed(buffer, mapped.slice(offsets[i], offsets[i] + sizes[i])),
      );
      const ofExtra = extra === undefined ? {} : { extra: mapped.slice(0, extraBytes) };
      staging.unmap();
      giveBack();
      return { data, ...ofExtra };
    };
    return { read, drop: giveBack };
  }

  async read(name: string): Promise<BufferData> {
    const { device } = this.#context;
    const encoder = device.createCommandEncoder();
    const staged = this.stage(encoder, [{ buffer: name, elements: this.named[name].size / 4 }]);
    device.queue.submit([encoder.finish()]);
    const { data } = await staged.read();
    return data[0] as BufferData;
  }

  /** @param isUsed whether a run may have written to the buffers. */
  destroy(isUsed = true): void {
    const buffers = [...Object.values(this.named), ...[...this.#staging.values()].flat()];
    if (this.#program.secret && isUsed) {
      // The memory may hold keys: it is cleared before its release.
      const { device } = this.#context;
      const encoder = device.createCommandEncoder();
      for (const buffer of buffers) encoder.clearBuffer(buffer);
      device.queue.submit([encoder.finish()]);
    }
    for (const buffer of buffers) buffer.destroy();
  }

  /** A buffer that can be mapped. */
  #free(size: number): GPUBuffer {
    const free = this.#staging.get(size) ?? [];
    this.#staging.set(size, free);
    const usage = GPUBufferUsage.MAP_READ | GPUBufferUsage.COPY_DST;
    return free.pop() ?? this.#context.device.createBuffer({ size, usage });
  }

  #typed(name: string, bytes: ArrayBuffer): BufferData {
    const { type } = this.#program.buffers[name];
    if (type === "f32") return new Float32Array(bytes);
    return type === "i32" ? new Int32Array(bytes) : new Uint32Array(bytes);
  }
}

/** Bytes between copies of the uniform: WebGPU's alignment of dynamic offsets. */
const UNIFORM_STRIDE = 256;

/**
 * The uniform `run` in all forms that a program's dispatches need: one for each iteration and each number of frames.
 */
class RunUniforms {
  readonly #forms = new Map<string, { readonly at: number; readonly iteration: number; readonly frames?: number }>();

  /** @param repeats number of iterations. */
  constructor(dispatches: Iterable<TimedDispatch>, repeats: number) {
    const add = (iteration: number, frames?: number) => {
      const form = formOf(iteration, frames);
      if (!this.#forms.has(form)) this.#forms.set(form, { at: this.#forms.size, iteration, frames });
    };
    for (let iteration = 0; iteration <= repeats; iteration++) add(iteration);
    for (const { dispatch, iteration } of dispatches) add(iteration, dispatch.frames);
  }

  get bytes(): number {
    return this.#forms.size * UNIFORM_STRIDE;
  }

  /** Offset of a dispatch's uniform in bytes. @throws Error for an iteration that no dispatch of the program has. */
  offset({ dispatch, iteration }: TimedDispatch): number {
    const form = this.#forms.get(formOf(iteration, dispatch.frames));
    if (form === undefined)
      throw new Error(`${dispatch.kernel}: the program has no iteration ${iteration} with these frames`);
    return form.at * UNIFORM_STRIDE;
  }

  /** Writes all forms for a run. */
  words(parameters: RunParameters): Uint32Array {
    const words = new Uint32Array(this.bytes / 4);
    const floats = new Float32Array(words.buffer);
    let at = 0;
    for (const { iteration, frames = parameters.frames } of this.#forms.values()) {
      writeRun(words, floats, at, parameters, iteration, frames);
      at += UNIFORM_STRIDE / 4;
    }
    return words;
  }
}

function formOf(iteration: number, frames: number | undefined): string {
  return `${iteration} ${frames ?? "of the run"}`;
}

/** Times compute passes. */
interface PassTimer {
  pass(index: number): GPUComputePassDescriptor;
  /** Resolves the queries of all passes. @returns the buffer of the results; undefined if the adapter has no timestamp queries. */
  resolve(encoder: GPUCommandEncoder): GPUBuffer | undefined;
  /** @param resolved content of the buffer of `resolve`. @returns seconds of each pass; empty without timestamp queries. */
  seconds(resolved: ArrayBuffer | undefined): number[];
  release(): void;
}

/**
 * Timestamp queries for `passes` passes; without effect if the adapter has no timestamp queries.
 * @param timed false: no queries.
 */
function passTimer({ device, timestamps }: GpuContext, passes: number, timed = true): PassTimer {
  if (!timed || !timestamps) return NO_TIMER;
  const count = 2 * passes;
  const querySet = device.createQuerySet({ type: "timestamp", count });
  const usage = GPUBufferUsage.QUERY_RESOLVE | GPUBufferUsage.COPY_SRC;
  const times = device.createBuffer({ size: 8 * count, usage });
  return {
    pass: (index) => ({
      timestampWrites: { querySet, beginningOfPassWriteIndex: 2 * index, endOfPassWriteIndex: 2 * index + 1 },
    }),
    resolve(encoder) {
      encoder.resolveQuerySet(querySet, 0, count, times, 0);
      return times;
    },
    seconds(resolved) {
      const at = new BigUint64Array(resolved!);
      return Array.from({ length: passes }, (_, i) => Number(at[2 * i + 1] - at[2 * i]) / 1e9);
    },
    release() {
      times.destroy();
      querySet.destroy();
    },
  };
}

const NO_TIMER: PassTimer = { pass: () => ({}), resolve: () => undefined, seconds: () => [], release: () => {} };

/** The commands of a submission, and the places of its results. */
interface EncodedRun {
  readonly commands: GPUCommandBuffer;
  readonly clock: PassTimer;
  readonly staging: Staging;
}

/** Encodes a run; between its parts the host may do something else. */
type RunEncoding = Generator<void, EncodedRun, void>;

/** Larger results take longer to copy than their commands take to encode. */
const RESULT_BYTES_MAXIMUM = 2 ** 20;

/**
 * Commands of the next run, encoded while the device computes. WebGPU submits commands once only, and encoding them takes a host as long
 * as a device takes to decode one frame. Runs of a decoder are alike, so the commands are ready when the next run is called. They are
 * encoded part by part, between polls of the device where the engine polls it, so that a result never waits for them.
 */
class ReadyRun {
  #ready: { readonly shape: string; readonly encoding: RunEncoding; run?: EncodedRun } | undefined;
  /** Frames and results of the latest run. */
  #latest = "";

  /** @returns commands of a run of this shape, for one submission. */
  take(frames: number, readbacks: readonly Readback[]): EncodedRun | undefined {
    const ready = this.#ready;
    if (ready?.shape !== shapeOf(frames, readbacks)) return undefined;
    this.#ready = undefined;
    return ready.run ?? finish(ready.encoding);
  }

  /** Begins to encode the next run, if the latest two runs were alike. @param encode makes commands of a run of this shape. */
  prepare(frames: number, readbacks: readonly Readback[], encode: () => RunEncoding): void {
    const shape = shapeOf(frames, readbacks);
    const isRepeated = this.#latest === shape;
    this.#latest = shape;
    const bytes = 4 * readbacks.reduce((sum, { elements }) => sum + elements, 0);
    if (!isRepeated || bytes > RESULT_BYTES_MAXIMUM || this.#ready?.shape === shape) return;
    this.drop();
    this.#ready = { shape, encoding: encode() };
    this.#encodeLater();
  }

  /** Returns the memory of commands that are never submitted. */
  drop(): void {
    if (this.#ready?.run === undefined) this.#ready?.encoding.return(undefined as never);
    else {
      this.#ready.run.staging.drop();
      this.#ready.run.clock.release();
    }
    this.#ready = undefined;
  }

  /** Encodes a part of the next run. @returns whether parts are left. */
  encodePart(): boolean {
    const ready = this.#ready;
    if (ready === undefined || ready.run !== undefined) return false;
    const { done, value } = ready.encoding.next();
    if (done) ready.run = value;
    return !done;
  }

  #encodeLater(): void {
    later(() => {
      if (this.encodePart()) this.#encodeLater();
    });
  }
}

/** Calls a function after pending events. In Node these include the device's, which `setTimeout` would delay by a millisecond. */
const later: (callback: () => void) => unknown =
  (globalThis as { setImmediate?: typeof later }).setImmediate ?? ((callback) => setTimeout(callback));

function shapeOf(frames: number, readbacks: readonly Readback[]): string {
  return readbacks.reduce((text, { buffer, elements }) => `${text} ${buffer} ${elements}`, `${frames}`);
}
