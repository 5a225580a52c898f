/** Largest variable degree at which an invocation keeps all messages in registers. */
export const UNROLLED_DEGREE_MAXIMUM = 6;
