import type { DecoderOption, OptionValue } from "./option.ts";

/** Order of the updates of checks and variables. */
export const SCHEDULE = {
  default: "flooding",
  choices: ["flooding", "layered"],
  description: "flooding: all checks, then all variables; layered: posteriors are updated layer by layer",
} as const satisfies DecoderOption;

export type Schedule = OptionValue<typeof SCHEDULE>;
