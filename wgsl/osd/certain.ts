import { part } from "../../src/gpu/part.ts";

export const certainPart = part("osd/certain", new URL("./certain.wgsl", import.meta.url));

/** Bits of a reliability below certainty: wgsl/osd/certain.wgsl. */
export const RELIABILITY_BITS = 16;
/** Reliability of a certain position. */
export const CERTAIN = 2 ** RELIABILITY_BITS;
/** Most positions of a frame. A position and its reliability share a word, and the cost of a word stays below 2³¹. */
export const POSITIONS_MAXIMUM = 2 ** 14;
