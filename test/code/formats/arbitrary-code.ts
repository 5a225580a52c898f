import fc from "fast-check";
import type { Code } from "../../../src/code/code.ts";
import { smallMatrices } from "../small-matrices.ts";

/** Random codes over GF(2^p), p in `degrees`, without empty rows. @param hasEmpty whether up to half of the columns may be empty. */
export function arbitraryCode(degrees?: readonly number[], hasEmpty = true): fc.Arbitrary<Code> {
  return fc
    .tuple(smallMatrices({ p: degrees, rows: 6, columns: 9, hasEmpty }), fc.string())
    .map(([matrix, description]) => ({ name: "random", description, source: "fast-check", matrix }));
}
