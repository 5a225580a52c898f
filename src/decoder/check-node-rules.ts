import { binaryRules } from "./binary/rules.ts";
import type { CheckNodeRule } from "./check-node-rule.ts";
import { EMS_OPTIONS, emsDecoder } from "./frames/ems.ts";
import { QSPA_OPTIONS, qspaDecoder } from "./frames/qspa.ts";
import { TRELLIS_OPTIONS, trellisDecoder } from "./frames/trellis.ts";
import { minMaxDecoder } from "./min-max-decoder.ts";
import { MIN_MAX_OPTIONS } from "./min-max-options.ts";
import { mlgdRules } from "./mlgd/rules.ts";
import { ratioRules } from "./ratio/rules.ts";
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
