import { checkNodeRules } from "../../src/decoder/check-node-rules.ts";
import { type DecoderSpec, parseDecoderSpec } from "../../src/decoder/spec.ts";

export const RULES = Object.keys(checkNodeRules);

/** A spec as a user would write it. */
export function spec(words: string): DecoderSpec {
  return parseDecoderSpec(words, RULES);
}
