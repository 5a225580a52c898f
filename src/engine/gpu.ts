import type { Program, Stage } from "../decoder/program.ts";
import { stagesInOrder } from "../decoder/program.ts";
import { InputError } from "../errors.ts";
import type { BufferData, RunParameters } from "../kernel/kernel.ts";
import { kernels } from "../kernel/registry.ts";
import { checkFrames, frameBytes } from "./cpu.ts";
import type { Engine, EngineInfo, PreparedProgram, Profile, Readback, RunInputs, RunResult } from "./engine.ts";
import { GpuContext } from "./gpu-context.ts";
import { passTimer } from "./pass-timer.ts";
import { PipelineCache, type TextLoader } from "./pipelines.ts";
import { runUniforms, UNIFORM_BYTES, UNIFORM_STRIDE } from "./run-uniform.ts";

export interface GpuEngineOptions {
  readonly adapter: GPUAdapter;
  readonly load: TextLoader;
  /** Most bytes of device memory for one program; WebGPU does not tell how much there is. */
  readonly memory?: number;
}

const DEFAULT_MEMORY = 2 * 2 ** 30;
/** WebGPU's limit of workgroups per dimension; frames are workgroup y. */
const GROUPS_MAXIMUM = 65535;

/** Limits asked of the adapter, each with its reason. */
const WANTED_LIMITS = [
  "maxStorageBufferBindingSize", // messages of many frames in one buffer
  "maxBufferSize", // the same
  "maxComputeWorkgroupStorageSize", // F/B metrics
  "maxComputeInvocationsPerWorkgroup", // C·q work items
  "maxComputeWorkgroupSizeX", // C·q work items
] as const;

/** The WebGPU engine: dispatches the kernels' WGSL. */
export async function gpuEngine({ adapter, load, memory = DEFAULT_MEMORY }: GpuEngineOptions): Promise<Engine> {
  const requiredLimits = Object.fromEntries(WANTED_LIMITS.map((name) => [name, adapter.limits[name]]));
  const timestamps = adapter.features.has("timestamp-query");
  const device = await adapter.requestDevice({
    requiredLimits,
    requiredFeatures: timestamps ? ["timestamp-query"] : [],
  });
  const context = new GpuContext(device, new PipelineCache(device, load), timestamps);
  const { limits } = device;
  return {
    info: adapterInfo(adapter),
    limits: {
      workgroupBytes: limits.maxComputeWorkgroupStorageSize,
      workgroupSize: Math.min(limits.maxComputeInvocationsPerWorkgroup, limits.maxComputeWorkgroupSizeX),
    },
    runsInFlight: 2,
    framesMaximum(program) {
      const bindings = Object.values(program.buffers).filter(({ perFrame }) => perFrame);
      const largest = Math.max(...bindings.map(({ length }) => 4 * length));
      const binding = Math.min(limits.maxStorageBufferBindingSize, limits.maxBufferSize);
      const frames = Math.floor(Math.min(binding / largest, memory / frameBytes(program), GROUPS_MAXIMUM));
      if (frames < 1)
        throw new InputError(`one frame needs ${largest} bytes in one buffer, the adapter allows ${binding}`);
      return frames;
    },
    prepare: (program, frames) => GpuProgram.create(context, program, frames),
    close: async () => device.destroy(),
  };
}

/** What an adapter says of itself. */
export function adapterInfo(adapter: GPUAdapter): EngineInfo {
  const { vendor, architecture, device, description } = adapter.info;
  return {
    engine: "gpu",
    adapter: [vendor, device || architecture].filter((word) => word !== "").join(" ") || "unnamed adapter",
    driver: description,
    software: adapter.info.isFallbackAdapter || /llvmpipe|swiftshader|basic render/i.test(`${device} ${description}`),
  };
}

interface Step {
  readonly stage: Stage;
  readonly iteration: number;
  readonly pipeline: GPUComputePipeline;
  readonly bindGroup: GPUBindGroup;
}

class GpuProgram implements PreparedProgram {
  readonly frames: number;
  readonly #context: GpuContext;
  readonly #program: Program;
  readonly #buffers: Record<string, GPUBuffer>;
  readonly #uniforms: GPUBuffer;
  readonly #steps: readonly Step[];

  static async create(context: GpuContext, program: Program, frames: number): Promise<GpuProgram> {
    const { device } = context;
    device.pushErrorScope("out-of-memory");
    device.pushErrorScope("validation");
    const buffers: Record<string, GPUBuffer> = {};
    for (const [name, { length, perFrame, data }] of Object.entries(program.buffers)) {
      const usage = GPUBufferUsage.STORAGE | GPUBufferUsage.COPY_SRC | GPUBufferUsage.COPY_DST;
      buffers[name] = device.createBuffer({
        label: name,
        size: 4 * Math.max(1, length * (perFrame ? frames : 1)),
        usage,
      });
      if (data !== undefined) device.queue.writeBuffer(buffers[name], 0, data as Uint32Array<ArrayBuffer>);
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
    const steps: Step[] = [];
    const made = new Map<Stage, Omit<Step, "iteration">>();
    for (const { stage, iteration } of stagesInOrder(program)) {
      let step = made.get(stage);
      if (step === undefined) {
        const pipeline = await context.orLost(context.pipelines.pipeline(stage));
        step = { stage, pipeline, bindGroup: bindGroupOf(context, stage, uniforms, buffers) };
        made.set(stage, step);
      }
      steps.push({ ...step, iteration });
    }
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
    const clock = passTimer(this.#context, 1);
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
    const data = await Promise.all(staged.map((staging, i) => this.#take(staging, outputs[i].buffer)));
    const elapsed = (performance.now() - begin) / 1000;
    const [seconds] = await clock.seconds();
    return { outputs: data, seconds: seconds ?? elapsed };
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
    const add = (step: Step, time: number) => {
      seconds[step.stage.kernel] = (seconds[step.stage.kernel] ?? 0) + time;
    };
    this.#writeUniforms(parameters);
    const clock = passTimer(this.#context, this.#steps.length);
    let encoder = device.createCommandEncoder();
    this.#clear(encoder);
    for (const [index, step] of this.#steps.entries()) {
      const pass = encoder.beginComputePass(clock.pass(index));
      dispatch(pass, step, parameters);
      pass.end();
      if (timestamps) continue;
      const begin = performance.now();
      device.queue.submit([encoder.finish()]);
      await this.#context.orLost(device.queue.onSubmittedWorkDone());
      add(step, (performance.now() - begin) / 1000);
      encoder = device.createCommandEncoder();
    }
    clock.resolve(encoder);
    device.queue.submit([encoder.finish()]);
    const measured = await clock.seconds();
    measured.forEach((time, index) => {
      add(this.#steps[index], time);
    });
    return { seconds, method: timestamps ? "timestamp queries" : "clock" };
  }

  release(): void {
    for (const buffer of Object.values(this.#buffers)) buffer.destroy();
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
    const { device } = this.#context;
    const staging = device.createBuffer({ size, usage: GPUBufferUsage.MAP_READ | GPUBufferUsage.COPY_DST });
    encoder.copyBufferToBuffer(this.#buffers[name], 0, staging, 0, size);
    return staging;
  }

  async #take(staging: GPUBuffer, name: string): Promise<BufferData> {
    await this.#context.orLost(staging.mapAsync(GPUMapMode.READ));
    const bytes = staging.getMappedRange().slice(0);
    staging.destroy();
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
  pass.dispatchWorkgroups(step.stage.groups, parameters.frames);
}
