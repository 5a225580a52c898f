import type { KernelFamily } from "../../../src/gpu/kernel.ts";
import { checkMinMax } from "./check.ts";
import { decide } from "./decide.ts";
import { init } from "./init.ts";
import { normalise } from "./normalise.ts";
import { syndrome } from "./syndrome.ts";
import { variable } from "./variable.ts";

export const minMaxSymbolsKernels: KernelFamily = {
  kernels: [checkMinMax, decide, init, normalise, syndrome, variable],
};
