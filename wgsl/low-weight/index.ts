import type { KernelFamily } from "../../src/gpu/kernel.ts";
import { lowWeightWalk } from "./walk.ts";

export const lowWeightKernels: KernelFamily = { kernels: [lowWeightWalk] };
