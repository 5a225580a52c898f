// Layout of words in majority-logic decoding.

/** Bits of a variable's reliability. */
export const RELIABILITY_BITS = 12;
