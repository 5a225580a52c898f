import { join } from "node:path";
import { z } from "zod";
import { InputError } from "../../errors.ts";
import { parseJson } from "../../json.ts";
import { CODE_COLUMNS, listCodes, listFamilyCodes, readText } from "../../node/codes/codes.ts";
import { packageRoot } from "../../node/package-root.ts";
import type { CodeCandidate } from "../core/rate-adaptation.ts";

const TABLE = z.strictObject({
  format: z.literal("gfq-ldpc reconciliation codes"),
  version: z.literal(1),
  description: z.string(),
  candidates: z.array(
    z.strictObject({
      code: z.string(),
      columns: z.enum(CODE_COLUMNS),
      /** Columns of H that are used. */
      n: z.number().int().positive(),
      /** Rows of H. */
      checks: z.number().int().positive(),
      /** Highest QBER at which at most `failures` of the blocks fail. */
      highestQber: z.number().positive().lt(0.5),
      failures: z.number().positive().lt(1),
      /** Spec of the decoder. */
      decoder: z.string(),
      /** Origin of the QBER: the program that measured it, or the publication. */
      measured: z.string(),
    }),
  ),
});

/** A code for reconciliation, its highest QBER and the origin of that figure. */
export type ReconciliationCandidate = CodeCandidate &
  z.infer<typeof TABLE>["candidates"][number] & { readonly family: string };

/** Path of the table. */
export function candidatesFile(): string {
  return join(packageRoot(), "codes", "reconciliation.json");
}

/** The codes of `codes/reconciliation.json`. @throws InputError if the table is damaged or names an unknown code. */
export function reconciliationCandidates(): ReconciliationCandidate[] {
  const file = candidatesFile();
  const families = new Map([...listCodes(), ...listFamilyCodes()].map(({ name, family }) => [name, family]));
  return readTable(file).candidates.map((candidate) => {
    const family = families.get(candidate.code);
    if (family === undefined) throw new InputError(`names the code ${candidate.code}, which does not exist`, { file });
    return { ...candidate, family };
  });
}

function readTable(file: string): z.infer<typeof TABLE> {
  return parseJson(readText(file), file, TABLE);
}
