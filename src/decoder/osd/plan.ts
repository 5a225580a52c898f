import { POSITIONS_MAXIMUM } from "../../../wgsl/osd/certain.ts";
import type { ParityCheckMatrix } from "../../code/parity-check-matrix.ts";
import { InputError } from "../../errors.ts";
import type { KernelConstants } from "../../gpu/kernel.ts";
import type { DeviceLimits } from "../../gpu/program.ts";
import { WORKGROUP_SIZE } from "../../gpu/workgroup.ts";
import { checkRows, independentRows } from "./check-rows.ts";
import { patternsAtMost, reachOf } from "./patterns.ts";

/** Invocations of a frame on the CPU engine: the lanes of a WebAssembly SIMD vector. */
const SIMD_INVOCATIONS = 4;

/** Invocations of a frame. */
export function frameInvocations({ simd }: DeviceLimits): number {
  return simd ? SIMD_INVOCATIONS : WORKGROUP_SIZE;
}

/** @throws InputError for an order above the number of information symbols. @param noun of a symbol: bit or symbol. */
export function requireOrder(name: string, order: number, k: number, noun: string): void {
  if (order <= k) return;
  const remedy = k === 0 ? "give order=0" : `give an order from 0 to ${k}`;
  throw new InputError(`${name}: order=${order} is above the ${k} information ${noun}s of the code: ${remedy}`);
}

/** @throws InputError for more positions than a frame can have. @param noun of a position: bit or symbol. */
export function requirePositions(name: string, { columns }: ParityCheckMatrix, noun: string): void {
  if (columns <= POSITIONS_MAXIMUM) return;
  throw new InputError(
    `${name} takes codes of up to ${POSITIONS_MAXIMUM} ${noun}s, not ${columns}: use a decoder with iterations alone`,
  );
}

/** Ordered statistics decoding of a code on a device. */
export interface OsdPlan {
  /** Most information positions that a pattern flips. */
  readonly order: number;
  /** Least reliable information positions that patterns of two or more flips are among. */
  readonly reach: number;
  /** Whether frames have syndromes. */
  readonly syndrome: boolean;
  /** Rows of H in the layout of wgsl/osd/reduce. */
  readonly checkRows: Uint32Array;
  readonly constants: KernelConstants & Readonly<Record<"N" | "ROWS" | "RANK" | "INVOCATIONS", number>>;
  /** The choices, in words. */
  readonly notes: readonly string[];
}

/**
 * The plan for a code.
 * @param name name of the decoder, for errors.
 * @param options sweep: the reach if the code has more information positions; 0: no limit.
 * @throws InputError for a code over another field, with more positions than a frame can have, or with fewer information bits than the
 * order.
 */
export function osdPlan(
  name: string,
  matrix: ParityCheckMatrix,
  { order, sweep, syndrome }: Pick<OsdPlan, "order" | "syndrome"> & { readonly sweep: number },
  limits: DeviceLimits,
): OsdPlan {
  if (matrix.field.q !== 2) {
    throw new InputError(`${name} decodes codes over GF(2), not GF(${matrix.field.q}): use symbol-osd`);
  }
  requirePositions(name, matrix, "bit");
  const independent = independentRows(matrix);
  const { columns: N } = matrix;
  const RANK = independent.length;
  const k = N - RANK;
  requireOrder(name, order, k, "bit");
  // Dependent rows decide whether a given syndrome has a word. Codewords satisfy them in any case.
  const rows = syndrome ? Uint32Array.from({ length: matrix.rows }, (_, m) => m) : independent;
  const reach = reachOf(k, sweep);
  const INVOCATIONS = frameInvocations(limits);
  return {
    order,
    reach,
    syndrome,
    checkRows: checkRows(matrix, rows),
    constants: { N, ROWS: rows.length, RANK, INVOCATIONS },
    notes: [
      `${INVOCATIONS} invocations for each frame`,
      `row reduction of ${rows.length} × ${N} bits, up to ${patternsAtMost(k, order, reach)} patterns of ${k} information bits`,
    ],
  };
}
