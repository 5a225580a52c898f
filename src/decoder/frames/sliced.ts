import { tannerGraph } from "../../code/tanner-graph.ts";
import { InputError } from "../../errors.ts";
import { slicedTrellisConstants } from "../../kernel/check-trellis-sliced.ts";
import { SLICED_FRAMES, slicedGroupFrames } from "../../kernel/sliced.ts";
import type { DecodableCode } from "../check-node-rule.ts";
import { stepConstant } from "../step.ts";
import type { FrameArithmetic } from "./program.ts";

/** Channel values go to four times the largest message: beyond, a symbol that a message calls impossible is no likelier. */
const CHANNEL_HEADROOM_BITS = 2;

/**
 * Trellis Min-Max on bit-sliced integers. The scale is a fraction of 16ths, in lowest terms FACTOR / 2^SHIFT: variable nodes add
 * FACTOR of each message to a channel that is counted in 2^−SHIFT of a step, so that nothing is rounded but messages to checks.
 * @param bits of a message.
 * @param step LLR of one, a power of two.
 * @throws InputError over GF(2), or if the step is no power of two.
 */
export function slicedTrellis(
  { matrix }: DecodableCode,
  { bits, step, scale }: { readonly bits: number; readonly step: number; readonly scale: number },
): FrameArithmetic {
  const { field } = matrix;
  if (field.q < 4) {
    throw new InputError(`messages=int${bits} has four symbols to a work item: GF(4) and above; use messages=f32`);
  }
  const { variableDegreeMaximum } = tannerGraph(matrix);
  const { factor, shift } = lowestTerms(16 * scale);
  const channelBits = bits + shift + CHANNEL_HEADROOM_BITS;
  // Half a message more for rounding.
  const largest = 2 ** channelBits - 1 + factor * (2 ** bits - 1) * variableDegreeMaximum + 2 ** shift;
  const constants = {
    BITS: bits,
    CHANNEL_BITS: channelBits,
    SHIFT: shift,
    TOP: shift + bits,
    SUM_BITS: Math.floor(Math.log2(largest)) + 1,
    FACTOR: factor,
    ...stepConstant(step / 2 ** shift),
  };
  return {
    check: "check-trellis-sliced",
    checkConstants: { P: field.p, BITS: bits },
    degreeConstants: (degree) => slicedTrellisConstants(bits, degree),
    imports: {},
    pack: "pack-sliced",
    variable: "variable-sliced",
    variableConstants: constants,
    variableLists: { FACTOR_BITS: bitsOf(factor) },
    messageWords: bits * field.q,
    channelWords: channelBits * field.q,
    framesPerWord: SLICED_FRAMES,
    groupFrames: slicedGroupFrames(field.q),
    words: [
      `messages of ${bits} bits, ${step} each, bit-sliced: 32 frames to a word`,
      `${field.q / 4} work items for a check of one word`,
    ],
  };
}

function lowestTerms(sixteenths: number): { readonly factor: number; readonly shift: number } {
  let factor = sixteenths;
  let shift = 4;
  while (factor % 2 === 0 && shift > 0) {
    factor /= 2;
    shift--;
  }
  return { factor, shift };
}

/** Places of the ones of a number. */
function bitsOf(value: number): readonly number[] {
  return Array.from({ length: 5 }, (_, bit) => bit).filter((bit) => ((value >> bit) & 1) === 1);
}
