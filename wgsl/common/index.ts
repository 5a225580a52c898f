import type { KernelFamily } from "../../src/gpu/kernel.ts";
import { listFrames } from "./active-frames/compact.ts";
import { clearWords } from "./clear-words.ts";

export const commonKernels: KernelFamily = {
  kernels: [listFrames, clearWords],
};
