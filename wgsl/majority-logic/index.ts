import type { KernelFamily } from "../../src/gpu/kernel.ts";
import { initVariables } from "./init-variables.ts";

export const majorityLogicKernels: KernelFamily = {
  kernels: [initVariables],
};
