import type { KernelFamily } from "../../src/gpu/kernel.ts";
import { osdAdopt } from "./adopt.ts";
import { osdColumns } from "./columns.ts";
import { osdOrder } from "./order.ts";
import { osdReduce } from "./reduce.ts";
import { osdReliability } from "./reliability.ts";
import { osdSearch } from "./search.ts";
import { osdSymbolKernels } from "./symbols/index.ts";
import { osdTakeFailed } from "./take-failed.ts";

export const osdKernels: KernelFamily = {
  kernels: [osdReliability, osdOrder, osdReduce, osdColumns, osdSearch, osdTakeFailed, osdAdopt, ...osdSymbolKernels],
};
