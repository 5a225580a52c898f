import { checkNodeRules } from "../../src/decoder/check-node-rules.ts";
import { readDecoder } from "../../src/decoder/decoder.ts";
import type { DecoderSpec } from "../../src/decoder/spec.ts";

export const RULES = Object.keys(checkNodeRules);

/** A spec as a user would write it. */
export function spec(words: string): DecoderSpec {
  return readDecoder(words);
}
