import type { KernelFamily } from "../../src/gpu/kernel.ts";
import { osdColumns } from "./columns.ts";
import { osdOrder } from "./order.ts";
import { osdReduce } from "./reduce.ts";
import { osdReliability } from "./reliability.ts";
import { osdSearch } from "./search.ts";
import { osdSymbolKernels } from "./symbols/index.ts";

export const osdKernels: KernelFamily = {
  kernels: [osdReliability, osdOrder, osdReduce, osdColumns, osdSearch, ...osdSymbolKernels],
};
