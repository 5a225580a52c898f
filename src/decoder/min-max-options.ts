import type { DecoderOptions } from "./spec.ts";

/** Where the F/B metrics of the forward-backward algorithm live; the paper's first ablation. */
export type MetricsMemory = "auto" | "workgroup" | "storage";
/** Order of the message arrays, the paper's notation: the first index is fastest. Its second ablation. */
export type MessageLayout = "NqM" | "MNq";

export interface MinMaxOptions {
  readonly metrics: MetricsMemory;
  readonly layout: MessageLayout;
  /** C: check nodes per workgroup; 0 chooses by the device. */
  readonly checksPerGroup: number;
  /** Field elements per work item: 1 is the paper's mapping, a larger power of two loads less; 0 chooses by the device. */
  readonly symbolsPerItem: number;
}

export const MIN_MAX_OPTIONS: DecoderOptions = {
  metrics: {
    default: "auto",
    choices: ["auto", "workgroup", "storage"],
    how: true,
    description: "memory of the F/B metrics",
  },
  layout: { default: "NqM", choices: ["NqM", "MNq"], how: true, description: "layout of the messages" },
  checksPerGroup: { default: 0, how: true, description: "check nodes per workgroup; 0 chooses" },
  symbolsPerItem: { default: 0, how: true, description: "field elements per work item; 0 chooses" },
};
