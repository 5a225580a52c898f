import type { Code } from "../src/code/code.ts";
import type { ParityCheckMatrix } from "../src/code/parity-check-matrix.ts";

/** A matrix as a code without structure. */
export function codeOf(matrix: ParityCheckMatrix): Code {
  return { name: "test", description: "", source: "test", matrix };
}
