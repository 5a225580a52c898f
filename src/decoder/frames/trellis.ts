import { InputError } from "../../errors.ts";
import type { DecodableCode, DecoderRequest } from "../check-node-rule.ts";
import type { DecoderProgram, DeviceLimits } from "../program.ts";
import { SCHEDULE, type Schedule } from "../schedule.ts";
import type { DecoderOptions, DecoderSpec } from "../spec.ts";
import { tileConstants, tileOf, vectorParts } from "./min-max.ts";
import { frameProgram } from "./program.ts";
import { slicedTrellis } from "./sliced.ts";

/** Deviations of which PAIRS × PAIRS are looked at in registers at a time: 400 operations. */
const PAIRS = 8;

export const TRELLIS_OPTIONS: DecoderOptions = {
  schedule: SCHEDULE,
  messages: {
    default: "f32",
    choices: ["f32", "f16", "int4", "int5", "int6"],
    description: "number format of messages; int: so many bits, 32 frames to a word, flooding",
  },
  step: {
    default: 0.5,
    range: { minimum: 0.0625, maximum: 4, multipleOf: 0.0625 },
    onlyWith: ["messages", "int4", "int5", "int6"],
    description: "LLR of one of an integer message: a power of two",
  },
  scale: {
    default: 0.375,
    range: { minimum: 0.0625, maximum: 1, multipleOf: 0.0625 },
    description: "factor of what a check says, which knows two deviations only and so says too much",
  },
};

interface TrellisOptions {
  readonly messages: "f32" | "f16" | "int4" | "int5" | "int6";
  readonly scale: number;
  readonly step: number;
  readonly schedule: Schedule;
}

/** Trellis Min-Max with frames fastest. @throws InputError for integer messages with another schedule than flooding. */
export function trellisDecoder(
  code: DecodableCode,
  spec: DecoderSpec,
  limits: DeviceLimits,
  request: DecoderRequest = {},
): DecoderProgram {
  const { q } = code.matrix.field;
  const { messages, scale, step, schedule } = spec.options as unknown as TrellisOptions;
  if (messages !== "f32" && messages !== "f16") {
    if (schedule === "layered") {
      throw new InputError(
        `messages=${messages} is for schedule=flooding: use messages=f16 or f32 with schedule=layered`,
      );
    }
    return frameProgram(code, spec, slicedTrellis(code, { bits: Number(messages.slice(3)), step, scale }), request);
  }
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
    SOME_WORDS: tiles.SOME / perWord,
    PAIRS: pairs,
    PAIRS_FOURS: Math.ceil(pairs / 4),
  };
  const arithmetic = {
    check: "check-trellis-frames",
    checkConstants,
    ...vectorParts(code.matrix, messages, "llr-domain"),
    checkImports: { deviations: `shared/deviations-${messages}` },
    words: [`a work item for a check of one frame, ${tile} deviations at a time`],
  };
  return frameProgram(code, spec, arithmetic, request);
}
