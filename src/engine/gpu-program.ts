import type { Program, Stage } from "../decoder/program.ts";
import { bufferElements, stagesInOrder } from "../decoder/program.ts";
import { InputError } from "../errors.ts";
import type { BufferData, RunParameters } from "../kernel/kernel.ts";
import { kernels } from "../kernel/registry.ts";
import type { PreparedProgram, Profile, Readback, RunInputs, RunResult } from "./engine.ts";
import { checkFrames } from "./frame-slots.ts";
import type { GpuContext } from "./gpu-context.ts";
import { type PassTimer, passTimer } from "./pass-timer.ts";
import { runUniforms, UNIFORM_BYTES, UNIFORM_STRIDE } from "./run-uniform.ts";

/** Passes timed at once: WebGPU allows 4096 queries in a set. */
const PASSES_MAXIMUM = 2048;

interface Step {
  readonly stage: Stage;
  readonly iteration: number;
  readonly pipeline: GPUComputePipeline;
  readonly bindGroup: GPUBindGroup;
}

/** A program with its buffers and compiled kernels on a WebGPU device. */
export class GpuProgram implements PreparedProgram {
  readonly frames: number;
  readonly #context: GpuContext;
  readonly #program: Program;
  readonly #buffers: Record<string, GPUBuffer>;
  readonly #uniforms: GPUBuffer;
  readonly #steps: readonly Step[];
  /** Unmapped buffers for results, by size, and idle timers: making them anew for every run costs more than a short run. */
  readonly #staging = new Map<number, GPUBuffer[]>();
  readonly #timers: PassTimer[] = [];

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
    const uniforms = device.createBuffer({
      label: "run",
      size: (program.repeats + 1) * UNIFORM_STRIDE,
      usage: GPUBufferUsage.UNIFORM | GPUBufferUsage.COPY_DST,
    });
    const invalid = await context.orLost(device.popErrorScope());
    const memory = await context.orLost(device.popErrorScope());
    if (memory !== null || invalid !== null) {
      throw new InputError(`the adapter cannot hold ${frames} frames at once: ${(memory ?? invalid)?.message}`);
    }
    const stages = [...new Set([...stagesInOrder(program)].map(({ stage }) => stage))];
    const compiled = await context.orLost(Promise.all(stages.map((stage) => context.pipelines.pipeline(stage))));
    const prepared = new Map(
      stages.map((stage, i) => {
        const bindGroup = bindGroupOf(context, stage, uniforms, buffers);
        return [stage, { stage, pipeline: compiled[i], bindGroup }];
      }),
    );
    const steps: Step[] = [];
    for (const { stage, iteration } of stagesInOrder(program)) steps.push({ ...prepared.get(stage)!, iteration });
    return new GpuProgram(context, program, frames, buffers, uniforms, steps);
  }

  private constructor(
    context: GpuContext,
    program: Program,
    frames: number,
    buffers: Record<string, GPUBuffer>,
    uniforms: GPUBuffer,
    steps: readonly Step[],
  ) {
    this.#context = context;
    this.#program = program;
    this.frames = frames;
    this.#buffers = buffers;
    this.#uniforms = uniforms;
    this.#steps = steps;
  }

  write(name: string, data: BufferData): void {
    this.#context.device.queue.writeBuffer(this.#buffers[name], 0, data as Uint32Array<ArrayBuffer>);
  }

  async run(parameters: RunParameters, outputs: readonly Readback[], inputs: RunInputs = {}): Promise<RunResult> {
    checkFrames(parameters, this.frames);
    const { device } = this.#context;
    const clock = this.#timers.pop() ?? passTimer(this.#context, 1);
    for (const [name, data] of Object.entries(inputs)) this.write(name, data);
    this.#writeUniforms(parameters);
    const encoder = device.createCommandEncoder();
    this.#clear(encoder);
    const pass = encoder.beginComputePass(clock.pass(0));
    for (const step of this.#steps) dispatch(pass, step, parameters);
    pass.end();
    const staged = outputs.map(({ buffer, elements }) => this.#stage(encoder, buffer, 4 * elements));
    clock.resolve(encoder);
    const begin = performance.now();
    device.queue.submit([encoder.finish()]);
    const [passSeconds, ...data] = await Promise.all([
      clock.seconds(),
      ...staged.map((staging, i) => this.#take(staging, outputs[i].buffer)),
    ]);
    const elapsed = (performance.now() - begin) / 1000;
    this.#timers.push(clock);
    return { outputs: data, seconds: passSeconds[0] ?? elapsed };
  }

  async runStage(stage: Stage, parameters: RunParameters, iteration: number): Promise<void> {
    checkFrames(parameters, this.frames);
    const { device, pipelines } = this.#context;
    const pipeline = await this.#context.orLost(pipelines.pipeline(stage));
    this.#writeUniforms(parameters);
    const encoder = device.createCommandEncoder();
    const pass = encoder.beginComputePass();
    const bindGroup = bindGroupOf(this.#context, stage, this.#uniforms, this.#buffers);
    dispatch(pass, { stage, iteration, pipeline, bindGroup }, parameters);
    pass.end();
    device.queue.submit([encoder.finish()]);
    await this.#context.orLost(device.queue.onSubmittedWorkDone());
  }

  async read(name: string): Promise<BufferData> {
    const { device } = this.#context;
    const encoder = device.createCommandEncoder();
    const staging = this.#stage(encoder, name, this.#buffers[name].size);
    device.queue.submit([encoder.finish()]);
    return this.#take(staging, name);
  }

  async profile(parameters: RunParameters): Promise<Profile> {
    checkFrames(parameters, this.frames);
    const { device, timestamps } = this.#context;
    const seconds: Record<string, number> = {};
    this.#writeUniforms(parameters);
    const begin = device.createCommandEncoder();
    this.#clear(begin);
    device.queue.submit([begin.finish()]);
    const many = timestamps ? PASSES_MAXIMUM : 1;
    for (let first = 0; first < this.#steps.length; first += many) {
      const steps = this.#steps.slice(first, first + many);
      for (const [i, time] of (await this.#timeSteps(steps, parameters)).entries()) {
        const { kernel } = steps[i].stage;
        seconds[kernel] = (seconds[kernel] ?? 0) + time;
      }
    }
    return { seconds, method: timestamps ? "timestamp queries" : "clock" };
  }

  /** Seconds of each step, in passes of their own. */
  async #timeSteps(steps: readonly Step[], parameters: RunParameters): Promise<number[]> {
    const { device } = this.#context;
    const clock = passTimer(this.#context, steps.length);
    const encoder = device.createCommandEncoder();
    for (const [index, step] of steps.entries()) {
      const pass = encoder.beginComputePass(clock.pass(index));
      dispatch(pass, step, parameters);
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
    for (const buffer of [...Object.values(this.#buffers), ...[...this.#staging.values()].flat()]) buffer.destroy();
    for (const timer of this.#timers) timer.release();
    this.#uniforms.destroy();
  }

  #writeUniforms(parameters: RunParameters): void {
    const words = runUniforms(parameters, this.#program.repeats);
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
  stage: Stage,
  uniforms: GPUBuffer,
  buffers: Readonly<Record<string, GPUBuffer>>,
): GPUBindGroup {
  return context.device.createBindGroup({
    label: stage.kernel,
    layout: context.pipelines.bindGroupLayout(kernels[stage.kernel]),
    entries: [
      { binding: 0, resource: { buffer: uniforms, size: UNIFORM_BYTES } },
      ...stage.buffers.map((name, i) => ({ binding: i + 1, resource: { buffer: buffers[name] } })),
    ],
  });
}

function dispatch(pass: GPUComputePassEncoder, step: Step, parameters: RunParameters): void {
  pass.setPipeline(step.pipeline);
  pass.setBindGroup(0, step.bindGroup, [step.iteration * UNIFORM_STRIDE]);
  const { groups, framesPerWord = 1 } = step.stage;
  pass.dispatchWorkgroups(groups, Math.ceil(parameters.frames / framesPerWord));
}
