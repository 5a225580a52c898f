import { z } from "zod";
import { OCTONION } from "../../../../wgsl/reconciliation/octonion.ts";
import { disclosedGroups } from "../../core/disclosure.ts";
import { DISCLOSED_HEADER } from "./disclosed-header.ts";
import { COUNT } from "./header-fields.ts";

export const GAUSSIAN = z
  .strictObject({
    /** ρ²/(1 − ρ²), given, or estimated if values were disclosed. */
    snr: z.number().positive(),
    /** Values of a sequence, including disclosed values and the rest at its end. */
    values: COUNT.positive(),
    /** One group of eight values in this number of groups was made public and is left out; 0 if none was. */
    disclosed: COUNT,
    /** The header of the decoding end's disclosed file, where the ends are apart: its seed has chosen the groups. Else the salt has. */
    message: DISCLOSED_HEADER.optional(),
    /**
     * For an estimated link: sums of the disclosed values in shot-noise units (`DisclosedPairs`), and the assumptions
     * of the estimate.
     */
    link: z
      .strictObject({
        xx: z.number().positive(),
        xy: z.number(),
        yy: z.number().positive(),
        modulationVariance: z.number().positive(),
        detectorEfficiency: z.number().positive().max(1),
        electronicNoise: z.number().nonnegative(),
        /** ε_PE */
        epsilon: z.number().positive().lt(1),
      })
      .optional(),
  })
  .refine(
    ({ values, disclosed, message }) =>
      message === undefined || (message.values === values && message.every === disclosed),
    "the disclosed values are not those of the message",
  )
  .refine(
    ({ disclosed, message, link }) =>
      link === undefined ||
      (disclosed > 0 && (message === undefined || message.modulation?.variance === link.modulationVariance)),
    "the link was estimated from other values",
  );

/** The part of a stream's header about Gaussian values. */
export type GaussianHeader = z.infer<typeof GAUSSIAN>;

/** Values of a sequence that were disclosed. */
export function disclosedValues({ values, disclosed }: GaussianHeader): number {
  return OCTONION * disclosedGroups(values, disclosed);
}
