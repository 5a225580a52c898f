import { EXHAUSTIVE_REACH, POSITIONS_MAXIMUM, PREFIXED_MAXIMUM, rowWords } from "../../../wgsl/osd/index.ts";
import { patternBitRows, rank, reduceBitRows } from "../../code/elimination/elimination.ts";
import type { ParityCheckMatrix } from "../../code/parity-check-matrix.ts";
import { InputError } from "../../errors.ts";
import type { KernelConstants } from "../../gpu/kernel.ts";
import type { DeviceLimits } from "../../gpu/program.ts";
import { WORKGROUP_SIZE } from "../../gpu/workgroup.ts";
import { patternsAtMost, reachOf } from "./patterns.ts";

/** Rows of H that span all its rows: the first rows that are independent of the rows before. */
function independentRows(matrix: ParityCheckMatrix): Uint32Array {
  const { rows, columns, checkStart, variable } = matrix;
  const all = Uint32Array.from({ length: rows }, (_, m) => m);
  if (rank(matrix) === rows) return all;
  // The pivot columns of the transposed matrix.
  const width = Math.ceil(rows / 32);
  const words = new Uint32Array(columns * width);
  for (let m = 0; m < rows; m++) {
    for (let e = checkStart[m]; e < checkStart[m + 1]; e++) words[variable[e] * width + (m >>> 5)] |= 1 << (m & 31);
  }
  return Uint32Array.from(reduceBitRows({ rows: columns, width, words }, all));
}

/** Rows of H for wgsl/osd/reduce: [word][row], bit b of word w is column 32·w + b. */
function checkRows(matrix: ParityCheckMatrix, rows: Uint32Array): Uint32Array {
  const { width, words: all } = patternBitRows(matrix);
  const words = new Uint32Array(rowWords(matrix.columns) * rows.length);
  rows.forEach((m, row) => {
    for (let word = 0; word < width; word++) words[word * rows.length + row] = all[m * width + word];
  });
  return words;
}

/** Invocations of a frame on the CPU engine: the lanes of a WebAssembly SIMD vector. */
const SIMD_INVOCATIONS = 4;
/** Parity positions of each table of wgsl/osd/search. A core's cache holds larger tables, and a larger first table rules out more patterns. */
const TABLE_BITS = 8;
const SIMD_TABLE_BITS = 11;

/** Parameters of a row reduction: most changes of a pattern, and whether frames have syndromes. */
export interface ReductionParameters {
  readonly order: number;
  readonly syndrome: boolean;
}

/**
 * The rows of H that the device reduces, the number k of information positions, and the kernels' constants.
 * @param name name of the decoder, for errors.
 * @param positions their noun, bit or symbol, and rows of H that span all its rows.
 * @throws InputError for more positions than a frame can have, or for an order above k.
 */
export function reductionOf(
  name: string,
  matrix: ParityCheckMatrix,
  { order, syndrome }: ReductionParameters,
  { simd }: DeviceLimits,
  { noun, independent }: { readonly noun: string; readonly independent: (matrix: ParityCheckMatrix) => Uint32Array },
) {
  const { columns: N } = matrix;
  if (N > POSITIONS_MAXIMUM) {
    throw new InputError(
      `${name} takes codes of up to ${POSITIONS_MAXIMUM} ${noun}s, not ${N}: use a decoder with iterations alone`,
    );
  }
  const spanning = independent(matrix);
  const RANK = spanning.length;
  const k = N - RANK;
  if (order > k) {
    const remedy = k === 0 ? "give order=0" : `give an order from 0 to ${k}`;
    throw new InputError(`${name}: order=${order} is above the ${k} information ${noun}s of the code: ${remedy}`);
  }
  // Dependent rows decide whether a given syndrome has a word. Codewords satisfy them in any case.
  const rows = syndrome ? Uint32Array.from({ length: matrix.rows }, (_, m) => m) : spanning;
  const constants = { N, ROWS: rows.length, RANK, INVOCATIONS: simd ? SIMD_INVOCATIONS : WORKGROUP_SIZE };
  return { k, rows, constants };
}

/**
 * Flips that patterns of two or more flips are among.
 * @param flips number of all flips. @param sweep most of them; 0: no limit.
 * @throws InputError for a high order without a short reach.
 */
export function checkedReach(name: string, flips: number, order: number, sweep: number): number {
  const reach = reachOf(flips, sweep);
  if (order > PREFIXED_MAXIMUM && reach > EXHAUSTIVE_REACH) {
    throw new InputError(
      `${name}: order=${order} among ${reach} flips has too many patterns: above order ${PREFIXED_MAXIMUM} give a sweep of 2 to ` +
        `${EXHAUSTIVE_REACH} (OSD-E)`,
    );
  }
  return reach;
}

/** The choices of a plan, in words. @param flips of single positions. */
export function planNotes(
  { N, ROWS, INVOCATIONS }: Readonly<Record<"N" | "ROWS" | "INVOCATIONS", number>>,
  noun: string,
  patterns: number,
  flips: string,
): string[] {
  return [
    `${INVOCATIONS} invocations for each frame`,
    `row reduction of ${ROWS} × ${N} ${noun}s, up to ${patterns} patterns of ${flips}`,
  ];
}

/** Ordered statistics decoding of a code on a device. */
export interface OsdPlan {
  /** Most information positions that a pattern flips. */
  readonly order: number;
  /** Least reliable information positions that patterns of two or more flips are among. */
  readonly reach: number;
  /** Parity positions of each table of the search. */
  readonly tableBits: number;
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
 * order, and as `checkedReach`.
 */
export function osdPlan(
  name: string,
  matrix: ParityCheckMatrix,
  { order, sweep, syndrome }: ReductionParameters & { readonly sweep: number },
  limits: DeviceLimits,
): OsdPlan {
  if (matrix.field.q !== 2) {
    throw new InputError(`${name} decodes codes over GF(2), not GF(${matrix.field.q}): use symbol-osd`);
  }
  const bits = { noun: "bit", independent: independentRows };
  const { k, rows, constants } = reductionOf(name, matrix, { order, syndrome }, limits, bits);
  const reach = checkedReach(name, k, order, sweep);
  return {
    order,
    reach,
    syndrome,
    constants,
    tableBits: limits.simd ? SIMD_TABLE_BITS : TABLE_BITS,
    checkRows: checkRows(matrix, rows),
    notes: planNotes(constants, "bit", patternsAtMost(k, order, reach), `${k} information bits`),
  };
}
