import type { DecoderOption } from "./spec.ts";

/** In which order checks and variables are done. */
export type Schedule = "flooding" | "layered";

export const SCHEDULE: DecoderOption = {
  default: "flooding",
  choices: ["flooding", "layered"],
  description: "flooding: all checks, then all variables; layered: posteriors are updated layer by layer",
};
