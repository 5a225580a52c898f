import { join } from "node:path";
import { z } from "zod";
import { parseJson } from "../../json.ts";
import { packageRoot } from "../package-root.ts";
import { readText } from "./codes.ts";

const WHOLE = z.number().int().nonnegative();
const DISTANCE = z.strictObject({
  /** Name of a code of the package. */
  code: z.string(),
  /** SHA-256 of the code (`codeHash`). */
  hash: z.string(),
  /** Weight of the lightest word found. */
  distance: WHOLE,
  /** Words of that weight found, one for all its multiples. */
  words: WHOLE,
  /** Expected number of words of that weight that the search missed. */
  missed: z.number().nonnegative(),
  /** Information sets of the search. */
  sets: WHOLE,
  /** A word of that weight: its nonzero positions, and over GF(q) their symbols. */
  positions: z.array(WHOLE),
  values: z.array(WHOLE).optional(),
});
const TABLE = z.strictObject({
  format: z.literal("gfq-ldpc code distances"),
  version: z.literal(1),
  description: z.string(),
  codes: z.array(DISTANCE),
});

/** The lightest words of a code that a search found. */
export type KnownDistance = Readonly<z.infer<typeof DISTANCE>>;

/** The distances of `codes/distances.json`. @throws InputError if the table is damaged. */
export function knownDistances(): readonly KnownDistance[] {
  const file = join(packageRoot(), "codes", "distances.json");
  return parseJson(readText(file), file, TABLE).codes;
}
