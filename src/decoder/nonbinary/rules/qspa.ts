import type { DeviceLimits } from "../../../gpu/program.ts";
import type { DecoderProgram } from "../../decoder-program.ts";
import type { DecodableCode, DecoderRequest } from "../../rule.ts";
import { SCHEDULE } from "../../schedule.ts";
import type { DecoderOptions, DecoderSpec } from "../../spec.ts";
import { bitsOf } from "../../step.ts";
import { frameProgram } from "../program.ts";
import { tileConstants, tileOf, vectorParts } from "../vectors.ts";

export const QSPA_OPTIONS: DecoderOptions = {
  schedule: SCHEDULE,
  messages: {
    default: "f32",
    choices: ["f32", "bf16"],
    description: "number format of messages; bf16: half the bytes, 8 bits of mantissa",
  },
  bound: {
    default: 16,
    range: { minimum: 1, maximum: 60, multipleOf: 0.125 },
    description: "largest magnitude of a check's LLR: probabilities end at e^-bound; f32 is noise beyond 16",
  },
};

/** Coefficients that an invocation has in registers at a time. */
const TILE = 64;

/** q-ary sum-product in the probability domain, frame-interleaved. */
export function qspaDecoder(
  code: DecodableCode,
  spec: DecoderSpec,
  limits: DeviceLimits,
  request: DecoderRequest = {},
): DecoderProgram {
  const { q } = code.matrix.field;
  const { messages, bound } = spec.options as { messages: "f32" | "bf16"; bound: number };
  const tile = limits.software ? tileOf(q, limits) : Math.min(q, TILE);
  return frameProgram(
    code,
    spec,
    limits,
    {
      check: "nonbinary/rules/qspa",
      checkConstants: {
        ...tileConstants(q, tile),
        FLOOR_BITS: bitsOf(Math.exp(-bound)),
      },
      // Five vectors and some addresses in 255 registers.
      degreeConstants: (degree) => ({ IN_REGISTERS: !limits.software && q <= 32 && degree <= 6 ? 1 : 0 }),
      checkLists: { LENGTHS: [1, 2, 4, 8, 16, 32].filter((length) => length < tile) },
      ...vectorParts(code.matrix, messages, "probability"),
      words: [`an invocation for a check of one frame, transforms of ${tile}`],
    },
    request,
  );
}
