/** Most flips of patterns in prefixes and last flips: SIZE_MAXIMUM of wgsl/osd/patterns.wgsl. */
export const PREFIXED_MAXIMUM = 5;
/** Most flips that larger patterns are among. */
export const EXHAUSTIVE_REACH = 16;
