import { STEP_MESSAGES, STEP_TEXT, stepsOf, storages } from "../../../../wgsl/nonbinary/formats/index.ts";
import { checkEmsFrames } from "../../../../wgsl/nonbinary/rules/ems.ts";
import { checkEmsInt12 } from "../../../../wgsl/nonbinary/rules/ems-int12.ts";
import type { DeviceLimits } from "../../../gpu/program.ts";
import type { DecoderProgram } from "../../decoder-program.ts";
import type { DecoderOptions } from "../../option.ts";
import { ORDER } from "../../order.ts";
import type { CheckNodeRule, DecodableCode, DecoderRequest } from "../../rule.ts";
import { SCHEDULE } from "../../schedule.ts";
import { type DecoderSpec, optionsOf } from "../../spec.ts";
import { bitsOf } from "../../step.ts";
import { frameProgram } from "../program.ts";
import { halves, tileConstants, tileOf, vectorParts } from "../vectors.ts";

const EMS_OPTIONS = {
  schedule: SCHEDULE,
  order: ORDER,
  messages: {
    default: "f32",
    implied: true,
    choices: ["f32", ...STEP_MESSAGES],
    description: `number format of messages; ${STEP_TEXT}, two frames to a word; a check's sums end at the largest message`,
  },
  nm: {
    default: 16,
    range: { minimum: 1, maximum: 256, multipleOf: 1 },
    description: "symbols that a message keeps, the likeliest; all where the field has no more",
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
  ],
  source: "Declercq and Fossorier 2007; Voicila et al. 2010",
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
    "To study what hardware with short messages loses. On a GPU it does the work of min-max and the truncation beside " +
    "it. messages=int12 has whole numbers, as hardware has, and is the faster format on a CPU.",
  advice: [
    { wanted: "messages of few symbols, as in hardware", decoder: "ems", reason: "truncation after every step" },
  ],
  input: "symbol",
  options: EMS_OPTIONS,
  kernels: [checkEmsFrames, checkEmsInt12],
  decoder,
};

/** Extended min-sum with a frame-interleaved layout. */
function decoder(
  code: DecodableCode,
  spec: DecoderSpec,
  limits: DeviceLimits,
  request: DecoderRequest = {},
): DecoderProgram {
  const { q } = code.matrix.field;
  const { messages, nm, offset } = optionsOf(EMS_OPTIONS, spec);
  const tile = tileOf(q, limits);
  const kept = Math.min(nm, q);
  const { steps } = storages[messages];
  const arithmetic = {
    check: steps !== undefined ? checkEmsInt12 : checkEmsFrames,
    checkConstants: {
      NM: kept,
      ...(steps === undefined ? { OFFSET_BITS: bitsOf(offset) } : { OFFSET: offset * steps.perLlr }),
      ...tileConstants(q, tile, limits),
      ...halves(tile),
    },
    ...vectorParts(code.matrix, storages[messages], limits),
    notes: [
      `${kept} of ${q} symbols kept`,
      `an invocation for a check of ${steps === undefined ? "one frame" : "two frames"}, ${tile} × ${tile} pairs at a time`,
    ],
  };
  return frameProgram(code, spec, limits, arithmetic, request);
}
