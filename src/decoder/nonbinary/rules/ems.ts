import { STEP_MESSAGES, STEP_TEXT, stepsOf, storages } from "../../../../wgsl/nonbinary/formats/index.ts";
import { tannerGraph } from "../../../code/tanner-graph.ts";
import { InputError } from "../../../errors.ts";
import type { DeviceLimits } from "../../../gpu/program.ts";
import type { DecoderProgram } from "../../decoder-program.ts";
import type { DecoderOptions } from "../../option.ts";
import { ORDER } from "../../order.ts";
import type { CheckNodeRule, DecodableCode, DecoderRequest } from "../../rule.ts";
import { SCHEDULE } from "../../schedule.ts";
import { type DecoderSpec, optionsOf } from "../../spec.ts";
import { bitsOf, floatScale, SCALE_ONE, wholeScale } from "../../step.ts";
import { frameProgram } from "../program.ts";
import { halves, tileConstants, tileOf, vectorParts } from "../vectors.ts";

const EMS_OPTIONS = {
  schedule: SCHEDULE,
  order: ORDER,
  messages: {
    default: "f32",
    choices: ["f32", ...STEP_MESSAGES],
    description: `number format of messages; ${STEP_TEXT}, two frames to a word; a check's sums end at the largest message`,
  },
  nm: {
    default: 256,
    range: { minimum: 1, maximum: 256, multipleOf: 1 },
    description: "symbols that a message keeps, the likeliest; all where the field has no more",
  },
  scale: {
    default: "auto",
    text: { form: /^(auto|1|0\.\d{1,4})$/, wanted: "auto, or a number above 0 and at most 1, such as 0.75" },
    description:
      "factor of what a check says, whose sums of minima say too much; auto: 0.85, 0.7 and 0.55 for codes whose variables have at most 2, 3 and 4 checks, " +
      "0.4 for more; the nearest number of 12 significant bits in f32, the nearest multiple of 1/256 in int12",
  },
  offset: {
    default: 0.5,
    range: { minimum: 0, maximum: 16 },
    becomes(offset, { messages }) {
      const { perLlr } = stepsOf(messages) ?? {};
      return perLlr === undefined ? offset : Math.round(offset * perLlr) / perLlr;
    },
    description: "LLR of symbols that were not kept, above the largest that was; the nearest multiple of 1/8 in int12",
  },
} as const satisfies DecoderOptions;

export const ems: CheckNodeRule = {
  description: "extended min-sum: minima of sums of the nm most reliable symbols of each message",
  equation: [
    "R_i(a) = min Σ_{k≠i} Q_k(a_k), a_k among the nm least of Q_k",
    "  over the a_k, k ≠ i, that satisfy the check with a_i = a;",
    "  each forward-backward step keeps its nm least;",
    "  absent symbols: the largest present + offset",
    "  to the variable: scale · R_i(a)",
  ],
  source: "Declercq and Fossorier 2007; Voicila et al. 2010",
  claim:
    "Declercq and Fossorier 2007: near sum-product once its sums are corrected; Wang et al. 2012: a BER similar to that of Min-Max. Here the first holds and the second does not: the BER of min-max is above that of ems with its correction and far below that of scale=1 (ldpc experiment nonbinary-rules).",
  cost: {
    formula: "6(d − 2)·q²",
    operations: (d, q) => 6 * (d - 2) * q ** 2,
    kind: "comparison",
    of: "additions and minima on full vectors, as a GPU does them; beside these, 4d − 6 vectors are cut to their nm least",
  },
  exactness: {
    devices: "bit-equal",
    text: "additions, minima and comparisons in a fixed order; an approximation of q-ary sum-product",
  },
  use:
    "To study what hardware with short messages loses, and for the same bits on every device at a FER below that of min-max: near that of qspa on " +
    "nb837-gf32 and beidou-96-48-gf64, between both on nb620-gf32. On a GPU it does the work of min-max, and with nm below q the truncation beside it. " +
    "Sums of minima say too much, the more the more symbols they have, so scale=1 loses FER, on nb837-gf32 and nb620-gf32 more than nm=16 does: compare " +
    "the settings by ldpc experiment nonbinary-ems-settings, and all rules over GF(q) on one code by ldpc experiment nonbinary-rules. messages=int12 has " +
    "whole numbers, as hardware has, and is the faster format on a CPU.",
  advice: [
    {
      wanted: "messages of few symbols, as in hardware",
      decoder: "ems nm=16",
      reason: "truncation after every step",
    },
  ],
  input: "symbol",
  options: EMS_OPTIONS,
  decoder,
};

/** Bits of an f32 message that a scale multiplies: 12, so that the product is exact; all bits where it changes nothing. */
const maskOf = (factor: number) => (factor === 1 ? 0xffffffff : 0xfffff000);

/** The factor of a spec's scale for a code. @throws InputError for 0. */
function scaleOf({ matrix }: DecodableCode, scale: string): number {
  // Sums of minima exaggerate the more, the more of them a variable adds up.
  if (scale === "auto") return Math.max(0.4, 1 - 0.15 * Math.max(0, tannerGraph(matrix).variableDegreeMaximum - 1));
  if (Number(scale) > 0) return Number(scale);
  throw new InputError(`decoder option scale=${scale}: give auto, or a number above 0 and at most 1`);
}

/** Extended min-sum with a frame-interleaved layout. */
function decoder(
  code: DecodableCode,
  spec: DecoderSpec,
  limits: DeviceLimits,
  request: DecoderRequest = {},
): DecoderProgram {
  const { q } = code.matrix.field;
  const { messages, nm, offset, scale } = optionsOf(EMS_OPTIONS, spec);
  const factor = scaleOf(code, scale);
  const tile = tileOf(q, limits);
  const kept = Math.min(nm, q);
  const { steps } = storages[messages];
  const arithmetic = {
    check: steps !== undefined ? { name: "nonbinary/rules/ems-int12" } : { name: "nonbinary/rules/ems" },
    checkConstants: {
      NM: kept,
      ...(steps === undefined
        ? { OFFSET_BITS: bitsOf(offset), SCALE_BITS: bitsOf(floatScale(factor)), MAGNITUDE_MASK: maskOf(factor) }
        : { OFFSET: offset * steps.perLlr, SCALE: SCALE_ONE * wholeScale(factor) }),
      ...tileConstants(q, tile, limits),
      ...halves(tile),
    },
    ...vectorParts(code.matrix, storages[messages], limits),
    notes: [
      `${kept} of ${q} symbols kept, checks' messages times ${factor}`,
      `an invocation for a check of ${steps === undefined ? "one frame" : "two frames"}, ${tile} × ${tile} pairs at a time`,
    ],
  };
  return frameProgram(code, spec, limits, arithmetic, request);
}
