import { part } from "../../src/gpu/part.ts";
// Layout of words in majority-logic decoding.

export const wordsPart = part("majority-logic/words", new URL("./words.wgsl", import.meta.url));

/** Bits of a variable's reliability. */
export const RELIABILITY_BITS = 12;
