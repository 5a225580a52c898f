import type { KernelFamily } from "../../src/gpu/kernel.ts";
import { pairsPart } from "./pairs.ts";
import { shotLanes } from "./shot-lanes.ts";
import { shots } from "./shots.ts";

export const quantumKernels: KernelFamily = { kernels: [shots, shotLanes], parts: [pairsPart] };
