/** Largest magnitude in steps of a value that is not certain. */
export const SHORT_MAXIMUM = 30;
