import { u32 } from "../../../src/gpu/kernel.ts";
import { part } from "../../../src/gpu/part.ts";

export const parityBlocksPart = part("source/encoding/parity-blocks", new URL("./parity-blocks.wgsl", import.meta.url));

/** Bindings of the kernels that make parity blocks. */
export const PARITY_BINDINGS = [
  u32("parity_blocks"),
  u32("row_start"),
  u32("circulants"),
  u32("parity_sums"),
  u32("codeword", "read_write"),
];
