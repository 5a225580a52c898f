/** Variables of one workgroup, unless each invocation reads and writes a symbol (DIRECT). */
export const UNPACK_TILE = 32;
