import { slicedTrellisConstants } from "../../../../wgsl/nonbinary/rules/trellis-min-max-sliced.ts";
import type { DeviceLimits } from "../../../gpu/program.ts";
import type { DecoderProgram } from "../../decoder-program.ts";
import type { DecodableCode, DecoderRequest } from "../../rule.ts";
import { SCHEDULE } from "../../schedule.ts";
import type { DecoderOptions, DecoderSpec } from "../../spec.ts";
import { frameProgram } from "../program.ts";
import { isSliced, LEVEL_STEP, SLICED_MESSAGES, type SlicedOptions, slicedArithmetic } from "../sliced.ts";
import { tileConstants, tileOf, vectorParts } from "../vectors.ts";

/** Deviations of which PAIRS × PAIRS are looked at in registers at a time: 400 operations. */
const PAIRS = 8;

export const TRELLIS_OPTIONS: DecoderOptions = {
  schedule: SCHEDULE,
  messages: {
    default: "f32",
    choices: ["f32", "f16", ...SLICED_MESSAGES],
    description: "number format of messages; levels: so many steps, bit-sliced, flooding",
  },
  step: LEVEL_STEP,
  scale: {
    default: 0.375,
    range: { minimum: 0.0625, maximum: 1, multipleOf: 0.0625 },
    description: "factor of what a check says, which knows two deviations only and so says too much",
  },
};

interface TrellisOptions {
  readonly messages: "f32" | "f16";
  readonly scale: number;
}

/** Trellis Min-Max with a frame-interleaved layout. @throws InputError where levels are not for the field or schedule. */
export function trellisDecoder(
  code: DecodableCode,
  spec: DecoderSpec,
  limits: DeviceLimits,
  request: DecoderRequest = {},
): DecoderProgram {
  const { q } = code.matrix.field;
  const options = spec.options as unknown as TrellisOptions | SlicedOptions;
  if (isSliced(options)) {
    const rule = { check: "nonbinary/rules/trellis-min-max-sliced", degreeConstants: slicedTrellisConstants };
    return frameProgram(code, spec, limits, slicedArithmetic(code, options, rule), request);
  }
  const { messages, scale } = options;
  const perWord = messages === "f16" ? 2 : 1;
  const tile = tileOf(q, limits);
  const tiles = tileConstants(q, tile);
  const pairs = Math.min(q, PAIRS);
  const checkConstants = {
    ...tiles,
    SIXTEENTHS: 16 * scale,
    PER_WORD: perWord,
    TILE_WORDS: tile / perWord,
    TILE_BITS: Math.log2(tile / perWord),
    QUAD_WORDS: tiles.QUAD / perWord,
    PAIRS: pairs,
    PAIRS_QUADS: Math.ceil(pairs / 4),
  };
  const arithmetic = {
    check: "nonbinary/rules/trellis-min-max",
    checkConstants,
    ...vectorParts(code.matrix, messages, "llr"),
    checkImports: { deviations: `nonbinary/rules/deviations-${messages}` },
    words: [`an invocation for a check of one frame, ${tile} deviations at a time`],
  };
  return frameProgram(code, spec, limits, arithmetic, request);
}
