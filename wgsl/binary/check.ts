import type { Kernel } from "../../src/gpu/kernel.ts";
import { simdCheck } from "./simd/check.ts";

/** Binary check nodes: the checks of a layer, or all checks. */
export const binaryCheck: Kernel = {
  name: "binary/check",
  simd: simdCheck,
};
