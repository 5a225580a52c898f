/** Largest argument and value of Φ. */
export const LARGEST_LLR = 80;
export const SMALLEST_LLR = 2 ** -100;
