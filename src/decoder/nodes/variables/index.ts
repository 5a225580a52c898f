import type { VariableRule } from "../rule.ts";
import { memory } from "./memory.ts";
import { plain } from "./plain.ts";

/** Rules of variables by the word of the option `variable`. `npx vitest run test/decoder/rules-index -u` adds a rule. */
export const variableRules: Readonly<Record<string, VariableRule>> = {
  plain,
  memory,
};
