import type { Kernel } from "../../src/gpu/kernel.ts";

/** Changes the priors of variables of a layered schedule between iterations. */
export const binaryPrior: Kernel = { name: "binary/prior" };
