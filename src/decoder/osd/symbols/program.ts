import { type DeviceLimits, frameBuffer, UNUSED_BUFFER } from "../../../gpu/program.ts";
import type { DecoderProgram } from "../../decoder-program.ts";
import type { DecodableCode, DecoderRequest } from "../../rule.ts";
import { interfaceBuffers } from "../../skeleton.ts";
import type { DecoderSpec } from "../../spec.ts";
import { type SymbolOsdParameters, symbolOsdOn } from "./basis.ts";

/**
 * Ordered statistics decoding over GF(q) as a program: the row reduction of H from the least reliable position on, and the search over
 * patterns of changed positions. It has no iterations.
 * @throws InputError as `symbolOsdOn`.
 */
export function symbolOsdProgram(
  parameters: Omit<SymbolOsdParameters, "syndrome">,
  { matrix }: DecodableCode,
  spec: DecoderSpec,
  limits: DeviceLimits,
  { syndrome = false }: DecoderRequest = {},
): DecoderProgram {
  const osd = symbolOsdOn(spec.rule, matrix, { ...parameters, syndrome }, limits);
  const { columns: N, field } = matrix;
  const names = {
    channel: "channel_llr",
    ordering: "channel_llr",
    syndrome: syndrome ? "syndrome" : "unused_syndrome",
    decision: "decision",
    unsatisfied: "unsatisfied",
  };
  return {
    input: "symbol",
    buffers: {
      ...interfaceBuffers(spec, N * field.q, N),
      [names.syndrome]: syndrome ? frameBuffer("u32", matrix.rows) : UNUSED_BUFFER,
      ...osd.buffers,
    },
    start: osd.dispatches(names),
    iterate: [],
    repeats: 0,
    afterIterations: [],
    plan: osd.notes,
    traffic: { edges: matrix.checkStart[matrix.rows], bytesPerIteration: osd.bytes },
  };
}
