import { formatOracle } from "../formats.ts";
import type { Options } from "../rule-oracle.ts";
import type { WholeSteps } from "./check-nodes.ts";

/** The whole steps of the number format that options name; undefined for other formats. */
export function stepsOf(options: Options): WholeSteps | undefined {
  return formatOracle(String(options.messages ?? "f32")).steps?.(options);
}
