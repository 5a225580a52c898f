import type { Kernel } from "../../../src/gpu/kernel.ts";

/** The receiver's metrics of the outputs of a channel of tables. */
export const tableMetrics: Kernel = { name: "channel/table/metrics" };
