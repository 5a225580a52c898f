import type { DecodableCode } from "../../../src/decoder/rule.ts";
import type { DecoderSpec } from "../../../src/decoder/spec.ts";
import type { MessageObserver } from "../../oracle/binary/decoder.ts";
import { type Reprocessed, reprocess } from "../../oracle/eqml.ts";
import { formatOracle } from "../../oracle/formats.ts";
import type { Frame } from "../binary/frames.ts";
import { oracleOf } from "../binary/oracle.ts";

/** The textbook's reprocessing around the textbook's decoder of a spec, frame by frame. */
export function reprocessOracle(
  code: DecodableCode,
  spec: DecoderSpec,
  withSyndrome: boolean,
): (frame: Frame) => Reprocessed {
  let observer: MessageObserver = () => {};
  const decode = oracleOf(code, spec, withSyndrome, (...message) => observer(...message));
  const { reprocess: rule, stages, alpha, messages = "int8" } = spec.options;
  return ({ llr, syndrome }) =>
    reprocess(
      code.matrix,
      llr,
      (given, observe) => {
        observer = observe;
        return decode({ llr: [...given], syndrome });
      },
      {
        rule: rule as "eqml" | "abp",
        stages: stages as number,
        alpha: alpha as number,
        // A counter has all bits of a lane but one.
        countMaximum: 2 ** (32 / formatOracle(String(messages)).interleave - 1) - 1,
        ...(withSyndrome ? { syndrome } : {}),
      },
    );
}
