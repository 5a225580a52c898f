import type { ParityCheckMatrix } from "../../../code/parity-check-matrix.ts";
import type { KernelConstants } from "../../../gpu/kernel.ts";
import type { DeviceLimits } from "../../../gpu/program.ts";
import { patternsAtMost } from "../patterns.ts";
import { checkedReach, planNotes, type ReductionParameters, reductionOf } from "../plan.ts";
import { independentSymbolRows, symbolCheckRows } from "./check-rows.ts";

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
