import type { DecoderOptions } from "../../option.ts";
import { BASIS_OPTION, ORDER_OPTION, SWEEP_OPTION } from "../../osd/symbols/options.ts";

/** The options of reprocessing over GF(q) without posteriors. */
export const SYMBOL_REPROCESS_OPTIONS = {
  reprocess: {
    default: "none",
    choices: ["none", "osd"],
    implied: true,
    onlyWith: ["stop", "syndrome"],
    description: "decode frames that failed again by ordered statistics",
  },
  "osd-basis": { ...BASIS_OPTION, onlyWith: ["reprocess", "osd"] },
  "osd-order": { ...ORDER_OPTION, onlyWith: ["reprocess", "osd"] },
  "osd-sweep": { ...SWEEP_OPTION, onlyWith: ["reprocess", "osd"] },
} as const satisfies DecoderOptions;

/** The LLRs of ordered statistics, for decoders that have posteriors. */
export const FROM_OPTION = {
  "osd-from": {
    default: "channel",
    choices: ["channel", "posterior"],
    onlyWith: ["reprocess", "osd"],
    description:
      "LLRs that patterns change the decisions of and that order positions; words are compared by the channel's",
  },
} as const satisfies DecoderOptions;
