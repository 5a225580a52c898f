import type { EdgeRule } from "../rule.ts";
import { damped } from "./damped.ts";
import { plain } from "./plain.ts";
import { selfCorrected } from "./self-corrected.ts";

/** Rules of edges by the word of the option `edge`. `npx vitest run test/decoder/rules-index -u` adds a rule. */
export const edgeRules: Readonly<Record<string, EdgeRule>> = {
  plain,
  "self-corrected": selfCorrected,
  damped,
};
