import { part } from "../../../src/gpu/part.ts";

/** Arithmetic of GF(q). The importing kernel has the constants P and POLYNOMIAL, which is primitive: bit i is the coefficient of x^i. */
export const multiplyPart = part("osd/symbols/multiply", new URL("./multiply.wgsl", import.meta.url));
