import { part } from "../../src/gpu/part.ts";
import { PUNCTURED, SHORTENED } from "../channel/bit-llr.ts";

export const advantagePart = part("statistics/advantage", new URL("./advantage.wgsl", import.meta.url));

/** A symbol that the decision and the word that was sent differ in. */
export interface Difference {
  /** What of it was sent, as bit-llr knows it. */
  readonly sentAs: number;
  /** ln P(received|decided) − ln P(received|sent), in whole steps. */
  readonly advantage: number;
}

/** Whether a decision is likelier than the word that was sent. A punctured symbol says nothing; a shortened one is known. */
export function isLikelier(differences: Iterable<Difference>): boolean {
  let sum = 0;
  for (const { sentAs, advantage } of differences) {
    if (sentAs === SHORTENED) return false;
    if (sentAs !== PUNCTURED) sum += advantage;
  }
  return sum > 0;
}
