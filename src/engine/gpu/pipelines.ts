import type { Dispatch } from "../../gpu/program.ts";
import { storageAccess } from "../../gpu/shader-declarations.ts";
import type { AssembledShader } from "../../gpu/template.ts";
import { loadedTexts, shaderError, shaderOf } from "../shader.ts";
import { wgslFile } from "../wgsl-file.ts";
import { UNIFORM_BYTES } from "./run-uniform.ts";
import type { TextLoader } from "./webgpu-types.ts";

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
