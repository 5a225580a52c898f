import type { messageFormats } from "../../../wgsl/binary/formats/index.ts";
import { SCHEDULE, type Schedule } from "../schedule.ts";
import type { DecoderOption, DecoderOptions } from "../spec.ts";

/** Number formats of posteriors and messages that a spec may name. */
export type Messages = keyof typeof messageFormats;

/** Options that all binary decoders have, as `spec.options` holds them. */
export interface BinaryOptions {
  readonly schedule: Schedule;
  readonly layers?: "merged" | "rows";
  readonly messages: Messages;
  /** LLR of one step of int8. */
  readonly step?: number;
  readonly storage: "auto" | "compact" | "flat";
  readonly mapping: "auto" | "resident" | "frames" | "streaming";
}

const LAYERS: DecoderOption = {
  default: "merged",
  choices: ["merged", "rows"],
  onlyWith: ["schedule", "layered"],
  description: "layers: block rows that share no block column together, or each block row",
};

const STEP: DecoderOption = {
  default: 0.25,
  range: { minimum: 0.0625, maximum: 2, multipleOf: 0.0625 },
  onlyWith: ["messages", "int8"],
  description: "LLR of one step: a power of two",
};

/** The options that change how fast, not what, is computed. */
export const MAPPING_OPTIONS: DecoderOptions = {
  storage: {
    default: "auto",
    choices: ["auto", "compact", "flat"],
    how: true,
    description: "compact: shifts of circulants; flat: the variable of every edge",
  },
  mapping: {
    default: "auto",
    choices: ["auto", "resident", "frames", "streaming"],
    how: true,
    description:
      "resident: posteriors in workgroup memory; frames: all in device memory, frame-interleaved; streaming: all in device memory, frame by frame",
  },
};

/** The options of a rule that computes in these formats, the first of which is the default. */
export function binaryOptions(formats: readonly Messages[], own: DecoderOptions = {}): DecoderOptions {
  return {
    schedule: SCHEDULE,
    layers: LAYERS,
    messages: { default: formats[0], choices: formats, description: "number format of messages and posteriors" },
    ...(formats.includes("int8") ? { step: STEP } : {}),
    ...own,
  };
}
