import { checkNodeRules } from "../../src/decoder/check-node-rules.ts";
import { readDecoder } from "../../src/decoder/decoder.ts";
import type { DecoderSpec } from "../../src/decoder/spec.ts";

/** Rules over GF(q); those of bits have conformance tests of their own in binary/. */
export const RULES = Object.keys(checkNodeRules).filter((rule) => checkNodeRules[rule].input === "symbol");

/** A spec as a user would write it. */
export function spec(words: string): DecoderSpec {
  return readDecoder(words);
}
