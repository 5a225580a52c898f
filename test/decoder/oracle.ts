import type { ParityCheckMatrix } from "../../src/code/parity-check-matrix.ts";
import { tannerGraph } from "../../src/code/tanner-graph.ts";
import type { DecoderSpec } from "../../src/decoder/spec.ts";
import {
  f16,
  f32,
  levels,
  levelsOf,
  type MessageDomain,
  probabilities,
  scaledLevels,
  wholeSteps,
} from "../oracle/message-domain.ts";
import { oracleFor } from "../oracle/rules.ts";
import { decodeTextbook, type TextbookDecoding } from "../oracle/textbook-decoder.ts";
import type { SymbolFrame } from "./words.ts";

/**
 * A textbook decoder for a spec of a message-passing rule over GF(q). It decodes frame by frame, with the order and rounding of the spec's
 * number format; qspa is in float64.
 * @param withSyndrome whether frames are decoded to their syndromes; otherwise to codewords.
 */
export function oracleOf(
  matrix: ParityCheckMatrix,
  spec: DecoderSpec,
  withSyndrome = false,
): (frame: Pick<SymbolFrame, "llr" | "syndrome">) => TextbookDecoding {
  const { options, iterations } = spec;
  const request = {
    rule: oracleFor(spec.rule, "symbols").checkNode(options, tannerGraph(matrix).variableDegreeMaximum),
    domain: domainOf(spec),
    schedule: options.schedule === "layered" ? ("layered" as const) : ("flooding" as const),
    iterations,
    stop: spec.stop === "syndrome",
  };
  return ({ llr, syndrome }) => decodeTextbook(matrix, llr, withSyndrome ? { ...request, syndrome } : request);
}

/** Storage and arithmetic of a spec's number format. */
export function domainOf({ rule, options }: DecoderSpec): MessageDomain {
  const { messages = "f32", step = 0.5, scale = 1 } = options;
  const channelBound = Number(options["llr-clip"] ?? 60);
  if (rule === "qspa") return probabilities({ messages: messages as "f32" | "bf16", channelBound });
  if (messages === "f32") return f32;
  if (messages === "f16") return f16;
  const count = levelsOf(messages);
  if (count === undefined) return wholeSteps(messages, rule === "trellis-min-max" ? Number(scale) : 1);
  return rule === "trellis-min-max" ? scaledLevels(count, Number(step), Number(scale)) : levels(count, Number(step));
}
