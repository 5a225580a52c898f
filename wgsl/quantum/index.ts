import type { Kernel, KernelFamily } from "../../src/gpu/kernel.ts";
import { pairsPart } from "./pairs.ts";
import { shotLanes } from "./shot-lanes.ts";
import { shots } from "./shots.ts";

/** Around a decoder of codes: mechanisms, priors, corrections and counts of shots. */
const chain: readonly Kernel[] = ["sample", "priors", "correct", "tally"].map((name) => ({ name: `quantum/${name}` }));

export const quantumKernels: KernelFamily = { kernels: [shots, shotLanes, ...chain], parts: [pairsPart] };
