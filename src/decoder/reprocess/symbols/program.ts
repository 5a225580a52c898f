import type { DeviceLimits } from "../../../gpu/program.ts";
import type { DecoderProgram } from "../../decoder-program.ts";
import type { DecodableCode } from "../../rule.ts";
import { type OsdRounds, withOsdRounds } from "../osd-rounds.ts";

/** The parameters of ordered statistics decoding of failed frames over GF(q). */
export interface SymbolOsdReprocessing extends Pick<OsdRounds, "osd" | "iterations" | "syndrome" | "frames"> {
  readonly matrix: DecodableCode["matrix"];
  /** Buffer of the main decoder's posteriors, which order positions; the channel's LLRs if left out. */
  readonly posteriors?: string;
}

/** As `withOsdRounds`, of a decoder over GF(q). */
export function symbolOsdReprocessedProgram(
  main: DecoderProgram,
  { matrix, posteriors, ...rounds }: SymbolOsdReprocessing,
  limits: DeviceLimits,
): DecoderProgram {
  const { q: Q } = matrix.field;
  const takeFailed = {
    kernel: "osd/symbols/take-failed",
    constants: { Q },
    buffers: ["failed", "channel_llr", posteriors ?? "unused"],
  };
  const shape = { positions: matrix.columns, llrs: Q, checks: matrix.rows };
  const from = posteriors === undefined ? "channel" : "posterior";
  return withOsdRounds(main, { ...rounds, shape, from, takeFailed }, limits);
}
