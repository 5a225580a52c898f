import type { DeviceLimits } from "../../../gpu/program.ts";
import type { DecoderProgram } from "../../decoder-program.ts";
import type { DecodableCode, DecoderRequest } from "../../rule.ts";
import { SCHEDULE } from "../../schedule.ts";
import type { DecoderOptions, DecoderSpec } from "../../spec.ts";
import { frameProgram } from "../program.ts";
import { halves, tileConstants, tileOf, vectorParts } from "../vectors.ts";

export const EMS_OPTIONS: DecoderOptions = {
  schedule: SCHEDULE,
  nm: {
    default: 16,
    range: { minimum: 1, maximum: 256, multipleOf: 1 },
    description: "symbols that a message keeps, the likeliest; all where the field has no more",
  },
  offset: {
    default: 0.5,
    range: { minimum: 0, maximum: 16, multipleOf: 0.0625 },
    description: "LLR of symbols that were not kept, above the largest that was",
  },
};

/** Extended min-sum with a frame-interleaved layout. */
export function emsDecoder(
  code: DecodableCode,
  spec: DecoderSpec,
  limits: DeviceLimits,
  request: DecoderRequest = {},
): DecoderProgram {
  const { q } = code.matrix.field;
  const { nm, offset } = spec.options as { readonly nm: number; readonly offset: number };
  const tile = tileOf(q, limits);
  const kept = Math.min(nm, q);
  const arithmetic = {
    check: "nonbinary/rules/ems",
    checkConstants: {
      NM: kept,
      OFFSET_SIXTEENTHS: 16 * offset,
      ...tileConstants(q, tile),
      ...halves(tile),
    },
    ...vectorParts(code.matrix, "f32", "llr"),
    words: [
      `${kept} of ${q} symbols kept`,
      `an invocation for a check of one frame, ${tile} × ${tile} pairs at a time`,
    ],
  };
  return frameProgram(code, spec, limits, arithmetic, request);
}
