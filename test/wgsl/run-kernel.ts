import type { Engine } from "../../src/engine/engine.ts";
import { wgslFile } from "../../src/engine/wgsl-file.ts";
import type { BufferData, ElementType, KernelConstants, RunParameters } from "../../src/gpu/kernel.ts";
import type { KernelVariant } from "../../src/gpu/part.ts";
import type { Dispatch, Program } from "../../src/gpu/program.ts";
import { loadText } from "../engines.ts";
import { runParameters } from "../run-parameters.ts";
import { expectSameElements } from "../same-elements.ts";

export interface KernelCall {
  readonly kernel: string;
  readonly constants: KernelConstants;
  readonly variant?: KernelVariant;
  /** Initial contents of the kernel's buffers, by binding name. */
  readonly buffers: Readonly<Record<string, BufferData>>;
  readonly parameters: Partial<RunParameters> & { readonly frames: number };
  readonly iteration?: number;
  readonly workgroups: number;
  readonly framesPerWorkgroup?: number;
}

/** Runs a kernel alone on both engines, expects equal buffers, and returns them. */
export async function runKernel(
  engines: { readonly gpu: Engine; readonly cpu: Engine },
  call: KernelCall,
): Promise<Record<string, BufferData>> {
  const onCpu = await runOn(engines.cpu, call);
  const device = await runOn(engines.gpu, call);
  for (const [name, data] of Object.entries(device)) expectSameElements(data, onCpu[name], `${call.kernel}: ${name}`);
  return onCpu;
}

async function runOn(engine: Engine, call: KernelCall): Promise<Record<string, BufferData>> {
  const { kernel, constants, variant, iteration = 0, workgroups: groups, framesPerWorkgroup: interleave } = call;
  const text = await loadText(wgslFile(kernel));
  const names = [...text.matchAll(/^#(?:in|out) .*/gm)].flatMap(([line]) => line.match(/\w+(?=:)/g) ?? []);
  const dispatch: Dispatch = {
    kernel,
    constants,
    variant,
    buffers: names,
    workgroups: groups,
    framesPerWorkgroup: interleave,
  };
  const buffers: Program["buffers"] = Object.fromEntries(
    names.map((name) => {
      const data = call.buffers[name];
      return [name, { type: elementTypeOf(data), length: data.length, perFrame: false, data }];
    }),
  );
  const program: Program = {
    buffers,
    start: [dispatch],
    iterate: [],
    repeats: iteration,
    afterIterations: [],
    plan: [],
  };
  const prepared = await engine.prepare(program, call.parameters.frames);
  await prepared.runDispatch(dispatch, runParameters(call.parameters), iteration);
  const result: Record<string, BufferData> = {};
  for (const name of names) result[name] = await prepared.read(name);
  prepared.release();
  return result;
}

function elementTypeOf(data: BufferData): ElementType {
  if (data instanceof Float32Array) return "f32";
  return data instanceof Int32Array ? "i32" : "u32";
}
