import { readTables } from "../../../src/channel/table/channel-tables.ts";

/** Bits with three outputs and different rows. */
export const BITS = readTables("at 1\n0.8 0.15 0.05\n0.1 0.2 0.7\nat 2\n0.7 0.2 0.1\n0.2 0.2 0.6\n", "bits");

/** Symbols of GF(4) with five outputs. The last output excludes the symbols 1 and 2. */
export const SYMBOLS = readTables(
  "0.7 0.1 0.1 0.05 0.05\n0.2 0.6 0.1 0.1 0\n0.1 0.1 0.5 0.3 0\n0.1 0.05 0.05 0.6 0.2\n",
  "symbols",
);
