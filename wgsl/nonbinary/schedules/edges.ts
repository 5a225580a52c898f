import { u32 } from "../../../src/gpu/kernel.ts";
import { part } from "../../../src/gpu/part.ts";

export const edgesPart = part("nonbinary/schedules/edges", new URL("./edges.wgsl", import.meta.url));

/** Buffers of the check kernels with a frame-interleaved layout, flooding and layered. */
export const SYMBOL_CHECK_BINDINGS = [
  u32("checks"),
  u32("check_start"),
  u32("check_edges"),
  u32("quotients"),
  u32("syndrome"),
  u32("active_list"),
  u32("variable_words", "read_write"),
  u32("check_to_variable", "read_write"),
];
