import type { KernelFamily } from "../../src/gpu/kernel.ts";
import { bitLlr } from "./bit-llr.ts";
import { receivedLlr } from "./received-llr.ts";
import { sample } from "./sample.ts";
import { sampleLanes } from "./sample-lanes.ts";
import { sampleSymbol } from "./sample-symbol.ts";
import { symbolLlr } from "./symbol-llr.ts";
import { unsentLlr } from "./unsent-llr.ts";

export const channelKernels: KernelFamily = {
  kernels: [bitLlr, receivedLlr, sampleLanes, sampleSymbol, sample, symbolLlr, unsentLlr],
};
