import type { KernelFamily } from "../../src/gpu/kernel.ts";
import { laneNoise } from "./lane-noise.ts";
import { samplePointLanes } from "./point-lanes/sample.ts";
import { laneTable } from "./point-lanes/table.ts";
import { sampleLanes } from "./sample-lanes.ts";

export const channelKernels: KernelFamily = { kernels: [laneNoise, sampleLanes, laneTable, samplePointLanes] };
