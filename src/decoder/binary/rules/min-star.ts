import { isStepFormat, messageFormats, STEP_FORMATS } from "../../../../wgsl/binary/formats/index.ts";
import type { DecoderOptions } from "../../option.ts";
import { optionsOf } from "../../spec.ts";
import { messagesOption, SCHEDULING } from "../options.ts";
import type { BinaryRule } from "../rule.ts";

const PART = { name: "binary/rules/min-star" };
const BOX_PLUS = { name: "binary/check-node/box-plus" };
const BOX_PLUS_OF_SHORTS = { name: "binary/check-node/box-plus-shorts" };

const OPTIONS = {
  ...SCHEDULING,
  messages: {
    ...messagesOption([...STEP_FORMATS, "int16"]),
    description:
      "number format of messages and posteriors: steps of 1/16 in int12 and int11, 1/8 in byte, 1/64 in int16",
  },
} as const satisfies DecoderOptions;

export const minStar: BinaryRule = {
  description: "sum-product in whole steps, the same bits on every device",
  equation: [
    "R_i = Π_{k≠i} sign(Q_k) · ⊞_{k≠i} |Q_k|",
    "  a ⊞ b = min(a, b) + f(a + b) − f(|a − b|)",
    "  f(x) = ln(1 + e^−x) as a line, or as four",
  ],
  source:
    "Chen, Dholakia, Eleftheriou, Fossorier and Hu 2005, Reduced-complexity decoding of LDPC codes (section III: the correction as a line or a table)",
  claim:
    "Chen et al. 2005: close to belief propagation with a line or a table. Here a line is enough from rate 1/2 on: on wimax-576-288 at 1.75 dB, 50 " +
    "iterations, 896 of 16,384 frames fail in int12, with sum-product 897; at rate 0.1 it is not: on met-10000-1000 at SNR 0.18, 50 iterations, 61 of " +
    "256 frames fail in int12, and 31 with four lines in int16 as with sum-product (experiments/results/cpu/min-star.csv).",
  cost: {
    formula: "35d",
    operations: (d) => 35 * d,
    kind: "arithmetic",
    of: "minima, sums, differences, bounds and a rounding of three ⊞ for each edge, and signs, as mapping=chip has them (others have 3(d − 2) ⊞); of four lines 40 more",
  },
  exactness: {
    devices: "bit-equal",
    text:
      "in every number format; an approximation of sum-product: f is the line 11/16 − x/4, in int16 the greatest of four lines, and at least 0; the " +
      "edges of a check are joined in their order, variables of degree 1 last",
  },
  use:
    "Sum-product's FER with the same counts on every device. Take int12 from rate 1/2 on, byte where its messages fit registers better, and int16 for " +
    "codes of low rates, as those of CV-QKD: at rate 1/3 one line already costs a little. offset-min-sum is faster and fails more in the waterfall, but less in the same time, so " +
    "defaults keep it: on wimax-2304-1152, layered in int12, at 1.8 dB FER 9.20e-4 with 20 iterations, min-star with 10 1.09e-2, and 3.35e-6 against " +
    "1.72e-4 at 2.2 dB (experiments/results/binary/equal-time-h200.csv; no wrong frame was undetected); twice the iterations took less time on an H200.",
  advice: [
    {
      wanted: "the FER of sum-product in the waterfall, and the same counts on every device",
      decoder: "min-star schedule=layered messages=int12",
      reason:
        "wimax-2304-1152 at 1.6 dB, 10 iterations: 255 of 4,032 frames fail, with sum-product 255, with offset-min-sum 616 (experiments/results/cpu/min-star.csv)",
    },
  ],
  options: OPTIONS,
  arithmetic: (spec) => {
    const { messages } = optionsOf(OPTIONS, spec);
    const lanes = messageFormats[messages];
    return {
      lanes,
      rule: PART,
      imports: { box_plus: BOX_PLUS },
      onCpu: { imports: { box_plus: "onCpu" in lanes ? BOX_PLUS_OF_SHORTS : BOX_PLUS } },
      ...(isStepFormat(messages) && { exclusive: { rule: { name: "binary/chip/box-plus" }, bounds: lanes.steps } }),
      constants: { FINE: messages === "int16" ? 1 : 0 },
    };
  },
};
