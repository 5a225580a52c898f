import type { Kernel } from "../../../src/gpu/kernel.ts";

/** Outputs of a channel of tables from the sent bits or symbols. */
export const sampleTable: Kernel = { name: "channel/table/sample" };
