import type { KernelFamily } from "../../src/gpu/kernel.ts";
import { copy } from "./copy.ts";
import { laneErrors } from "./lane-errors.ts";
import { packedErrors } from "./packed-errors.ts";
import { tally } from "./tally.ts";
import { tallyBits } from "./tally-bits.ts";
import { tallyPoints } from "./tally-points.ts";

export const statisticsKernels: KernelFamily = {
  kernels: [copy, laneErrors, packedErrors, tallyBits, tallyPoints, tally],
};
