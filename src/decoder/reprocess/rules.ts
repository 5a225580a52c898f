import type { DeviceLimits } from "../../gpu/program.ts";
import { MAPPING_OPTIONS } from "../binary/options.ts";
import type { BinaryArithmetic, BinaryRule } from "../binary/rule.ts";
import { joinedOptions } from "../checked-rules.ts";
import { givenRule } from "../nodes/given.ts";
import { NODE_OPTIONS, PLAIN_NODES } from "../nodes/rules.ts";
import type { CheckNodeRule } from "../rule.ts";
import type { DecoderSpec } from "../spec.ts";
import { reprocessingDecoder } from "./decoder.ts";
import { REPROCESS_OPTIONS } from "./options.ts";

/** The arithmetic with the forms of its number format and its rule for a CPU. `mapping=chip` has a rule for the form of GPUs. */
function arithmeticOn(
  { simd }: DeviceLimits,
  arithmetic: BinaryArithmetic,
  { options }: DecoderSpec,
): BinaryArithmetic {
  if (!simd || options.mapping === "chip") return arithmetic;
  const { lanes, onCpu } = arithmetic;
  return { ...arithmetic, ...onCpu, lanes: lanes.onCpu ?? lanes };
}

/** The decoder of a rule of bits, with reprocessing as its spec asks. */
export function reprocessingRule(rule: BinaryRule): CheckNodeRule {
  const { options: own, arithmetic, fixed, ...described } = rule;
  return {
    ...described,
    input: "bit",
    options:
      fixed === undefined
        ? joinedOptions(own, NODE_OPTIONS, REPROCESS_OPTIONS, MAPPING_OPTIONS)
        : joinedOptions(own, REPROCESS_OPTIONS),
    decoder(code, given, limits, ...rest) {
      const spec = { ...given, options: { ...(fixed && { ...PLAIN_NODES, ...fixed }), ...given.options } };
      const own = arithmeticOn(limits, arithmetic(spec), spec);
      const check = givenRule(spec);
      const ruled = check?.kind === "check" ? { ...own, rule: check.part, exclusive: undefined } : own;
      return reprocessingDecoder(ruled, code, spec, limits, ...rest);
    },
  };
}
