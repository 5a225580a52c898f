import type { ParityCheckMatrix } from "../../../code/parity-check-matrix.ts";
import type { KernelConstants } from "../../../gpu/kernel.ts";
import type { DeviceLimits } from "../../../gpu/program.ts";
import { patternsAtMost, reachOf } from "../patterns.ts";
import { frameInvocations, requireOrder, requirePositions } from "../plan.ts";
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
 * @throws InputError for a code with more positions than a frame can have, or with fewer information symbols than the order.
 */
export function symbolOsdPlan(
  name: string,
  matrix: ParityCheckMatrix,
  { order, sweep, syndrome }: Pick<SymbolOsdPlan, "order" | "syndrome"> & { readonly sweep: number },
  limits: DeviceLimits,
): SymbolOsdPlan {
  requirePositions(name, matrix, "symbol");
  const independent = independentSymbolRows(matrix);
  const { columns: N, field } = matrix;
  const RANK = independent.length;
  const k = N - RANK;
  requireOrder(name, order, k, "symbol");
  // Dependent rows decide whether a given syndrome has a word. Codewords satisfy them in any case.
  const rows = syndrome ? Uint32Array.from({ length: matrix.rows }, (_, m) => m) : independent;
  const flips = k * (field.q - 1);
  const reach = reachOf(flips, sweep);
  const INVOCATIONS = frameInvocations(limits);
  return {
    order,
    reach,
    syndrome,
    checkRows: symbolCheckRows(matrix, rows),
    constants: { N, P: field.p, Q: field.q, POLYNOMIAL: field.polynomial, ROWS: rows.length, RANK, INVOCATIONS },
    notes: [
      `${INVOCATIONS} invocations for each frame`,
      `row reduction of ${rows.length} × ${N} symbols, up to ${patternsAtMost(flips, order, reach)} patterns of ${flips} flips`,
    ],
  };
}
