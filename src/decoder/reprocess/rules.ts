import { MAPPING_OPTIONS } from "../binary/options.ts";
import type { BinaryRule } from "../binary/rule.ts";
import type { CheckNodeRule } from "../rule.ts";
import { reprocessingDecoder } from "./decoder.ts";
import { REPROCESS_OPTIONS } from "./options.ts";

/** The decoder of a rule of bits, with reprocessing as its spec asks. */
export function reprocessingRule(rule: BinaryRule): CheckNodeRule {
  const { options: own, arithmetic, fixed, separatesDegreeOne, ...described } = rule;
  return {
    ...described,
    input: "bit",
    options: { ...own, ...REPROCESS_OPTIONS, ...(fixed === undefined ? MAPPING_OPTIONS : {}) },
    decoder(code, spec, ...rest) {
      const request = { arithmetic: arithmetic(spec), separatesDegreeOne };
      return reprocessingDecoder(request, code, { ...spec, options: { ...fixed, ...spec.options } }, ...rest);
    },
  };
}
