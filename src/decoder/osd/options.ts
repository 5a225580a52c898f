import { ORDER_MAXIMUM } from "../../../wgsl/osd/search.ts";
import type { DecoderOption } from "../option.ts";

/** The order of ordered statistics decoding. */
export const ORDER_OPTION = {
  default: 2,
  range: { minimum: 0, maximum: ORDER_MAXIMUM, multipleOf: 1 },
  beyond: (order) => `OSD of order ${order} tries more patterns than any code of a useful length allows`,
  description: "most information bits that a pattern flips",
} as const satisfies DecoderOption;
