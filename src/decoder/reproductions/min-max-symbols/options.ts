import type { DecoderOption, DecoderOptions, DecoderSpec } from "../../spec.ts";

/** Where the F/B metrics of the forward-backward algorithm live; the paper's first ablation. */
export type MetricsMemory = "auto" | "workgroup" | "storage";
/** Order of the message arrays, the paper's notation: the first index is fastest. Its second ablation. */
export type MessageLayout = "NqM" | "MNq";

/** The options of mapping=symbols. */
export interface SymbolMappingOptions {
  readonly metrics: MetricsMemory;
  readonly layout: MessageLayout;
  /** C: check nodes per workgroup; 0 chooses by the device. */
  readonly checksPerGroup: number;
  /** Field elements per invocation: 1 is the paper's mapping, a larger power of two loads less; 0 chooses by the device. */
  readonly symbolsPerItem: number;
}

const SYMBOLS: Pick<DecoderOption, "onlyWith" | "how"> = { onlyWith: ["mapping", "symbols"], how: true };

export const SYMBOL_MAPPING_OPTIONS: DecoderOptions = {
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
export function symbolMappingOptions({ options }: DecoderSpec): SymbolMappingOptions {
  const names = Object.keys(SYMBOL_MAPPING_OPTIONS);
  return Object.fromEntries(
    names.map((name) => [name, options[name] ?? SYMBOL_MAPPING_OPTIONS[name].default]),
  ) as unknown as SymbolMappingOptions;
}
