import type { KernelFamily } from "../../../src/gpu/kernel.ts";
import { checkMinMax } from "./check.ts";
import { init } from "./init.ts";
import { syndrome } from "./syndrome.ts";
import { variable } from "./variable.ts";

export const minMaxSymbolsKernels: KernelFamily = {
  kernels: [checkMinMax, init, syndrome, variable],
};
