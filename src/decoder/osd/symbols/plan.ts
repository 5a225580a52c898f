import { symbolRowWords } from "../../../../wgsl/osd/index.ts";
import { Echelon, rank } from "../../../code/elimination/elimination.ts";
import { denseRow, type ParityCheckMatrix } from "../../../code/parity-check-matrix.ts";
import type { KernelConstants } from "../../../gpu/kernel.ts";
import type { DeviceLimits } from "../../../gpu/program.ts";
import { patternsAtMost } from "../patterns.ts";
import { checkedReach, planNotes, type ReductionParameters, reductionOf } from "../plan.ts";

/** Rows of H over GF(q) that span all its rows: the first rows that are independent of the rows before. */
function independentSymbolRows(matrix: ParityCheckMatrix): Uint32Array {
  const { field, rows } = matrix;
  const all = Uint32Array.from({ length: rows }, (_, m) => m);
  if (rank(matrix) === rows) return all;
  const span = new Echelon(field);
  return all.filter((m) => span.add(denseRow(matrix, m)));
}

/** Rows of H for wgsl/osd/symbols/reduce: [word][row], byte b of word w is column 4·w + b. */
function symbolCheckRows(matrix: ParityCheckMatrix, rows: Uint32Array): Uint32Array {
  const { checkStart, variable, value } = matrix;
  const words = new Uint32Array(symbolRowWords(matrix.columns) * rows.length);
  rows.forEach((m, row) => {
    for (let e = checkStart[m]; e < checkStart[m + 1]; e++) {
      words[(variable[e] >>> 2) * rows.length + row] |= value[e] << (8 * (variable[e] & 3));
    }
  });
  return words;
}

/** Ordered statistics decoding of a code over GF(q) on a device. */
export interface SymbolOsdPlan {
  /** Most information symbols that a pattern flips. */
  readonly order: number;
  /** Cheapest flips that patterns of two or more flips are among. */
  readonly reach: number;
  /** Whether frames have syndromes. */
  readonly syndrome: boolean;
  /** Rows of H in the layout of wgsl/osd/symbols/reduce. */
  readonly checkRows: Uint32Array;
  readonly constants: KernelConstants &
    Readonly<Record<"N" | "P" | "Q" | "POLYNOMIAL" | "ROWS" | "RANK" | "INVOCATIONS", number>>;
  /** The choices, in words. */
  readonly notes: readonly string[];
}

/**
 * The plan for a code.
 * @param name name of the decoder, for errors.
 * @param options sweep: the reach if there are more flips, k·(q − 1) in all; 0: no limit.
 * @throws InputError for a code with more positions than a frame can have, or with fewer information symbols than the order, and as
 * `checkedReach`.
 */
export function symbolOsdPlan(
  name: string,
  matrix: ParityCheckMatrix,
  { order, sweep, syndrome }: ReductionParameters & { readonly sweep: number },
  limits: DeviceLimits,
): SymbolOsdPlan {
  const symbols = { noun: "symbol", independent: independentSymbolRows };
  const { k, rows, constants } = reductionOf(name, matrix, { order, syndrome }, limits, symbols);
  const { p: P, q: Q, polynomial: POLYNOMIAL } = matrix.field;
  const flips = k * (Q - 1);
  const reach = checkedReach(name, flips, order, sweep);
  return {
    order,
    reach,
    syndrome,
    checkRows: symbolCheckRows(matrix, rows),
    constants: { ...constants, P, Q, POLYNOMIAL },
    notes: planNotes(constants, "symbol", patternsAtMost(flips, order, reach), `${flips} flips`),
  };
}
