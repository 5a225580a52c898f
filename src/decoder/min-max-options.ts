import { SCHEDULE, type Schedule } from "./schedule.ts";
import type { DecoderOption, DecoderOptions, DecoderSpec } from "./spec.ts";

/** Where the F/B metrics of the forward-backward algorithm live; the paper's first ablation. */
export type MetricsMemory = "auto" | "workgroup" | "storage";
/** Order of the message arrays, the paper's notation: the first index is fastest. Its second ablation. */
export type MessageLayout = "NqM" | "MNq";

export interface MinMaxOptions {
  readonly schedule: Schedule;
  readonly messages: "f32" | "f16" | "levels8" | "levels16" | "levels32";
  /** LLR of one level. */
  readonly step?: number;
  readonly mapping: Mapping;
  readonly metrics: MetricsMemory;
  readonly layout: MessageLayout;
  /** C: check nodes per workgroup; 0 chooses by the device. */
  readonly checksPerGroup: number;
  /** Field elements per work item: 1 is the paper's mapping, a larger power of two loads less; 0 chooses by the device. */
  readonly symbolsPerItem: number;
}

/** What a work item is: a field element of one check, with the messages of a frame together, or a frame of one check. */
export type Mapping = "auto" | "symbols" | "frames";

const SYMBOLS: Pick<DecoderOption, "onlyWith" | "how"> = { onlyWith: ["mapping", "symbols"], how: true };

export const MIN_MAX_OPTIONS: DecoderOptions = {
  schedule: { ...SCHEDULE, implied: true },
  messages: {
    default: "f32",
    implied: true,
    choices: ["f32", "f16", "levels8", "levels16", "levels32"],
    description: "number format of messages; levels: so many steps, computed as thermometer codes",
  },
  step: {
    default: 0.5,
    range: { minimum: 0.0625, maximum: 4, multipleOf: 0.0625 },
    onlyWith: ["messages", "levels8", "levels16", "levels32"],
    description: "LLR of one level: a power of two",
  },
  mapping: {
    default: "auto",
    choices: ["auto", "symbols", "frames"],
    how: true,
    description: "symbols: a work item for each field element (few frames); frames: one for each frame (many)",
  },
  metrics: {
    ...SYMBOLS,
    default: "auto",
    choices: ["auto", "workgroup", "storage"],
    description: "memory of the F/B metrics",
  },
  layout: { ...SYMBOLS, default: "NqM", choices: ["NqM", "MNq"], description: "layout of the messages" },
  checksPerGroup: { ...SYMBOLS, default: 0, description: "check nodes per workgroup; 0 chooses" },
  symbolsPerItem: { ...SYMBOLS, default: 0, description: "field elements per work item; 0 chooses" },
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
