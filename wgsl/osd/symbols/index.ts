import type { Kernel } from "../../../src/gpu/kernel.ts";
import { osdSymbolColumns } from "./columns.ts";
import { osdSymbolCosts } from "./costs.ts";
import { osdSymbolFlips } from "./flips.ts";
import { osdJoin } from "./join.ts";
import { osdSymbolReduce } from "./reduce.ts";
import { osdSymbolSearch } from "./search.ts";
import { osdSplit } from "./split.ts";
import { osdSplitLlr } from "./split-llr.ts";
import { osdSymbolTakeFailed } from "./take-failed.ts";

/** The kernels of ordered statistics decoding over GF(q). */
export const osdSymbolKernels: readonly Kernel[] = [
  osdSymbolCosts,
  osdSymbolReduce,
  osdSymbolColumns,
  osdSymbolFlips,
  osdSymbolSearch,
  osdSplitLlr,
  osdSplit,
  osdJoin,
  osdSymbolTakeFailed,
];
