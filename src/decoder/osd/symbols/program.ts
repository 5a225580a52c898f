import type { DeviceLimits } from "../../../gpu/program.ts";
import type { DecoderProgram } from "../../decoder-program.ts";
import type { DecodableCode, DecoderRequest } from "../../rule.ts";
import type { DecoderSpec } from "../../spec.ts";
import { withoutIterations } from "../program.ts";
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
  return withoutIterations(osd, { input: "symbol", llrs: matrix.field.q }, matrix, spec, syndrome);
}
