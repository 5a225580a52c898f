import { LEVEL_STEP, SLICED_MESSAGES, type SlicedMessages } from "../../nonbinary/sliced.ts";
import { SCHEDULE, type Schedule } from "../../schedule.ts";
import type { DecoderOption, DecoderOptions, DecoderSpec } from "../../spec.ts";

/** Where the F/B metrics of the forward-backward algorithm live; the paper's first ablation. */
export type MetricsMemory = "auto" | "workgroup" | "storage";
/** Order of the message arrays, the paper's notation: the first index is fastest. Its second ablation. */
export type MessageLayout = "NqM" | "MNq";

export interface MinMaxOptions {
  readonly schedule: Schedule;
  readonly messages: "f32" | "f16" | SlicedMessages;
  /** LLR of one level. */
  readonly step?: number;
  readonly mapping: Mapping;
  readonly metrics: MetricsMemory;
  readonly layout: MessageLayout;
  /** C: check nodes per workgroup; 0 chooses by the device. */
  readonly checksPerGroup: number;
  /** Field elements per invocation: 1 is the paper's mapping, a larger power of two loads less; 0 chooses by the device. */
  readonly symbolsPerItem: number;
}

/**
 * What an invocation is: a field element of one check, with the messages of a frame together; a frame of one check; or, of levels,
 * four field elements of one check of 32 frames.
 */
export type Mapping = "auto" | "symbols" | "frames" | "sliced";

const SYMBOLS: Pick<DecoderOption, "onlyWith" | "how"> = { onlyWith: ["mapping", "symbols"], how: true };

export const MIN_MAX_OPTIONS: DecoderOptions = {
  schedule: { ...SCHEDULE, implied: true },
  messages: {
    default: "f32",
    implied: true,
    choices: ["f32", "f16", ...SLICED_MESSAGES],
    description: "number format of messages; levels: so many steps, in logic operations for several frames at once",
  },
  step: LEVEL_STEP,
  mapping: {
    default: "auto",
    choices: ["auto", "symbols", "frames", "sliced"],
    how: true,
    description:
      "symbols: an invocation for each field element (few frames); frames: one for each frame (many), levels as thermometer " +
      "codes; sliced: levels as binary numbers, 32 frames to a word",
  },
  metrics: {
    ...SYMBOLS,
    default: "auto",
    choices: ["auto", "workgroup", "storage"],
    description: "memory of the F/B metrics",
  },
  layout: { ...SYMBOLS, default: "NqM", choices: ["NqM", "MNq"], description: "layout of the messages" },
  checksPerGroup: { ...SYMBOLS, default: 0, description: "check nodes per workgroup; 0 chooses" },
  symbolsPerItem: { ...SYMBOLS, default: 0, description: "field elements per invocation; 0 chooses" },
};

/** The options of mapping=symbols, whether that was asked for or chosen: defaults where the spec has none. */
export function symbolMappingOptions(
  spec: DecoderSpec,
): Pick<MinMaxOptions, "metrics" | "layout" | "checksPerGroup" | "symbolsPerItem"> {
  const names = ["metrics", "layout", "checksPerGroup", "symbolsPerItem"];
  return Object.fromEntries(
    names.map((name) => [name, spec.options[name] ?? MIN_MAX_OPTIONS[name].default]),
  ) as unknown as MinMaxOptions;
}
