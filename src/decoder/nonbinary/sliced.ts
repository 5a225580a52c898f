import { stepsOf } from "../../../wgsl/nonbinary/formats/index.ts";
import { tannerGraph } from "../../code/tanner-graph.ts";
import { InputError } from "../../errors.ts";
import type { KernelConstants } from "../../gpu/kernel.ts";
import type { DecoderOption } from "../option.ts";
import type { Schedule } from "../order.ts";
import type { DecodableCode } from "../rule.ts";
import type { DecoderSpec } from "../spec.ts";
import { receivedMaximum, SCALE_ONE, stepConstant, wholeScale } from "../step.ts";
import type { FrameArithmetic } from "./arithmetic.ts";

/** Frames of a word of bit-sliced numbers. */
const SLICED_FRAMES = 32;

/**
 * Frames of a workgroup. It has as many invocations as a GPU runs together, at least 32, so that barriers cost little. A word takes q/4 of
 * them.
 */
function slicedWorkgroupFrames(q: number): number {
  return (Math.max(32, q / 4) / (q / 4)) * SLICED_FRAMES;
}

/** Number formats of bit-sliced messages: 8, 16 or 32 values, the least 0. */
export const SLICED_MESSAGES = ["levels8", "levels16", "levels32"] as const;

type SlicedMessages = (typeof SLICED_MESSAGES)[number];

/** Channel LLRs are rounded to whole numbers as f32, which has them all up to here. */
const CHANNEL_BITS_MAXIMUM = 24;

/** The option `step` of rules with such messages. */
export const LEVEL_STEP = {
  default: 0.5,
  range: { minimum: 0.0625, maximum: 4, multipleOf: 0.0625 },
  onlyWith: ["messages", ...SLICED_MESSAGES],
  description: "LLR of one level: a power of two",
} as const satisfies DecoderOption;

interface SlicedOptions {
  readonly messages: SlicedMessages;
  /** LLR of one level, a power of two. */
  readonly step: number;
  /** The variables' factor for a check's messages, rounded to a multiple of 1/256. */
  readonly scale: number;
  readonly schedule: Schedule;
}

/** The kernel of a rule's check nodes on bit-sliced integers, and its own constants. */
interface SlicedRule {
  readonly check: string;
  readonly degreeConstants: (bits: number, degree: number) => KernelConstants;
}

/**
 * A decoder on bit-sliced integers. The scale is in lowest terms FACTOR / 2^SHIFT: variable nodes add FACTOR of each message to a
 * channel that is counted in 2^−SHIFT of a step, so that nothing is rounded but messages to checks.
 */
export function slicedArithmetic(
  { matrix }: DecodableCode,
  { messages, step, scale, schedule }: SlicedOptions,
  { check, degreeConstants }: SlicedRule,
): FrameArithmetic {
  const { field } = matrix;
  if (field.q < 4) {
    throw new InputError(`bit-sliced ${messages} has four symbols to an invocation: GF(4) and above`);
  }
  if (schedule !== "flooding") {
    throw new InputError(`bit-sliced ${messages} is for schedule=flooding`);
  }
  const levels = Number(messages.slice("levels".length));
  const bits = Math.log2(levels);
  const { variableDegreeMaximum } = tannerGraph(matrix);
  const { factor, shift } = lowestTerms(SCALE_ONE * wholeScale(scale));
  // A symbol of a greater value is never decided for, and no check receives it, whatever the messages are.
  const channelMaximum = factor * (levels - 1) * variableDegreeMaximum + 2 ** shift * levels;
  const channelBits = Math.floor(Math.log2(channelMaximum)) + 1;
  if (channelBits > CHANNEL_BITS_MAXIMUM) {
    throw new InputError(
      `messages=${messages} with scale=${scale} needs ${channelBits} bits at a variable of column weight ${variableDegreeMaximum}, ` +
        `${CHANNEL_BITS_MAXIMUM} at most: use a scale of fewer bits, such as 0.375, or messages=f32`,
    );
  }
  // One more for rounding.
  const largest = 2 ** channelBits - 1 + factor * (levels - 1) * variableDegreeMaximum + 2 ** shift;
  return {
    check,
    checkConstants: { BITS: bits, KEEPS: 0 },
    degreeConstants: (degree) => degreeConstants(bits, degree),
    choices: {},
    pack: "nonbinary/pack-sliced",
    variable: "nonbinary/variable-sliced",
    variableConstants: {
      BITS: bits,
      CHANNEL_BITS: channelBits,
      RECEIVED_MAX: receivedMaximum(factor * (levels - 1)),
      SHIFT: shift,
      TOP: shift + bits,
      SUM_BITS: Math.floor(Math.log2(largest)) + 1,
      FACTOR: factor,
      ...stepConstant(step / 2 ** shift),
    },
    variableLists: { FACTOR_BITS: bitsOf(factor) },
    messageWords: bits * field.q,
    channelWords: channelBits * field.q,
    interleave: SLICED_FRAMES,
    workgroupFrames: slicedWorkgroupFrames(field.q),
    notes: [
      `${levels} levels of ${step}, bit-sliced: 32 frames to a word`,
      `${field.q / 4} invocation${field.q === 4 ? "" : "s"} for a check of one word`,
    ],
  };
}

/** Whether messages are bit-sliced; the options then have the rule's types for such messages. */
export function isSliced<O extends { readonly messages: string }>(
  options: O,
): options is Extract<O, { readonly messages: SlicedMessages }> {
  return SLICED_MESSAGES.some((messages) => messages === options.messages);
}

/**
 * The largest channel LLR of a rule with such messages or whole steps, apart from certainty; infinite for other formats.
 * @param scale the rule's factor for messages.
 */
export function symbolLlrMaximum({ messages, step }: DecoderSpec["options"], scale = 1): number {
  const steps = stepsOf(messages);
  if (steps !== undefined) return Math.min(steps.channel, receivedMaximum(scale * steps.message)) / steps.perLlr;
  if (!isSliced({ messages: String(messages) })) return Number.POSITIVE_INFINITY;
  const { factor, shift } = lowestTerms(SCALE_ONE * wholeScale(scale));
  const levels = Number(String(messages).slice("levels".length));
  return (Number(step) * receivedMaximum(factor * (levels - 1))) / 2 ** shift;
}

/** A fraction of SCALE_ONE as factor / 2^shift. */
function lowestTerms(numerator: number): { readonly factor: number; readonly shift: number } {
  let factor = numerator;
  let shift = Math.log2(SCALE_ONE);
  while (factor % 2 === 0 && shift > 0) {
    factor /= 2;
    shift--;
  }
  return { factor, shift };
}

/** Bit positions at which a whole number has ones. */
function bitsOf(value: number): readonly number[] {
  const bits = Math.floor(Math.log2(value)) + 1;
  return Array.from({ length: bits }, (_, bit) => bit).filter((bit) => ((value >> bit) & 1) === 1);
}
