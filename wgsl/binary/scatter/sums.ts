import { part } from "../../../src/gpu/part.ts";

export const sumsPart = part("binary/scatter/sums", new URL("./sums.wgsl", import.meta.url));

/** Sections of sums: read, added to, cleared. */
export const SECTIONS = 3;

/** Words of a variable's partial sums. */
export function sumWords(partialSums: number): number {
  return Math.ceil(partialSums / 2);
}
