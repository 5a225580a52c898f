import { messageFormats } from "../../wgsl/binary/formats/index.ts";
import { stepsOf } from "../../wgsl/nonbinary/formats/index.ts";
import type { DecodableCode } from "./rule.ts";
import { checkNodeRules } from "./rules.ts";
import type { DecoderSpec } from "./spec.ts";

/**
 * The largest magnitude of a decoder's channel LLRs, apart from certainty: larger ones are cut, so that messages can outvote them. Infinite where
 * messages are as large as LLRs.
 */
export function llrMaximum({ rule, options }: DecoderSpec, code: DecodableCode): number {
  const { "llr-clip": clip, clip: steps, step, messages } = options;
  const { input, llrMaximum: ofRule } = checkNodeRules[rule];
  const own = ofRule?.(options, code);
  if (own !== undefined) return own;
  if (clip !== undefined) return Number(clip);
  if (steps !== undefined) return Number(steps) * Number(step);
  const format =
    input === "symbol" ? stepsOf(messages) : messageFormats[messages as keyof typeof messageFormats]?.steps;
  return format === undefined ? Number.POSITIVE_INFINITY : format.channel / format.perLlr;
}

/** LLRs of bits with a median below the first cost no frames where they are cut; beyond the second a frame is decoded by hard decisions. */
const NARROW = 8;
const WIDE = 16;

/**
 * The largest median of a frame's LLRs that the decoder takes as it comes. LLRs of symbols are sums over their bits, and grow with them. Where
 * whole numbers are cut, symbols lose their order, so that the limit is in sums; rules with `llr-clip` or without a limit work on
 * probabilities, so that it is in bits. Int12 with 16-QAM and LLRs times 10 loses 50 of 256 frames with a limit of 30.
 */
export function llrWidest(spec: DecoderSpec, code: DecodableCode): number {
  const maximum = llrMaximum(spec, code);
  const ofBits = Math.max(NARROW, Math.min(maximum, WIDE));
  if (checkNodeRules[spec.rule].input === "bit") return ofBits;
  const isCut = maximum < Number.POSITIVE_INFINITY && spec.options["llr-clip"] === undefined;
  return isCut ? Math.max(NARROW, Math.min(maximum, 2 * WIDE)) : ofBits * Math.max(1, code.matrix.field.p / 2);
}
