import type { KernelConstants } from "../../../src/gpu/kernel.ts";
import type { Lanes } from "./lanes.ts";

/** The constant of the part, for a number format. */
export const laneNumberConstants = ({ interleave }: Lanes): KernelConstants => ({ ONE_LANE: interleave === 1 ? 1 : 0 });
