import { LLR_BOUND } from "../../../wgsl/common/bound.ts";
import { stepsOf } from "../../../wgsl/nonbinary/formats/index.ts";
import { InputError } from "../../errors.ts";
import { fileOption } from "../given-files.ts";
import { plain } from "../nodes/edges/plain.ts";
import type { EdgeRule } from "../nodes/rule.ts";
import { NODE_OPTIONS } from "../nodes/rules.ts";
import type { DecoderOptions } from "../option.ts";
import type { DecodableCode } from "../rule.ts";
import { type DecoderSpec, optionsOf } from "../spec.ts";
import { bitsOf, floatScale, SCALE_ONE, wholeScale } from "../step.ts";
import { weightsOfFile } from "../weights.ts";
import { joint } from "./joint.ts";

const OPTIONS = {
  weights: fileOption(
    "weights",
    "JSON with scale and offset of the costs of checks' messages: numbers, lists by edge, or lists of such lists by iteration (doc/guide/python.md)",
  ),
} as const satisfies DecoderOptions;

/** A rule of edges over GF(q). Over GF(2) min-sum has weights of its own, which it applies to the two minima of a check. */
export const weighted: EdgeRule = {
  ...plain,
  description: "messages from checks by factors and offsets of a file, over GF(q)",
  equation: ["R(a) = max( scale·R(a) − offset, 0 )", "  of each edge and iteration"],
  source: "Nachmani, Be'ery and Burshtein 2016, Learning to decode linear codes using deep learning (Allerton)",
  claim:
    "Nachmani et al. 2016: trained weights lower the BER of short codes over GF(2). Here one factor above 1 for all edges helps min-max over GF(q): of 4,096 frames of beidou-96-48-gf64 at 1.5 dB, 20 iterations, 566 fail with 1.25 in int12 (f32 577), plain 896, with 0.75 3,414 (experiments/results/cpu/claims.csv).",
  use: "To evaluate weights that were trained elsewhere: with min-max, ems and trellis-min-max, whose messages are costs.",
  options: OPTIONS,
};

/** The options of rules of variables and edges of a decoder over GF(q). */
export const SYMBOL_NODE_OPTIONS: DecoderOptions = {
  ...NODE_OPTIONS,
  variable: {
    ...NODE_OPTIONS.variable,
    choices: [...NODE_OPTIONS.variable.choices!, "joint"],
    description: `${NODE_OPTIONS.variable.description}; joint: ${joint.description}`,
  },
  edge: {
    ...NODE_OPTIONS.edge,
    choices: [...NODE_OPTIONS.edge.choices!, "weighted"],
    description: `${NODE_OPTIONS.edge.description}; weighted: ${weighted.description}`,
  },
  weights: { ...OPTIONS.weights, onlyWith: ["edge", "weighted"] },
};

/** Largest offset in steps: nothing of a message is left. */
const LARGEST_OFFSET = 2 ** 11;

/** The words of a spec's weights, for the end of the buffer `check_start`. @throws InputError if they do not suit the code, or no file is named. */
export function edgeWeights({ matrix, base }: DecodableCode, spec: DecoderSpec) {
  const { weights: hash } = optionsOf(OPTIONS, spec);
  const { messages } = spec.options;
  if (hash === "none") throw new InputError("edge=weighted has no weights: name a file, weights=FILE");
  const steps = stepsOf(messages);
  const weights = weightsOfFile(
    hash,
    steps === undefined
      ? {
          scale: { most: messages === "f32" ? 8 : 1, word: (scale) => bitsOf(floatScale(scale)) },
          offset: { most: LLR_BOUND, word: bitsOf },
        }
      : {
          scale: { most: 2, word: (scale) => SCALE_ONE * wholeScale(scale) },
          offset: { most: LLR_BOUND, word: (offset) => Math.min(Math.round(offset * steps.perLlr), LARGEST_OFFSET) },
        },
  );
  const code = { matrix, ...(base && { base }) };
  weights.requireCode(code);
  const edges = Int32Array.from({ length: weights.count === 1 ? 1 : matrix.variable.length }, (_, e) => e);
  return {
    words: weights.words(code, edges),
    constants: { WEIGHTS: edges.length, WEIGHT_ITERATIONS: weights.iterations, WEIGHTS_AT: matrix.rows + 1 },
  };
}
