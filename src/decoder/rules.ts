import { binaryRules } from "./binary/rules.ts";
import { mlgdRules } from "./majority-logic/rules.ts";
import { EMS_OPTIONS, emsDecoder } from "./nonbinary/rules/ems.ts";
import { minMaxDecoder } from "./nonbinary/rules/min-max.ts";
import { QSPA_OPTIONS, qspaDecoder } from "./nonbinary/rules/qspa.ts";
import { TRELLIS_OPTIONS, trellisDecoder } from "./nonbinary/rules/trellis-min-max.ts";
import { MIN_MAX_OPTIONS } from "./reproductions/min-max-symbols/options.ts";
import { ratioRules } from "./reproductions/ratio/rules.ts";
import type { CheckNodeRule } from "./rule.ts";
import { RULE_NOTES } from "./rule-notes.ts";

/** The family: conformance tests, CLI and benchmarks find a rule here. */
export const checkNodeRules: Readonly<Record<string, CheckNodeRule>> = {
  "min-max": {
    ...RULE_NOTES["min-max"],
    input: "symbol",
    options: MIN_MAX_OPTIONS,
    decoder: minMaxDecoder,
  },
  ems: { ...RULE_NOTES.ems, input: "symbol", options: EMS_OPTIONS, decoder: emsDecoder },
  "trellis-min-max": {
    ...RULE_NOTES["trellis-min-max"],
    input: "symbol",
    options: TRELLIS_OPTIONS,
    decoder: trellisDecoder,
  },
  qspa: { ...RULE_NOTES.qspa, input: "symbol", options: QSPA_OPTIONS, decoder: qspaDecoder },
  ...mlgdRules,
  ...binaryRules,
  ...ratioRules,
};
