import { messageFormats } from "../../../wgsl/binary/formats/index.ts";
import type { DeviceLimits } from "../../gpu/program.ts";
import { MAPPING_OPTIONS } from "../binary/options.ts";
import type { BinaryArithmetic, BinaryRule } from "../binary/rule.ts";
import { joinedOptions } from "../checked-rules.ts";
import { givenRule, requireNames, withoutComments } from "../nodes/given.ts";
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

/** What rules of checks read where lanes are numbers of WGSL or 16-bit integers, and int8 has no form of. */
const OF_NUMBERS =
  /\b(?:absolute|least_of|greatest_of|signs_of|with_signs|scaled_steps|reduced_steps|MESSAGE_BOUND)\b|binary\/check-node\/(?:two-minima|phi|box-plus)/;

/** What a rule of checks imports, or declares itself, of which all messages have one of two magnitudes. */
const OF_MINIMA = /\bfn check_minima\b|binary\/check-node\/two-minima/;

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
      if (check?.kind === "check" && own.lanes === messageFormats.int8) {
        requireNames(
          check.part.given,
          OF_NUMBERS,
          "messages=int8 has magnitudes and signs in bytes, as binary/rules/min-sum-int8 reads them: give messages=f32 or int12, or read those",
        );
      }
      if (check?.kind !== "check") return reprocessingDecoder(own, code, spec, limits, ...rest);
      const hasMinima = OF_MINIMA.test(withoutComments(check.part.given.text)) ? own.hasMinima : undefined;
      return reprocessingDecoder(
        { ...own, rule: check.part, exclusive: undefined, hasMinima },
        code,
        spec,
        limits,
        ...rest,
      );
    },
  };
}
