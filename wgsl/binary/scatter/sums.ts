/** Sections of sums: read, added to, cleared. */
export const SECTIONS = 3;

/** Words of a variable's partial sums. */
export function sumWords(partialSums: number): number {
  return Math.ceil(partialSums / 2);
}
