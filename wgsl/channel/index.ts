import type { KernelFamily } from "../../src/gpu/kernel.ts";
import { bitLlr } from "./bit-llr.ts";
import { laneNoise } from "./lane-noise.ts";
import { samplePointLanes } from "./point-lanes/sample.ts";
import { laneTable } from "./point-lanes/table.ts";
import { combine } from "./points/combine.ts";
import { pointCosts } from "./points/costs.ts";
import { demapAxis } from "./points/demap-axis.ts";
import { demapPlane } from "./points/demap-plane.ts";
import { groupLlr } from "./points/group-llr.ts";
import { partCosts } from "./points/part-costs.ts";
import { samplePoints } from "./points/sample.ts";
import { receivedLlr } from "./received-llr.ts";
import { sample } from "./sample.ts";
import { sampleLanes } from "./sample-lanes.ts";
import { sampleSymbol } from "./sample-symbol.ts";
import { symbolLlr } from "./symbol-llr.ts";
import { tableMetrics } from "./table/metrics.ts";
import { sampleTable } from "./table/sample.ts";
import { unsentLlr } from "./unsent-llr.ts";

const TABLE = [sampleTable, tableMetrics];
const POINTS = [
  ...[combine, demapAxis, demapPlane, groupLlr, laneTable, partCosts, pointCosts],
  ...[samplePointLanes, samplePoints],
];

export const channelKernels: KernelFamily = {
  kernels: [
    bitLlr,
    laneNoise,
    receivedLlr,
    sampleLanes,
    sampleSymbol,
    sample,
    symbolLlr,
    unsentLlr,
    ...POINTS,
    ...TABLE,
  ],
};
