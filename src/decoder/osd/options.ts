import { EXHAUSTIVE_REACH } from "../../../wgsl/osd/index.ts";
import type { DecoderOption } from "../option.ts";

/** The information bits of patterns with several flips: the combination sweep of quantum decoders (Roffe et al. 2020). */
export const SWEEP_OPTION = {
  default: 0,
  description: "least reliable information bits among which patterns flip two or more; 0: all",
} as const satisfies DecoderOption;

/** The order of ordered statistics decoding. */
export const ORDER_OPTION = {
  default: 2,
  range: { minimum: 0, maximum: EXHAUSTIVE_REACH, multipleOf: 1 },
  beyond: (order) => `OSD of order ${order} tries more patterns than any code of a useful length allows`,
  description: "most information bits that a pattern flips",
} as const satisfies DecoderOption;
