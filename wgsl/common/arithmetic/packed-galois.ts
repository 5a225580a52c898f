import { part } from "../../../src/gpu/part.ts";

/** Arithmetic of GF(q). The importing kernel has the constants P and POLYNOMIAL, which is primitive: bit i is the coefficient of x^i. */
export const packedGaloisPart = part(
  "common/arithmetic/packed-galois",
  new URL("./packed-galois.wgsl", import.meta.url),
);
