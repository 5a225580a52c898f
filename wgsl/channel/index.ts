import type { KernelFamily } from "../../src/gpu/kernel.ts";
import { samplePointLanes } from "./point-lanes/sample.ts";
import { sampleLanes } from "./sample-lanes.ts";

export const channelKernels: KernelFamily = { kernels: [sampleLanes, samplePointLanes] };
