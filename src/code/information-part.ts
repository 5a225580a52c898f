import { InputError } from "../errors.ts";
import { baseEntries, baseMatrix, expand } from "./base-matrix.ts";
import type { Code } from "./code.ts";
import { structureParts } from "./parity-structure.ts";

/**
 * The information columns of a code's parity-check matrix, M × K, as reconciliation uses them: Alice's string has K bits,
 * and the M check bits go over a channel without errors, so the parity columns have no use (A. Mink, A. Nakassis, "LDPC
 * for QKD Reconciliation", 2012). Words of the result are no codewords: a decoder gets their syndrome. The receiver has
 * noisy values of all K bits, including the bits that the code would puncture.
 * @returns the code `name-information`, with the base matrix cut alike.
 * @throws InputError for a code whose parity part has no structure, so that no columns are the parity columns, or one
 * with shortened bits.
 */
export function informationPart(code: Code): Code {
  const { name, base, parity, shortened } = code;
  if (base === undefined || parity === undefined) {
    throw new InputError(`${name} has no columns that are parity columns: use all its columns`);
  }
  if ((shortened?.length ?? 0) > 0) {
    throw new InputError(`${name} has shortened bits: leave the fillers out, reconciliation shortens by itself`);
  }
  const { informationColumns } = structureParts(base, parity);
  const cut = baseMatrix(
    base.rows,
    informationColumns,
    base.liftingSize,
    baseEntries(base).filter(([, column]) => column < informationColumns),
    {
      checkOrder: base.checkOrder,
      symbolOrder: {
        first: base.symbolOrder.first.slice(0, informationColumns),
        step: base.symbolOrder.step.slice(0, informationColumns),
      },
    },
  );
  return {
    name: `${name}-information`,
    description: `${code.description}; its information columns`,
    source: code.source,
    matrix: expand(cut),
    base: cut,
  };
}
