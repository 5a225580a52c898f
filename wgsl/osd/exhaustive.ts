import { part } from "../../src/gpu/part.ts";

/** Most flips of patterns in prefixes and last flips: SIZE_MAXIMUM of wgsl/osd/patterns.wgsl. */
export const PREFIXED_MAXIMUM = 5;
/** Most flips that larger patterns are among. */
export const EXHAUSTIVE_REACH = 16;

/** The kernel declares the functions that wgsl/osd/exhaustive.wgsl names. */
export const exhaustivePart = part("osd/exhaustive", new URL("./exhaustive.wgsl", import.meta.url));
