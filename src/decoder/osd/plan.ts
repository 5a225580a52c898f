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
  { simd }: DeviceLimits,
): OsdPlan {
  requireFit(name, matrix);
  const independent = independentRows(matrix);
  const { columns: N } = matrix;
  const RANK = independent.length;
  const k = N - RANK;
  if (order > k) {
    const remedy = k === 0 ? "give order=0" : `give an order from 0 to ${k}`;
    throw new InputError(`${name}: order=${order} is above the ${k} information bits of the code: ${remedy}`);
  }
  // Dependent rows decide whether a given syndrome has a word. Codewords satisfy them in any case.
  const rows = syndrome ? Uint32Array.from({ length: matrix.rows }, (_, m) => m) : independent;
  const reach = reachOf(k, sweep);
  const INVOCATIONS = simd ? SIMD_INVOCATIONS : WORKGROUP_SIZE;
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

function requireFit(name: string, { field, columns }: ParityCheckMatrix): void {
  if (field.q !== 2) {
    throw new InputError(`${name} decodes codes over GF(2), not GF(${field.q}): use min-max`);
  }
  if (columns > POSITIONS_MAXIMUM) {
    throw new InputError(
      `${name} takes codes of up to ${POSITIONS_MAXIMUM} bits, not ${columns}: use a decoder with iterations alone`,
    );
  }
}
