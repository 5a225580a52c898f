import type { KernelFamily } from "../../src/gpu/kernel.ts";
import { layeredShots } from "./layered-shots.ts";
import { pairsPart } from "./pairs.ts";
import { shotLanes } from "./shot-lanes.ts";
import { shots } from "./shots.ts";

export const quantumKernels: KernelFamily = { kernels: [layeredShots, shots, shotLanes], parts: [pairsPart] };
