import { checkNodeRules } from "../../src/decoder/check-node-rules.ts";
import { readDecoder } from "../../src/decoder/decoder.ts";
import type { DecoderSpec } from "../../src/decoder/spec.ts";

/** Majority-logic decoders pass no messages of symbols; their conformance tests are mlgd.test.ts. */
export const MLGD_RULES = ["isrb-mlgd", "ihrb-mlgd"];

/** Message-passing rules over GF(q); those of bits have conformance tests of their own in binary/. */
export const RULES = Object.keys(checkNodeRules).filter(
  (rule) => checkNodeRules[rule].input === "symbol" && !MLGD_RULES.includes(rule),
);

/** A spec as a user would write it. */
export function spec(words: string): DecoderSpec {
  return readDecoder(words);
}
