import { type DeviceLimits, frameBuffer, UNUSED_BUFFER } from "../../gpu/program.ts";
import type { DecoderProgram } from "../decoder-program.ts";
import type { DecodableCode, DecoderRequest } from "../rule.ts";
import { interfaceBuffers } from "../skeleton.ts";
import type { DecoderSpec } from "../spec.ts";
import { type OsdStages, osdStages } from "./dispatches.ts";
import { osdPlan } from "./plan.ts";

/**
 * Ordered statistics decoding as a program: reliabilities and their order, the row reduction of H from the least reliable position on,
 * and the search over patterns of flipped information positions. It has no iterations.
 * @param options order: most information positions that a pattern flips; sweep as in `osdPlan`.
 * @throws InputError as `osdPlan`.
 */
export function osdProgram(
  { order, sweep }: { readonly order: number; readonly sweep: number },
  { matrix }: DecodableCode,
  spec: DecoderSpec,
  limits: DeviceLimits,
  { syndrome = false }: DecoderRequest = {},
): DecoderProgram {
  const plan = osdPlan(spec.rule, matrix, { order, sweep, syndrome }, limits);
  return withoutIterations(osdStages(plan), { input: "bit", llrs: 1 }, matrix, spec, syndrome);
}

/**
 * Ordered statistics decoding as a program of its own.
 * @param input kind of the LLRs. Each position has `llrs` of them.
 */
export function withoutIterations(
  osd: OsdStages,
  { input, llrs }: { readonly input: DecoderProgram["input"]; readonly llrs: number },
  { columns: N, rows, checkStart }: DecodableCode["matrix"],
  spec: DecoderSpec,
  syndrome: boolean,
): DecoderProgram {
  const names = {
    channel: "channel_llr",
    ordering: "channel_llr",
    syndrome: syndrome ? "syndrome" : "unused_syndrome",
    decision: "decision",
    unsatisfied: "unsatisfied",
  };
  return {
    input,
    buffers: {
      ...interfaceBuffers(spec, N * llrs, N),
      [names.syndrome]: syndrome ? frameBuffer("u32", rows) : UNUSED_BUFFER,
      ...osd.buffers,
    },
    start: osd.dispatches(names),
    iterate: [],
    repeats: 0,
    afterIterations: [],
    plan: osd.notes,
    traffic: { edges: checkStart[rows], bytesPerIteration: osd.bytes },
  };
}
