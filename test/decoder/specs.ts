import { readDecoder } from "../../src/decoder/decoder.ts";
import { checkNodeRules } from "../../src/decoder/rules.ts";
import type { DecoderSpec } from "../../src/decoder/spec.ts";
import { STEP_MESSAGES } from "../../wgsl/nonbinary/formats/index.ts";
import { rulesPassing } from "../oracle/rules.ts";

/** Majority-logic decoders, which pass no messages of symbols. Their tests are in mlgd.node.test.ts. */
export const MLGD_RULES = rulesPassing("votes");

/** Rules over GF(q) with the paper's mapping, one invocation for each field element. The suites of other mappings are in nonbinary/. */
export const RULES = Object.entries(checkNodeRules)
  .filter(([, { input, options }]) => input === "symbol" && "layout" in options)
  .map(([rule]) => rule);

const FRAME_VARIANTS = [
  "min-max mapping=frames",
  "min-max mapping=frames schedule=layered",
  ...STEP_MESSAGES.flatMap((messages) =>
    ["min-max mapping=frames", "trellis-min-max", "ems nm=2"].flatMap((rule) =>
      ["flooding", "layered"].map((schedule) => `${rule} messages=${messages} schedule=${schedule}`),
    ),
  ),
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

/** Decoders with frame interleaving: every rule, number format and schedule. Their suites are in nonbinary/. */
export const FRAME_DECODERS = [
  ...FRAME_VARIANTS,
  ...rulesPassing("symbols").filter((rule) => !FRAME_VARIANTS.some((words) => words.split(" ")[0] === rule)),
];

/** Reads a user's spec. If the rule has the paper's mapping and the spec names no mapping, the paper's is added. */
export function spec(words: string): DecoderSpec {
  const [rule] = words.split(" ");
  return readDecoder(RULES.includes(rule) && !words.includes("mapping=") ? `${words} mapping=symbols` : words);
}
