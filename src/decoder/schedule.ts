import type { DecoderOption, OptionValue } from "./option.ts";

/** In which order checks and variables are done. */
export const SCHEDULE = {
  default: "flooding",
  choices: ["flooding", "layered"],
  description: "flooding: all checks, then all variables; layered: posteriors are updated layer by layer",
} as const satisfies DecoderOption;

export type Schedule = OptionValue<typeof SCHEDULE>;
