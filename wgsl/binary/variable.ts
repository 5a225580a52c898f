import type { Kernel } from "../../src/gpu/kernel.ts";
import { simdVariable } from "./simd/variable.ts";

/** Posteriors of a flooding schedule: channel plus all messages. */
export const binaryVariable: Kernel = {
  name: "binary/variable",
  simd: simdVariable,
};
