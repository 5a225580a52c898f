import type { KernelFamily } from "../../src/gpu/kernel.ts";
import { copy } from "./copy.ts";
import { tally } from "./tally.ts";

export const statisticsKernels: KernelFamily = {
  kernels: [copy, tally],
};
