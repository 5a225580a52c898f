import { type DeviceLimits, frameBuffer, UNUSED_BUFFER } from "../../gpu/program.ts";
import type { DecoderProgram } from "../decoder-program.ts";
import type { DecodableCode, DecoderRequest } from "../rule.ts";
import { interfaceBuffers } from "../skeleton.ts";
import type { DecoderSpec } from "../spec.ts";
import { osdBuffers, osdDispatches, osdReductionBytes } from "./dispatches.ts";
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
  const { N } = plan.constants;
  const names = {
    channel: "channel_llr",
    ordering: "channel_llr",
    syndrome: syndrome ? "syndrome" : "unused_syndrome",
    decision: "decision",
    unsatisfied: "unsatisfied",
  };
  return {
    input: "bit",
    buffers: {
      ...interfaceBuffers(spec, N, N),
      [names.syndrome]: syndrome ? frameBuffer("u32", matrix.rows) : UNUSED_BUFFER,
      ...osdBuffers(plan),
    },
    start: osdDispatches(plan, names),
    iterate: [],
    repeats: 0,
    afterIterations: [],
    plan: plan.notes,
    traffic: { edges: matrix.checkStart[matrix.rows], bytesPerIteration: osdReductionBytes(plan) },
  };
}
