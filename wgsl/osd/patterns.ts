import { part } from "../../src/gpu/part.ts";
import { exhaustivePart, PREFIXED_MAXIMUM } from "./exhaustive.ts";

/** The kernel declares the functions that wgsl/osd/patterns.wgsl and wgsl/osd/exhaustive.wgsl name. */
export const patternsPart = part("osd/patterns", new URL("./patterns.wgsl", import.meta.url), [exhaustivePart]);

/** Bytes of workgroup memory that the search over patterns takes. */
export function patternsBytes(order: number): number {
  return 16 + 4 * Math.max(order, PREFIXED_MAXIMUM);
}
