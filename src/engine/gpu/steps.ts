import { slotGrid } from "../../../wgsl/common/workgroup-slot.ts";
import type { RunParameters } from "../../gpu/kernel.ts";
import { type Dispatch, framesCovered, type Program, type TimedDispatch } from "../../gpu/program.ts";
import { type Batch, dispatchesInOrder, type Schedule, scheduleOf } from "../../gpu/schedule.ts";
import type { GpuBuffers } from "./buffers.ts";
import type { GpuContext } from "./context.ts";
import { type RunUniforms, UNIFORM_BYTES } from "./run-uniform.ts";

/**
 * Iterations submitted at once by a program that counts its active frames and sets no `every`. The next iterations run
 * while the count is read, so the device does not wait; a larger number wastes more iterations.
 */
const ITERATIONS_SUBMITTED = 2;

/** A dispatch with its pipeline and bindings on the device. */
export interface Step {
  readonly dispatch: Dispatch;
  readonly pipeline: GPUComputePipeline;
  readonly bindGroup: GPUBindGroup;
  /** Offset in the uniform, in bytes. */
  readonly offset: number;
  /** Workgroups in one dimension (`GpuContext.row`). */
  readonly row: number;
}

/** Steps that one submission contains. */
export interface GpuBatch extends Batch {
  readonly steps: readonly Step[];
}

/** The buffers and layouts that the dispatches of a program bind. */
export interface Bound {
  readonly context: GpuContext;
  readonly buffers: GpuBuffers;
  readonly uniforms: GPUBuffer;
  readonly forms: RunUniforms;
}

/** Makes a step of a dispatch. @throws Error with kernel file, line and source line if its kernel does not compile. */
export async function stepOf(bound: Bound, timed: TimedDispatch): Promise<Step> {
  const { context, forms } = bound;
  const { dispatch } = timed;
  const [{ pipeline, layout }] = await context.orLost(context.pipelines.compiled([dispatch]));
  const bindGroup = bindGroupOf(bound, dispatch, layout);
  return { dispatch, pipeline, bindGroup, offset: forms.offset(timed), row: context.row };
}

/** A program's schedule with compiled kernels. @throws Error as `stepOf`. */
export async function compiledSchedule(bound: Bound, program: Program): Promise<Schedule<GpuBatch>> {
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
export function encode(
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
export function runsOfKernels(steps: readonly Step[]): Step[][] {
  const runs: Step[][] = [];
  for (const step of steps) {
    const last = runs.at(-1);
    if (last?.[0].dispatch.kernel === step.dispatch.kernel) last.push(step);
    else runs.push([step]);
  }
  return runs;
}
