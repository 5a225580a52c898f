import { type messageFormats, STEP_FORMATS } from "../../../wgsl/binary/formats/index.ts";
import { wordList } from "../../word-list.ts";
import type { DecoderOption, DecoderOptions, OptionsOf } from "../option.ts";
import { ORDER, SCHEDULE } from "../order.ts";

/** Number formats of posteriors and messages that a spec may name. */
export type Messages = keyof typeof messageFormats;

const LAYERS = {
  default: "merged",
  choices: ["merged", "rows"],
  onlyWith: ["schedule", "layered"],
  description: "layers: block rows that share no block column together, or each block row",
} as const satisfies DecoderOption;

/** The schedule, which begins the table of every rule. */
export const SCHEDULING = { schedule: SCHEDULE, layers: LAYERS, order: ORDER } as const satisfies DecoderOptions;

/** The number format of a rule that supports these formats; the first is the default. */
export function messagesOption<const F extends readonly Messages[]>(formats: F) {
  return {
    default: formats[0],
    choices: formats,
    description: "number format of messages and posteriors",
  } satisfies DecoderOption;
}

/** The step of int8, for a rule that supports int8. */
export const STEP = {
  default: 0.25,
  range: { minimum: 0.0625, maximum: 2, multipleOf: 0.0625 },
  onlyWith: ["messages", "int8"],
  description: "LLR of one step: a power of two",
} as const satisfies DecoderOption;

/**
 * Bound of channel LLRs in int8, for a rule that supports int8. A message has at most 31 steps: with a larger channel
 * LLR the single check of a variable of degree 1 could not outweigh a wrong LLR, and frame error rates would have a
 * floor.
 */
export const CLIP = {
  default: 30,
  range: { minimum: 1, maximum: 127, multipleOf: 1 },
  onlyWith: ["messages", "int8"],
  description: "channel LLRs are clipped to this many steps",
} as const satisfies DecoderOption;

/** "int12, int11 or byte". */
export const STEP_FORMATS_TEXT = wordList(STEP_FORMATS, "or");

/** The options that change the speed and not the results. */
export const MAPPING_OPTIONS = {
  storage: {
    default: "auto",
    choices: ["auto", "compact", "flat"],
    how: true,
    description: "compact: shifts of circulants; flat: the variable of every edge",
  },
  mapping: {
    default: "auto",
    choices: ["auto", "chip", "resident", "frames", "streaming"],
    how: true,
    description: `auto: on GPUs the first of these that the code, the device and the number of frames allow, which moves the least through device memory; on CPUs frames; chip: posteriors in workgroup memory, messages in registers (layered; ${STEP_FORMATS_TEXT}; quasi-cyclic); resident: posteriors in workgroup memory; frames: all in device memory, frame-interleaved; streaming: all in device memory, frame by frame`,
  },
} as const satisfies DecoderOptions;

/** The options of all binary decoders, fixed or not, which the family itself reads. */
export const BINARY_OPTIONS = { ...SCHEDULING, ...MAPPING_OPTIONS } as const satisfies DecoderOptions;

export type BinaryOptions = OptionsOf<typeof BINARY_OPTIONS>;
