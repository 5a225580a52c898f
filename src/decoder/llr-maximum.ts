import { messageFormats } from "../../wgsl/binary/formats/index.ts";
import { stepsOf } from "../../wgsl/nonbinary/formats/index.ts";
import { checkNodeRules } from "./rules.ts";
import type { DecoderSpec } from "./spec.ts";

/**
 * The largest magnitude of a decoder's channel LLRs, apart from certainty: larger ones are cut, so that messages can outvote them. Infinite where
 * messages are as large as LLRs.
 */
export function llrMaximum({ rule, options }: DecoderSpec): number {
  const { "llr-clip": clip, clip: steps, step, messages } = options;
  const { input, llrMaximum: ofRule } = checkNodeRules[rule];
  if (ofRule !== undefined) return ofRule(options);
  if (clip !== undefined) return Number(clip);
  if (steps !== undefined) return Number(steps) * Number(step);
  const format =
    input === "symbol" ? stepsOf(messages) : messageFormats[messages as keyof typeof messageFormats]?.steps;
  return format === undefined ? Number.POSITIVE_INFINITY : format.channel / format.perLlr;
}
