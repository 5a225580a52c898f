import { emptyColumns } from "../../../code/parity-check-matrix.ts";
import { tannerGraph } from "../../../code/tanner-graph.ts";
import { InputError } from "../../../errors.ts";
import type { KernelConstants } from "../../../gpu/kernel.ts";
import { constantBuffer, type DeviceLimits, frameBuffer, UNUSED_BUFFER } from "../../../gpu/program.ts";
import { ALL_FRAMES } from "../../active-frames.ts";
import type { DecoderProgram } from "../../decoder-program.ts";
import type { DecodableCode, DecoderRequest } from "../../rule.ts";
import { decoderSteps, interfaceBuffers } from "../../skeleton.ts";
import { type DecoderSpec, stopConstant } from "../../spec.ts";
import { receivedMaximum, stepConstant } from "../../step.ts";
import { channelMaximum, type LevelFormat } from "../levels.ts";
import { edgeTable, multiplesTable } from "./graph.ts";
import { treeBytes, treePlan } from "./plan.ts";

/**
 * Flooding Min-Max for few frames, in f32 or in whole numbers of steps. In the dispatch of an iteration a check gathers its variables' messages and
 * makes its own messages by a tree of products in a workgroup. All mappings give the same results bit for bit. Finished
 * frames cost little, and keep their slots.
 * @param format levels of messages; f32 if left out.
 */
export function treeProgram(
  { matrix }: DecodableCode,
  spec: DecoderSpec,
  limits: DeviceLimits,
  request: DecoderRequest,
  format?: LevelFormat,
): DecoderProgram {
  const [unprotected] = emptyColumns(matrix);
  if (unprotected !== undefined) {
    throw new InputError(
      `mapping=tree decides a symbol by a check, and symbol ${unprotected} has none: use mapping=auto`,
    );
  }
  const graph = tannerGraph(matrix);
  const { q, checks, variables, edges, checkDegreeMaximum, variableDegreeMaximum } = graph;
  const plan = treePlan(graph, matrix.field.p, limits);
  if (plan === undefined) {
    throw new InputError(
      `mapping=tree over GF(${q}) with check degree ${checkDegreeMaximum} needs more than the ${limits.workgroupBytes} bytes of ` +
        `workgroup memory and ${limits.workgroupSize} invocations that the device has: use mapping=auto`,
    );
  }
  const { tables } = plan;
  const syndrome = request.syndrome === true;
  const constants = {
    ...plan.constants,
    TREE: checks + 1,
    STOP: stopConstant(spec),
    SYNDROME: syndrome ? 1 : 0,
    ...levelConstants(variableDegreeMaximum, format),
  };
  const check = {
    kernel: "nonbinary/tree/check",
    constants,
    buffers: ["check_start", "edges", "multiples", "channel_llr", "syndrome", "unsatisfied", "messages"],
    workgroups: checks,
  };
  const decide = {
    kernel: "nonbinary/tree/decide",
    constants: { ...constants, ITERATIONS: spec.iterations },
    buffers: ["check_start", "edges", "multiples", "channel_llr", "syndrome", "messages", "unsatisfied", "decision"],
    workgroups: checks,
  };
  const phases = { pack: [], check: [check], variable: [], syndrome: [], active: ALL_FRAMES, decide: [decide] };
  return {
    input: "symbol",
    buffers: {
      ...interfaceBuffers(spec, variables * q, variables),
      check_start: constantBuffer(Uint32Array.from([...graph.checkStart, ...tables.starts, ...tables.rounds])),
      edges: edgeTable(graph),
      multiples: multiplesTable(matrix.field),
      syndrome: syndrome ? frameBuffer("u32", checks) : UNUSED_BUFFER,
      // The last vector of each half stays zero: nothing writes it.
      messages: frameBuffer("f32", 2 * (edges + 1) * q),
    },
    ...decoderSteps(spec, phases, { order: ["check"] }),
    // A check reads the messages of its variables and their channel LLRs.
    traffic: { edges, bytesPerIteration: 4 * edges * q * (variableDegreeMaximum + 2) },
    plan: [
      "a workgroup for each check of a frame, a dispatch for each iteration, flooding",
      ...(format === undefined ? [] : [`${format.levels} levels of ${format.step}, in f32`]),
      `a tree of products, ${plan.constants.ROWS} at a time, ${treeBytes(constants)} bytes`,
    ],
  };
}

/** @throws InputError as the other mappings of levels. */
function levelConstants(variableDegree: number, format: LevelFormat | undefined): KernelConstants {
  if (format === undefined) return { LEVELS: 0, STEPS_PER_LLR_BITS: 0, RECEIVED_MAX: 0, CHANNEL_MAX: 0 };
  const { levels, step } = format;
  const channel = channelMaximum(variableDegree, levels, false);
  return { LEVELS: levels, ...stepConstant(step), RECEIVED_MAX: receivedMaximum(levels - 1), CHANNEL_MAX: channel };
}
