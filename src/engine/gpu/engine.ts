import { FRAMES_MAXIMUM } from "../../../wgsl/common/workgroup-slot.ts";
import { InputError } from "../../errors.ts";
import { bufferElements, type Program } from "../../gpu/program.ts";
import { WORKGROUPS_MAXIMUM } from "../../gpu/workgroup.ts";
import { requireOptions } from "../../options.ts";
import type { Engine, EngineInfo, PreparedProgram } from "../engine.ts";
import { frameBytes } from "../frame-slots.ts";
import { GpuContext, PipelineCache } from "./device.ts";
import { loadText } from "./load-text.ts";
import { GpuProgram } from "./program.ts";
import type { TextLoader, WebGpuAdapter } from "./webgpu-types.ts";

/**
 * Adapter and limits of a WebGPU engine.
 * @example
 * const options = (adapter: GpuEngineOptions["adapter"]): GpuEngineOptions => ({ adapter, memory: 2 ** 30 });
 */
export interface GpuEngineOptions {
  /** A WebGPU adapter, from a browser or from Dawn in Node. */
  readonly adapter: WebGpuAdapter;
  /** Reads the kernels' files; leave it out in browsers, which fetch the files. */
  readonly load?: TextLoader;
  /** Maximum device memory for one program in bytes; WebGPU does not report the size of the memory. */
  readonly memory?: number;
  /**
   * Computes in f16 where the results stay the same. Default: on if the adapter supports it and is no software device,
   * which emulates f16 slowly.
   */
  readonly f16?: boolean;
  /**
   * Maps a buffer for reading, as `mapAsync`, and polls the device for it.
   * @param buffer the buffer.
   * @param meanwhile does a part of other work, called before and between polls; returns whether parts are left.
   */
  map?(buffer: GPUBuffer, meanwhile: () => boolean): Promise<undefined>;
  /**
   * Maximum number of workgroups of a dispatch in one dimension; larger dispatches use rows in a second dimension.
   * Tests lower it.
   */
  readonly row?: number;
}

/** Words in a cache line of 128 bytes. */
const ROW_WORDS = 32;
/** Number of simultaneous runs that keeps the device busy. */
const RUNS_IN_FLIGHT = 2;
const DEFAULT_MEMORY = 2 * 2 ** 30;

/** Limits requested from the adapter, each with its reason. */
const WANTED_LIMITS = [
  "maxStorageBufferBindingSize", // messages of many frames in one buffer
  "maxBufferSize", // the same
  "maxComputeWorkgroupStorageSize", // F/B metrics
  "maxComputeInvocationsPerWorkgroup", // C·q invocations
  "maxComputeWorkgroupSizeX", // C·q invocations
] as const;

/**
 * The WebGPU engine: dispatches the kernels' WGSL.
 * @param options adapter and limits.
 * @throws InputError for an unknown option.
 * @example
 * const open = async () => {
 *   const adapter = await navigator.gpu.requestAdapter();
 *   return adapter === null ? cpuEngine() : gpuEngine({ adapter });
 * };
 */
export async function gpuEngine(options: GpuEngineOptions): Promise<Engine> {
  requireOptions("gpuEngine", options, { adapter: true, load: true, memory: true, f16: true, map: true, row: true });
  const { adapter, load = loadText, memory = DEFAULT_MEMORY, row = WORKGROUPS_MAXIMUM, f16: wanted, map } = options;
  const requiredLimits = Object.fromEntries(WANTED_LIMITS.map((name) => [name, adapter.limits[name]]));
  const info = adapterInfo(adapter);
  const timestamps = adapter.features.has("timestamp-query");
  const f16 = wanted ?? (adapter.features.has("shader-f16") && !info.software);
  const device = await adapter.requestDevice({
    requiredLimits,
    requiredFeatures: [...(timestamps ? ["timestamp-query" as const] : []), ...(f16 ? ["shader-f16" as const] : [])],
  });
  const context = new GpuContext(device, new PipelineCache(device, load, f16, row), timestamps, row, map);
  const { limits } = device;
  /** Programs with rounds wait for a count: meanwhile another run uses the device, with its own buffers. */
  const copiesOf = ({ rounds }: Program) => (rounds === undefined || info.software ? 1 : RUNS_IN_FLIGHT);
  /** Maximum size of a buffer in bytes. */
  const binding = Math.min(limits.maxStorageBufferBindingSize, limits.maxBufferSize);
  return {
    info,
    limits: {
      workgroupBytes: limits.maxComputeWorkgroupStorageSize,
      workgroupSize: Math.min(limits.maxComputeInvocationsPerWorkgroup, limits.maxComputeWorkgroupSizeX),
      bufferBytes: binding,
      software: info.software,
    },
    runsInFlight: RUNS_IN_FLIGHT,
    framesMaximum(program) {
      const bindings = Object.values(program.buffers).filter(({ perFrame }) => perFrame);
      const largest = Math.max(...bindings.map(({ length, interleave = 1 }) => (4 * length) / interleave));
      if (largest > binding)
        throw new InputError(`one frame needs ${largest} bytes in one buffer, the adapter allows ${binding}`);
      const bytes = frameBytes(program) * copiesOf(program);
      if (bytes > memory) throw new InputError(shortMemory(bytes, memory));
      const frames = Math.floor(Math.min(binding / largest, memory / bytes, FRAMES_MAXIMUM));
      // Rows of words that begin at a multiple of a cache line are read and written up to twice as fast.
      const row = ROW_WORDS * Math.max(2, ...bindings.map(({ interleave = 1 }) => interleave));
      const multiple = [row, ROW_WORDS, 1].find((size) => size <= frames)!;
      return frames - (frames % multiple);
    },
    async prepare(program, frames) {
      requireFit(program, frames, binding);
      const copies: GpuProgram[] = [];
      try {
        for (let i = 0; i < copiesOf(program); i++) copies.push(await GpuProgram.create(context, program, frames));
      } catch (error) {
        for (const copy of copies) copy.release();
        throw error;
      }
      return copies.length === 1 ? copies[0] : alternatingProgram(copies);
    },
    close: async () => context.close(),
  };
}

/** A limit of memory that does not hold one frame, in the unit of the command line, with the least limit in three digits. */
function shortMemory(bytes: number, memory: number): string {
  const gib = bytes / 2 ** 30;
  const unit = 10 ** (Math.floor(Math.log10(gib)) - 2);
  const least = Number((Math.ceil(gib / unit) * unit).toPrecision(3));
  const allowed = Number((memory / 2 ** 30).toPrecision(3));
  return `one frame needs ${least} GiB of device memory and may use ${allowed} GiB: raise the limit, --memory ${least}`;
}

/** @throws InputError if a dispatch cannot cover the frames, or a buffer would exceed the largest size. */
function requireFit({ buffers }: Program, frames: number, binding: number): void {
  const refuse = (reason: string) => new InputError(`the adapter cannot hold ${frames} frames at once: ${reason}`);
  if (frames > FRAMES_MAXIMUM) throw refuse(`a dispatch has at most ${FRAMES_MAXIMUM}`);
  for (const [name, buffer] of Object.entries(buffers)) {
    const bytes = 4 * bufferElements(buffer, frames);
    if (bytes > binding) throw refuse(`buffer ${name} would have ${bytes} bytes, of ${binding} that one can have`);
  }
}

/** An adapter's description of itself. */
export function adapterInfo(adapter: WebGpuAdapter): EngineInfo {
  const { vendor, architecture, device, description } = adapter.info;
  return {
    engine: "gpu",
    // Dawn replaces characters other than letters and digits by dashes; browsers may leave out the device, or all
    // fields.
    adapter: (device || [vendor, architecture].join(" ")).replace(/^[\s-]+|[\s-]+$/g, "") || "unnamed adapter",
    driver: description,
    software: adapter.info.isFallbackAdapter || /llvmpipe|swiftshader|basic render/i.test(`${device} ${description}`),
  };
}

/**
 * A program prepared several times, which distributes runs over its copies in turn. The device works on one copy while
 * a run on another waits for a count.
 */
export function alternatingProgram(copies: readonly PreparedProgram[]): PreparedProgram {
  /** The copy of the last run. */
  let last = 0;
  return {
    frames: copies[0].frames,
    write(buffer, data) {
      for (const copy of copies) copy.write(buffer, data);
    },
    run(parameters, outputs, inputs) {
      last = (last + 1) % copies.length;
      return copies[last].run(parameters, outputs, inputs);
    },
    runDispatch: (dispatch, parameters, iteration) => copies[last].runDispatch(dispatch, parameters, iteration),
    read: (buffer) => copies[last].read(buffer),
    profile: (parameters) => copies[last].profile(parameters),
    release() {
      for (const copy of copies) copy.release();
    },
  };
}
