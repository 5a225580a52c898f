import type { KernelFamily } from "../../src/gpu/kernel.ts";
import { osdColumns } from "./columns.ts";
import { osdOrder } from "./order.ts";
import { osdReduce } from "./reduce.ts";
import { osdSearch } from "./search.ts";

export const osdKernels: KernelFamily = { kernels: [osdOrder, osdReduce, osdColumns, osdSearch] };
