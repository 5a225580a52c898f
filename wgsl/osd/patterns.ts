import { PREFIXED_MAXIMUM } from "./exhaustive.ts";

/** Bytes of workgroup memory that the search over patterns takes. */
export function patternsBytes(order: number): number {
  return 16 + 4 * Math.max(order, PREFIXED_MAXIMUM);
}
