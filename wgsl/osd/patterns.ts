import { part } from "../../src/gpu/part.ts";

/** The kernel declares the functions that wgsl/osd/patterns.wgsl names. */
export const patternsPart = part("osd/patterns", new URL("./patterns.wgsl", import.meta.url));

/** Bytes of workgroup memory that the search over patterns takes. */
export const PATTERNS_BYTES = 36;
