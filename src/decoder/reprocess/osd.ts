import { laneNumberConstants } from "../../../wgsl/binary/formats/index.ts";
import { variantOf } from "../../gpu/part.ts";
import type { DeviceLimits } from "../../gpu/program.ts";
import type { BinaryArithmetic } from "../binary/rule.ts";
import type { DecoderProgram } from "../decoder-program.ts";
import { osdStages } from "../osd/dispatches.ts";
import type { OsdPlan } from "../osd/plan.ts";
import { type OsdRounds, withOsdRounds } from "./osd-rounds.ts";
import { isFrameInterleaved } from "./rounds.ts";

/** The parameters of ordered statistics decoding of failed frames. */
export interface OsdReprocessing extends Pick<OsdRounds, "from" | "iterations" | "frames"> {
  readonly osd: OsdPlan;
  readonly arithmetic: BinaryArithmetic;
  readonly checks: number;
}

/** As `withOsdRounds`. @param main decoder of all frames, without `lanes`. */
export function osdReprocessedProgram(
  main: DecoderProgram,
  { osd, arithmetic, checks, ...rounds }: OsdReprocessing,
  limits: DeviceLimits,
): DecoderProgram {
  const { syndrome, constants } = osd;
  const { lanes, constants: format, lookUp } = arithmetic;
  const takeFailed = {
    kernel: "osd/take-failed",
    constants: {
      ...format,
      FRAME_INTERLEAVED: isFrameInterleaved(main) ? 1 : 0,
      DECISIONS: lookUp === undefined ? 0 : 1,
      ...laneNumberConstants(lanes),
    },
    variant: variantOf({ lanes }),
    buffers: ["failed", "symbol", "posteriors", "channel_llr"],
  };
  const shape = { positions: constants.N, llrs: 1, checks };
  return withOsdRounds(main, { ...rounds, osd: osdStages(osd), shape, syndrome, takeFailed }, limits);
}
