import type { Kernel } from "../../../src/gpu/kernel.ts";
import { osdSymbolColumns } from "./columns.ts";
import { osdSymbolCosts } from "./costs.ts";
import { osdSymbolFlips } from "./flips.ts";
import { osdSymbolReduce } from "./reduce.ts";
import { osdSymbolSearch } from "./search.ts";

/** The kernels of ordered statistics decoding over GF(q). */
export const osdSymbolKernels: readonly Kernel[] = [
  osdSymbolCosts,
  osdSymbolReduce,
  osdSymbolColumns,
  osdSymbolFlips,
  osdSymbolSearch,
];
