import { EXHAUSTIVE_REACH, POSITIONS_MAXIMUM, PREFIXED_MAXIMUM } from "../../../wgsl/osd/index.ts";
import type { ParityCheckMatrix } from "../../code/parity-check-matrix.ts";
import { InputError } from "../../errors.ts";
import type { KernelConstants } from "../../gpu/kernel.ts";
import {
  constantBuffer,
  type DeviceLimits,
  type Dispatch,
  frameBuffer,
  type ProgramBuffer,
  UNUSED_BUFFER,
} from "../../gpu/program.ts";
import { WORKGROUP_SIZE } from "../../gpu/workgroup.ts";
import type { DecoderProgram } from "../decoder-program.ts";
import { interfaceBuffers } from "../skeleton.ts";
import type { DecoderSpec } from "../spec.ts";

// What ordered statistics decoding over GF(2) and over GF(q) share.

/** Invocations of a frame on the CPU engine: the lanes of a WebAssembly SIMD vector. */
const SIMD_INVOCATIONS = 4;

/** The parameters of ordered statistics decoding. */
export interface OsdParameters {
  /** Most positions whose decisions a pattern changes. */
  readonly order: number;
  /** Changes that patterns of two or more changes are among; 0: all. */
  readonly sweep: number;
  /** Whether frames have syndromes. */
  readonly syndrome: boolean;
}

/** The names of a program's buffers that the dispatches read and write. */
interface OsdNames {
  /** LLRs of the channel for the comparison of words. */
  readonly channel: string;
  /** LLRs whose magnitudes order positions and whose signs are flipped. They may be the channel's. */
  readonly ordering: string;
  readonly syndrome: string;
  readonly decision: string;
  readonly unsatisfied: string;
}

/** Ordered statistics decoding of a code on a device. */
export interface OsdStages {
  /** The buffers between the dispatches, and the rows of H. */
  readonly buffers: Readonly<Record<string, ProgramBuffer>>;
  /** From LLRs, and given syndromes, to decisions. */
  dispatches(names: OsdNames): Dispatch[];
  /** Bytes that the row reduction reads and writes in a frame: each elimination all rows. */
  readonly bytes: number;
  /** The choices, in words. */
  readonly notes: readonly string[];
}

/** Flips that patterns of two or more flips are among. @param sweep their number; 0: all. */
function reachOf(flips: number, sweep: number): number {
  return sweep === 0 ? flips : Math.min(sweep, flips);
}

/** Patterns that flip at most `order` of k positions. Two or more flips are among `reach` positions: 1 + k + Σ_{2≤j≤order} C(reach,j). */
function patternsAtMost(k: number, order: number, reach: number): number {
  let sum = order === 0 ? 1 : 1 + k;
  let ofSize = reach;
  for (let j = 2; j <= Math.min(order, reach); j++) {
    ofSize = (ofSize * (reach - j + 1)) / j;
    sum += ofSize;
  }
  return sum;
}

/** Largest number of operations of the search in a frame: n − k sums for each pattern. @param q size of the field. */
export function searchOperations(n: number, k: number, q: number, order: number, sweep = 0): number {
  const flips = k * (q - 1);
  return patternsAtMost(flips, order, reachOf(flips, sweep)) * (n - k);
}

/** The same over GF(q), for the decoder's options. @param basis of `symbol-osd`. */
export function basisOperations(
  n: number,
  k: number,
  q: number,
  { basis, order, sweep = 0 }: Readonly<Record<"basis" | "order" | "sweep", string | number | undefined>>,
): number {
  const p = Math.log2(q);
  return basis === "symbols"
    ? searchOperations(n, k, q, Number(order), Number(sweep))
    : searchOperations(n * p, k * p, 2, Number(order), Number(sweep));
}

/**
 * The rows of H that the device reduces, and the kernels' constants; the dispatches of osd/*, buffers by their lengths, and the plan's words.
 * @param name name of the decoder, for errors.
 */
export function reductionOf(
  name: string,
  matrix: ParityCheckMatrix,
  { order, sweep, syndrome }: OsdParameters,
  { simd }: DeviceLimits,
  { noun, independent }: { readonly noun: string; readonly independent: (matrix: ParityCheckMatrix) => Uint32Array },
) {
  const { columns: N, field } = matrix;
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
  const flips = k * (field.q - 1);
  const REACH = reachOf(flips, sweep);
  if (order > PREFIXED_MAXIMUM && REACH > EXHAUSTIVE_REACH) {
    throw new InputError(
      `${name}: order=${order} among ${REACH} flips has too many patterns: above order ${PREFIXED_MAXIMUM} give a sweep of 2 to ` +
        `${EXHAUSTIVE_REACH} (OSD-E)`,
    );
  }
  // Dependent rows decide whether a given syndrome has a word. Codewords satisfy them in any case.
  const rows = syndrome ? Uint32Array.from({ length: matrix.rows }, (_, m) => m) : spanning;
  const ROWS = rows.length;
  const INVOCATIONS = simd ? SIMD_INVOCATIONS : WORKGROUP_SIZE;
  return {
    rows,
    N,
    ROWS,
    RANK,
    REACH,
    SYNDROME: syndrome ? 1 : 0,
    dispatch: (kernel: string, own: KernelConstants, buffers: readonly string[]): Dispatch => ({
      kernel: `osd/${kernel}`,
      constants: { N, INVOCATIONS, ...own },
      buffers,
      workgroups: 1,
    }),
    notes: (kinds: string) => [
      `${INVOCATIONS} invocations for each frame`,
      `row reduction of ${ROWS} × ${N} ${noun}s, up to ${patternsAtMost(flips, order, REACH)} patterns of ${flips} ${kinds}`,
    ],
  };
}

/** The buffers of stages: rows of H, words of frames by their numbers, and costs. */
export function stageBuffers(
  rows: Uint32Array,
  words: Readonly<Record<string, number>>,
  costs: Readonly<Record<string, number>>,
): Record<string, ProgramBuffer> {
  const of = (type: "u32" | "i32", lengths: Readonly<Record<string, number>>) =>
    Object.entries(lengths).map(([name, length]) => [`osd_${name}`, frameBuffer(type, length)]);
  return { osd_check_rows: constantBuffer(rows), ...Object.fromEntries([...of("u32", words), ...of("i32", costs)]) };
}

/**
 * Ordered statistics decoding as a program of its own: reliabilities and their order, the row reduction of H from the least reliable position on,
 * and the search over patterns of changed positions. It has no iterations.
 * @param llrs of a position.
 */
export function withoutIterations(
  osd: OsdStages,
  input: DecoderProgram["input"],
  llrs: number,
  { columns: N, rows, checkStart }: ParityCheckMatrix,
  spec: DecoderSpec,
  syndrome: boolean,
): DecoderProgram {
  const given = syndrome ? "syndrome" : "unused_syndrome";
  const ordering = "channel_llr";
  const results = { decision: "decision", unsatisfied: "unsatisfied" };
  return {
    input,
    buffers: {
      ...interfaceBuffers(spec, N * llrs, N),
      [given]: syndrome ? frameBuffer("u32", rows) : UNUSED_BUFFER,
      ...osd.buffers,
    },
    start: osd.dispatches({ channel: ordering, ordering, syndrome: given, ...results }),
    iterate: [],
    repeats: 0,
    afterIterations: [],
    plan: osd.notes,
    traffic: { edges: checkStart[rows], bytesPerIteration: osd.bytes },
  };
}
