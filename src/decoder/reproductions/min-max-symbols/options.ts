import type { DecoderOption, DecoderOptions, OptionValue } from "../../option.ts";
import { type DecoderSpec, optionsOf } from "../../spec.ts";

const SYMBOLS = { onlyWith: ["mapping", "symbols"], how: true } as const satisfies Partial<DecoderOption>;

export const SYMBOL_MAPPING_OPTIONS = {
  metrics: {
    ...SYMBOLS,
    default: "auto",
    choices: ["auto", "workgroup", "storage"],
    description: "memory of the F/B metrics",
  },
  layout: { ...SYMBOLS, default: "NqM", choices: ["NqM", "MNq"], description: "layout of the messages" },
  checksPerGroup: { ...SYMBOLS, default: 0, description: "check nodes per workgroup; 0 chooses" },
  symbolsPerItem: { ...SYMBOLS, default: 0, description: "field elements per invocation; 0 chooses" },
} as const satisfies DecoderOptions;

/** The options of mapping=symbols. */
export interface SymbolMappingOptions {
  /** Memory of the F/B metrics of the forward-backward algorithm; the paper's first ablation. */
  readonly metrics: OptionValue<typeof SYMBOL_MAPPING_OPTIONS.metrics>;
  /** Order of the message arrays, the paper's notation: the first index is fastest. Its second ablation. */
  readonly layout: MessageLayout;
  /** C: check nodes per workgroup; 0 chooses by the device. */
  readonly checksPerGroup: number;
  /** Field elements per invocation: 1 is the paper's mapping, a larger power of two loads less; 0 chooses by the device. */
  readonly symbolsPerItem: number;
}

export type MessageLayout = OptionValue<typeof SYMBOL_MAPPING_OPTIONS.layout>;

/** The options of mapping=symbols; defaults if the spec names another mapping. */
export function symbolMappingOptions(spec: DecoderSpec): SymbolMappingOptions {
  const {
    metrics = SYMBOL_MAPPING_OPTIONS.metrics.default,
    layout = SYMBOL_MAPPING_OPTIONS.layout.default,
    checksPerGroup = SYMBOL_MAPPING_OPTIONS.checksPerGroup.default,
    symbolsPerItem = SYMBOL_MAPPING_OPTIONS.symbolsPerItem.default,
  } = optionsOf(SYMBOL_MAPPING_OPTIONS, spec);
  return { metrics, layout, checksPerGroup, symbolsPerItem };
}
