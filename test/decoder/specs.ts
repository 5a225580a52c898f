import { readDecoder } from "../../src/decoder/decoder.ts";
import { checkNodeRules } from "../../src/decoder/rules.ts";
import type { DecoderSpec } from "../../src/decoder/spec.ts";
import { rulesPassing } from "../oracle/rules.ts";

/** Majority-logic decoders pass no messages of symbols; their conformance tests are mlgd.test.ts. */
export const MLGD_RULES = rulesPassing("votes");

/** Rules over GF(q) with the paper's mapping, an invocation for each field element; the others' suites are in nonbinary/. */
export const RULES = Object.entries(checkNodeRules)
  .filter(([, { input, options }]) => input === "symbol" && "layout" in options)
  .map(([rule]) => rule);

const FRAME_VARIANTS = [
  "min-max mapping=frames",
  "min-max mapping=frames schedule=layered",
  "min-max mapping=frames messages=int12",
  "min-max mapping=frames messages=int12 schedule=layered",
  "min-max mapping=frames messages=levels16",
  "min-max mapping=frames messages=levels16 schedule=layered",
  "min-max mapping=sliced messages=levels8",
  "qspa",
  "qspa messages=bf16 schedule=layered",
  "trellis-min-max",
  "trellis-min-max messages=f16 schedule=layered",
  "trellis-min-max messages=levels16 scale=0.5",
  "ems nm=2",
  "ems nm=2 schedule=layered",
];

/** Decoders with a frame-interleaved layout, each number format and schedule, and every rule: their suites are in nonbinary/. */
export const FRAME_DECODERS = [
  ...FRAME_VARIANTS,
  ...rulesPassing("symbols").filter((rule) => !FRAME_VARIANTS.some((words) => words.split(" ")[0] === rule)),
];

/** A spec as a user would write it; where a rule has the paper's mapping and none is named, with that. */
export function spec(words: string): DecoderSpec {
  const [rule] = words.split(" ");
  return readDecoder(RULES.includes(rule) && !words.includes("mapping=") ? `${words} mapping=symbols` : words);
}
