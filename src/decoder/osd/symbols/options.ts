import type { DecoderOption } from "../../option.ts";
import { ORDER_OPTION as BIT_ORDER, SWEEP_OPTION as BIT_SWEEP } from "../options.ts";

/** The positions whose decisions patterns change. */
export const BASIS_OPTION = {
  default: "bits",
  choices: ["bits", "symbols"],
  description:
    "patterns change bits of the binary image, compared by LLRs of bits, or whole symbols, for channels of symbols",
} as const satisfies DecoderOption;

/** The order of ordered statistics decoding over GF(q). */
export const ORDER_OPTION = {
  ...BIT_ORDER,
  description: "most information bits, or symbols, that a pattern changes",
} as const satisfies DecoderOption;

/** The flips of patterns with several flips. */
export const SWEEP_OPTION = {
  ...BIT_SWEEP,
  description:
    "most information bits, or changes of symbols, among which patterns make two or more changes, the likeliest first; 0: all",
} as const satisfies DecoderOption;
