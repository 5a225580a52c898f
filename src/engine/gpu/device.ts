import { DeviceLostError } from "../../errors.ts";
import { UNIFORM_BYTES } from "../../gpu/kernel.ts";
import type { Dispatch } from "../../gpu/program.ts";
import { type AssembledShader, storageAccess } from "../../gpu/template.ts";
import { loadedTexts, shaderError, shaderOf } from "../shader.ts";
import { wgslFile } from "../wgsl-file.ts";
import type { TextLoader } from "./webgpu-types.ts";

/** Maps a buffer for reading and polls the device for it. @param meanwhile does a part of other work; returns whether parts are left. */
type MapPolled = (buffer: GPUBuffer, meanwhile: () => boolean) => Promise<undefined>;

/** A device with its pipelines, which reports the loss of the device. */
export class GpuContext {
  readonly device: GPUDevice;
  readonly pipelines: PipelineCache;
  readonly timestamps: boolean;
  /** Maximum number of workgroups of a dispatch in one dimension; larger dispatches use rows in a second dimension. */
  readonly row: number;
  readonly #polls: MapPolled | undefined;
  #lost: DeviceLostError | undefined;
  /** The first error outside all error scopes, after which results cannot be trusted. */
  #failed: Error | undefined;
  /** Rejects the promises that wait for the device. */
  readonly #waiting = new Set<(error: Error) => void>();
  /**
   * Pending GPU promises do not keep Node's event loop alive; a timer does. It is held and let go with each wait, as making one takes some
   * microseconds. Browsers need none.
   */
  readonly #alive: { ref?(): void; unref?(): void } = setInterval(() => {}, 1000) as object;

  constructor(device: GPUDevice, pipelines: PipelineCache, timestamps: boolean, row: number, polls?: MapPolled) {
    this.device = device;
    this.pipelines = pipelines;
    this.timestamps = timestamps;
    this.row = row;
    this.#polls = polls;
    this.#alive.unref?.();
    void device.lost.then(({ message, reason }) => this.#lose(message || reason));
    device.addEventListener("uncapturederror", ({ error }) => {
      this.#failed ??= new Error(`WebGPU: ${error.message}`);
      this.#rejectAll(this.#failed);
    });
  }

  /** Gives the device back: what waits for it, and what asks for it later, fails with DeviceLostError. */
  close(): void {
    // The browser ends maps in flight at once and reports the loss later.
    this.#lose("it was closed");
    this.device.destroy();
  }

  #lose(reason: string): void {
    this.#lost ??= new DeviceLostError(`the device was lost: ${reason}`);
    this.#rejectAll(this.#lost);
  }

  #rejectAll(error: Error): void {
    for (const reject of this.#waiting) reject(error);
  }

  /** Maps a buffer for reading. @param meanwhile called between polls of the device, if the engine polls it. @throws as `orLost`. */
  map(buffer: GPUBuffer, meanwhile: () => boolean = () => false): Promise<undefined> {
    return this.orLost(this.#polls?.(buffer, meanwhile) ?? buffer.mapAsync(GPUMapMode.READ));
  }

  /** The promise's value. @throws DeviceLostError if the device goes away first; Error if a command was invalid. */
  async orLost<T>(promise: Promise<T>): Promise<T> {
    try {
      return await this.#beforeFailure(promise);
    } catch (error) {
      if (error instanceof DeviceLostError) throw error;
      // A failed map after a loss of the device may be reported before `device.lost`, on a busy machine long before.
      const patience = error instanceof DOMException ? 5000 : 100;
      let timer: ReturnType<typeof setTimeout> | undefined;
      const late = new Promise((resolve) => {
        timer = setTimeout(resolve, patience);
      });
      await Promise.race([this.device.lost, late]);
      clearTimeout(timer);
      throw this.#lost ?? error;
    }
  }

  /**
   * The objects that `make` creates, and the device's error if it cannot have them.
   * @returns `memory`: whether the device lacks memory for them.
   */
  async allocated<T>(
    make: () => T,
  ): Promise<{ readonly made: T; readonly memory: boolean; readonly error: GPUError | null }> {
    const { device } = this;
    device.pushErrorScope("out-of-memory");
    device.pushErrorScope("validation");
    const made = make();
    // Both scopes end before another call can open its own.
    const errors = Promise.all([device.popErrorScope(), device.popErrorScope()]);
    const [invalid, memory] = await this.orLost(errors);
    return { made, memory: memory !== null, error: memory ?? invalid };
  }

  /**
   * The promise's value, unless the device fails first. (`Promise.race` with a promise of the loss would keep a reaction for every run
   * until the loss.)
   */
  #beforeFailure<T>(promise: Promise<T>): Promise<T> {
    return new Promise((resolve, reject) => {
      const settle = () => {
        this.#waiting.delete(fail);
        if (this.#waiting.size === 0) this.#alive.unref?.();
      };
      const fail = (error: Error) => {
        settle();
        reject(error);
      };
      this.#waiting.add(fail);
      promise.then((value) => {
        settle();
        resolve(value);
      }, fail);
      const failure = this.#lost ?? this.#failed;
      if (failure !== undefined) fail(failure);
      else if (this.#waiting.size === 1) this.#alive.ref?.();
    });
  }
}

/** A compiled kernel, and the layout of its bind group: the run uniform with a dynamic offset, then its buffers in order. */
interface CompiledKernel {
  readonly pipeline: GPUComputePipeline;
  readonly layout: GPUBindGroupLayout;
}

/** Compiles kernels. Equal requests share one compilation, even while it is in progress. */
export class PipelineCache {
  readonly #device: GPUDevice;
  readonly #load: TextLoader;
  readonly #f16: boolean;
  readonly #row: number;
  readonly #layouts = new Map<string, GPUBindGroupLayout>();
  /** Shaders of dispatches: a program is prepared again for more frames, and for each point of a run. */
  readonly #assembled = new WeakMap<Dispatch, AssembledShader>();
  readonly #compiled = new Map<string, Promise<CompiledKernel>>();
  readonly #texts = new Map<string, Promise<string>>();

  /**
   * @param f16 uses the f16 forms of parts: the device has the feature `shader-f16`.
   * @param row maximum number of workgroups of a dispatch in one dimension.
   */
  constructor(device: GPUDevice, load: TextLoader, f16: boolean, row: number) {
    this.#device = device;
    this.#load = load;
    this.#f16 = f16;
    this.#row = row;
  }

  /** The kernels of dispatches. @throws Error that names the kernel's file, line and source line. */
  async compiled(dispatches: readonly Dispatch[]): Promise<readonly CompiledKernel[]> {
    const shaders = await Promise.all(dispatches.map((dispatch) => this.#shader(dispatch)));
    // They compile at the same time, so the longest one begins first.
    const longestFirst = [...shaders.keys()].sort((a, b) => shaders[b].code.length - shaders[a].code.length);
    for (const i of longestFirst) {
      const { code } = shaders[i];
      if (this.#compiled.has(code)) continue;
      this.#compiled.set(code, this.#compile(dispatches[i], shaders[i]));
    }
    return Promise.all(shaders.map(({ code }) => this.#compiled.get(code)!));
  }

  #layout(shader: AssembledShader): GPUBindGroupLayout {
    const access = storageAccess(shader.code);
    const key = access.join();
    const known = this.#layouts.get(key);
    if (known !== undefined) return known;
    const layout = this.#device.createBindGroupLayout({
      label: key,
      entries: [
        {
          binding: 0,
          visibility: GPUShaderStage.COMPUTE,
          buffer: { type: "uniform", hasDynamicOffset: true, minBindingSize: UNIFORM_BYTES },
        },
        ...access.map((each, i) => ({
          binding: i + 1,
          visibility: GPUShaderStage.COMPUTE,
          buffer: { type: each === "read" ? ("read-only-storage" as const) : ("storage" as const) },
        })),
      ],
    });
    this.#layouts.set(key, layout);
    return layout;
  }

  async #shader(dispatch: Dispatch): Promise<AssembledShader> {
    const known = this.#assembled.get(dispatch);
    if (known !== undefined) return known;
    const texts = await loadedTexts(dispatch, (name) => this.#text(name));
    const assembled = shaderOf(dispatch, (name) => texts.get(name), this.#f16);
    const { workgroups } = dispatch;
    const row = this.#row;
    const shader = workgroups <= row ? assembled : { ...assembled, code: inRows(assembled.code, workgroups, row) };
    this.#assembled.set(dispatch, shader);
    return shader;
  }

  #text(name: string): Promise<string> {
    const known = this.#texts.get(name);
    if (known !== undefined) return known;
    const loading = this.#load(wgslFile(name));
    this.#texts.set(name, loading);
    // A server that did not answer may answer the next call.
    loading.catch(() => this.#texts.delete(name));
    return loading;
  }

  async #compile(dispatch: Dispatch, shader: AssembledShader): Promise<CompiledKernel> {
    const device = this.#device;
    device.pushErrorScope("validation");
    const module = device.createShaderModule({ label: dispatch.kernel, code: shader.code });
    const layout = this.#layout(shader);
    const [moduleError, pipeline] = await Promise.all([
      device.popErrorScope(),
      device
        .createComputePipelineAsync({
          label: dispatch.kernel,
          layout: device.createPipelineLayout({ bindGroupLayouts: [layout] }),
          compute: { module, entryPoint: "main" },
        })
        .catch((error: unknown) => error as Error),
    ]);
    if (moduleError === null && !(pipeline instanceof Error)) return { pipeline, layout };
    const info = await module.getCompilationInfo();
    const first = info.messages.find(({ type }) => type === "error");
    if (dispatch.variant?.texts !== undefined && first !== undefined) {
      throw shaderError(dispatch, first.message, shader.lines[first.lineNum - 1]);
    }
    const reasons = info.messages.map((message) => describe(message, shader));
    const rest = pipeline instanceof Error ? pipeline.message : (moduleError?.message ?? "");
    throw shaderError(
      dispatch,
      `kernel ${dispatch.kernel} does not compile:\n${reasons.length > 0 ? reasons.join("\n") : rest}`,
    );
  }
}

/**
 * A kernel for more workgroups x than `row`, which z counts in rows, before all else that it counts: the entry point begins, on its own line,
 * with the place of the whole dispatch. A workgroup behind the last one ends.
 */
function inRows(code: string, workgroups: number, row: number): string {
  const rows = Math.ceil(workgroups / row);
  const part = `dispatched_workgroup_id.z % ${rows}u * ${row}u`;
  const entry = /@workgroup_size\((.*)\)(\s*)fn main\(((?:[^()]|\([^()]*\))*)\) \{/;
  return code.replace(entry, (_, size: string, space: string, parameters: string) => {
    let begin = `if (dispatched_workgroup_id.x + ${part} >= ${workgroups}u) { return; }`;
    let renamed = parameters.replace(
      /@builtin\((workgroup|global_invocation)_id\) (\w+)/g,
      (_, kind: string, name: string) => {
        const at = `dispatched_${kind}_id`;
        const before = kind === "workgroup" ? part : `${part} * (${size})`;
        begin += ` let ${name} = vec3u(${at}.x + ${before}, ${at}.y, ${at}.z / ${rows}u);`;
        return `@builtin(${kind}_id) ${at}`;
      },
    );
    if (!renamed.includes("(workgroup_id)"))
      renamed = `@builtin(workgroup_id) dispatched_workgroup_id: vec3u, ${renamed}`;
    return `@workgroup_size(${size})${space}fn main(${renamed}) { ${begin}`;
  });
}

/** Translates a compiler message to the line of the .wgsl file, which it quotes. */
function describe(message: GPUCompilationMessage, shader: AssembledShader): string {
  const origin = shader.lines[message.lineNum - 1];
  const source = shader.code.split("\n")[message.lineNum - 1] ?? "";
  const place = origin === undefined ? "" : `wgsl/${origin.file}.wgsl:${origin.line}: `;
  return `${place}${message.type}: ${message.message}\n    ${source.trim()}`;
}
