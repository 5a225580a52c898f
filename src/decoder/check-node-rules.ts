import { binaryRules } from "./binary/rules.ts";
import type { CheckNodeRule } from "./check-node-rule.ts";
import { emsDecoder } from "./frames/ems.ts";
import { QSPA_OPTIONS, qspaDecoder } from "./frames/qspa.ts";
import { trellisDecoder } from "./frames/trellis.ts";
import { minMaxDecoder } from "./min-max-decoder.ts";
import { MIN_MAX_OPTIONS, SCHEDULE } from "./min-max-options.ts";
import { mlgdRules } from "./mlgd/rules.ts";
import { RULE_NOTES } from "./rule-notes.ts";

/** The family: conformance tests, CLI and benchmarks find a rule here. */
export const checkNodeRules: Readonly<Record<string, CheckNodeRule>> = {
  "min-max": {
    ...RULE_NOTES["min-max"],
    input: "symbol",
    options: MIN_MAX_OPTIONS,
    decoder: minMaxDecoder,
  },
  ems: {
    ...RULE_NOTES.ems,
    input: "symbol",
    options: {
      schedule: SCHEDULE,
      nm: {
        default: 16,
        range: { minimum: 1, maximum: 256, multipleOf: 1 },
        description: "symbols that a message keeps, the most likely; all where the field has no more",
      },
      offset: {
        default: 0.5,
        range: { minimum: 0, maximum: 16, multipleOf: 0.0625 },
        description: "LLR of symbols that were not kept, above the largest that was",
      },
    },
    decoder: emsDecoder,
  },
  "trellis-min-max": {
    ...RULE_NOTES["trellis-min-max"],
    input: "symbol",
    options: {
      schedule: SCHEDULE,
      messages: { default: "f32", choices: ["f32", "f16"], description: "number format of messages" },
      scale: {
        default: 0.75,
        range: { minimum: 0.0625, maximum: 1, multipleOf: 0.0625 },
        description: "factor of what a check says",
      },
    },
    decoder: trellisDecoder,
  },
  qspa: { ...RULE_NOTES.qspa, input: "symbol", options: QSPA_OPTIONS, decoder: qspaDecoder },
  ...mlgdRules,
  ...binaryRules,
};
