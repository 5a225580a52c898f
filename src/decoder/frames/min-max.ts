import { tannerGraph } from "../../code/tanner-graph.ts";
import { UNROLLED_DEGREE_MAXIMUM } from "../../kernel/variable-frames.ts";
import type { DecodableCode } from "../check-node-rule.ts";
import type { MinMaxOptions } from "../min-max-options.ts";
import type { DeviceLimits } from "../program.ts";
import type { FrameArithmetic } from "./program.ts";

/** Symbols that a trellis step holds in registers: 3·32 of the 255 that a GPU gives a work item. */
const TILE = 32;
/** Software devices have 16 registers, and compile unrolled code slowly. */
const SOFTWARE_TILE = 8;

/** Min-Max with frames fastest, messages f32 or f16. */
export function minMaxFrames(
  { matrix }: DecodableCode,
  { messages }: Pick<MinMaxOptions, "messages">,
  limits: DeviceLimits,
): FrameArithmetic {
  const { q } = matrix.field;
  const tile = Math.min(q, limits.software ? SOFTWARE_TILE : TILE);
  return {
    check: "check-min-max-frames",
    checkConstants: { TILE: tile, TILE_FOURS: Math.ceil(tile / 4), SOME: Math.min(q, 4) },
    byDegree: false,
    imports: { storage: `shared/storage-${messages}`, domain: "shared/llr-domain" },
    pack: "pack-symbols",
    variable: "variable-frames",
    ...variableParts(matrix),
    symbolsPerWord: messages === "f16" ? 2 : 1,
    framesPerWord: 1,
    words: [`a work item for a check of one frame, ${tile} × ${tile} pairs at a time`],
  };
}

/** What kernel variable-frames is specialised by. */
export function variableParts(matrix: DecodableCode["matrix"]): Pick<FrameArithmetic, "variableConstants"> {
  const { variableDegreeMaximum } = tannerGraph(matrix);
  const unrolled = variableDegreeMaximum <= UNROLLED_DEGREE_MAXIMUM ? variableDegreeMaximum : 0;
  return { variableConstants: { UNROLLED_DEGREE: unrolled } };
}
