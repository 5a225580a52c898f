/** Bounds of every running product. */
export const LEAST_PRODUCT = 2 ** -100;
