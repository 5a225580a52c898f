import type { Kernel, KernelFamily } from "../../src/gpu/kernel.ts";

/** Most positions of a frame. A position and its reliability share a word, and the cost of a word stays below 2³¹. */
export const POSITIONS_MAXIMUM = 2 ** 14;

/** Most flips of patterns in prefixes and last flips: SIZE_MAXIMUM of wgsl/osd/patterns.wgsl. */
export const PREFIXED_MAXIMUM = 5;
/** Most flips that larger patterns are among. */
export const EXHAUSTIVE_REACH = 16;

/** Bytes of workgroup memory that the search over patterns takes. */
export function patternsBytes(order: number): number {
  return 16 + 4 * Math.max(order, PREFIXED_MAXIMUM);
}

/** The reliability of each position as a whole number. */
export const osdReliability: Kernel = {
  name: "osd/reliability",
  workgroupSize: ({ INVOCATIONS }) => INVOCATIONS,
  workgroupBytes: () => 4,
};

/** The positions from the least to the most reliable. */
export const osdOrder: Kernel = {
  name: "osd/order",
  workgroupSize: ({ INVOCATIONS }) => INVOCATIONS,
};

/** Words of a row of H and its syndrome bit. */
export function rowWords(positions: number): number {
  return Math.floor(positions / 32) + 1;
}

/** The least reliable basis of each frame, and H reduced by it. */
export const osdReduce: Kernel = {
  name: "osd/reduce",
  workgroupSize: ({ INVOCATIONS }) => INVOCATIONS,
  workgroupBytes: ({ N }) => 4 * (rowWords(N) + 3),
};

/** The positions in the order of the search, their costs, and the parity bits that they flip. */
export const osdColumns: Kernel = {
  name: "osd/columns",
  workgroupSize: ({ INVOCATIONS }) => INVOCATIONS,
};

/** Tables of sums of reliabilities: wgsl/osd/search.wgsl. */
const TABLES = 2;

/** The likeliest word among all that flip at most ORDER information positions. */
export const osdSearch: Kernel = {
  name: "osd/search",
  workgroupSize: ({ INVOCATIONS }) => INVOCATIONS,
  workgroupBytes: ({ ORDER, TABLE_BITS }) => 4 * TABLES * 2 ** TABLE_BITS + patternsBytes(ORDER),
};

/** The costs of the symbols of each position as whole numbers, the likeliest symbol and its reliability. */
export const osdSymbolCosts: Kernel = {
  name: "osd/symbols/costs",
  workgroupSize: ({ INVOCATIONS }) => INVOCATIONS,
  workgroupBytes: () => 4,
};

/** Words of a row of H over GF(q) and its syndrome symbol. */
export function symbolRowWords(positions: number): number {
  return Math.floor(positions / 4) + 1;
}

/** The least reliable basis of each frame over GF(q), and H reduced by it. */
export const osdSymbolReduce: Kernel = {
  name: "osd/symbols/reduce",
  workgroupSize: ({ INVOCATIONS }) => INVOCATIONS,
  workgroupBytes: () => 12,
};

/** The positions in the order of the search, and the parity symbols that each information symbol changes. */
export const osdSymbolColumns: Kernel = {
  name: "osd/symbols/columns",
  workgroupSize: ({ INVOCATIONS }) => INVOCATIONS,
};

/** The flips of information symbols in the order of the search. */
export const osdSymbolFlips: Kernel = {
  name: "osd/symbols/flips",
  workgroupSize: ({ INVOCATIONS }) => INVOCATIONS,
};

/** The likeliest word over GF(q) among all that differ from the likeliest symbols in at most ORDER information positions. */
export const osdSymbolSearch: Kernel = {
  name: "osd/symbols/search",
  workgroupSize: ({ INVOCATIONS }) => INVOCATIONS,
  workgroupBytes: ({ Q, ORDER }) => 16 * Q + patternsBytes(ORDER),
};

/** The kernels of ordered statistics decoding over GF(q). */
export const osdSymbolKernels: readonly Kernel[] = [
  osdSymbolCosts,
  osdSymbolReduce,
  osdSymbolColumns,
  osdSymbolFlips,
  osdSymbolSearch,
];

export const osdKernels: KernelFamily = {
  kernels: [osdReliability, osdOrder, osdReduce, osdColumns, osdSearch, ...osdSymbolKernels],
};
