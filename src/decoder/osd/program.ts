import { POSITIONS_MAXIMUM } from "../../../wgsl/osd/certain.ts";
import { rowWords } from "../../../wgsl/osd/reduce.ts";
import type { ParityCheckMatrix } from "../../code/parity-check-matrix.ts";
import { InputError } from "../../errors.ts";
import { constantBuffer, type DeviceLimits, frameBuffer, UNUSED_BUFFER } from "../../gpu/program.ts";
import { WORKGROUP_SIZE } from "../../gpu/workgroup.ts";
import type { DecoderProgram } from "../decoder-program.ts";
import type { DecodableCode, DecoderRequest } from "../rule.ts";
import { interfaceBuffers } from "../skeleton.ts";
import type { DecoderSpec } from "../spec.ts";
import { checkRows, independentRows } from "./check-rows.ts";
import { osdBuffers, osdDispatches } from "./dispatches.ts";

/** Invocations of a frame in the CPU engine: a vector of WebAssembly SIMD. */
const SIMD_INVOCATIONS = 4;

/**
 * Ordered statistics decoding as a program: reliabilities and their order, the row reduction of H from the least reliable position on,
 * and the search over patterns of flipped information positions. It has no iterations.
 * @param order most information positions that a pattern flips.
 * @throws InputError for a code over another field, of more positions than a frame has room for, or of fewer information bits than the
 * order.
 */
export function osdProgram(
  order: number,
  { matrix }: DecodableCode,
  spec: DecoderSpec,
  limits: DeviceLimits,
  { syndrome = false }: DecoderRequest = {},
): DecoderProgram {
  requireFit(spec, matrix);
  const independent = independentRows(matrix);
  const rank = independent.length;
  const { columns: n } = matrix;
  const k = n - rank;
  if (order > k) {
    const least = k === 0 ? "give order=0" : `give an order from 0 to ${k}`;
    throw new InputError(`${spec.rule}: order=${order} is above the ${k} information bits of the code: ${least}`);
  }
  // Dependent rows decide whether any word has a given syndrome; codewords satisfy them anyway.
  const rows = syndrome ? Uint32Array.from({ length: matrix.rows }, (_, m) => m) : independent;
  const INVOCATIONS = limits.simd ? SIMD_INVOCATIONS : WORKGROUP_SIZE;
  const constants = { N: n, ROWS: rows.length, RANK: rank, INVOCATIONS };
  return {
    input: "bit",
    buffers: {
      ...interfaceBuffers(spec, n, n),
      ...(syndrome ? { syndrome: frameBuffer("u32", matrix.rows) } : { unused_syndrome: UNUSED_BUFFER }),
      check_rows: constantBuffer(checkRows(matrix, rows)),
      ...osdBuffers(n, rows.length, rank),
    },
    start: osdDispatches({ constants, order, syndrome }),
    iterate: [],
    repeats: 0,
    afterIterations: [],
    plan: [
      `${INVOCATIONS} invocations for each frame`,
      `row reduction of ${rows.length} × ${n} bits, up to ${patterns(k, order)} patterns of ${k} information bits`,
    ],
    // Each elimination reads and writes all rows.
    traffic: { edges: matrix.checkStart[matrix.rows], bytesPerIteration: 8 * rank * rows.length * rowWords(n) },
  };
}

function requireFit({ rule }: DecoderSpec, { field, columns }: ParityCheckMatrix): void {
  if (field.q !== 2) {
    throw new InputError(`${rule} decodes codes over GF(2), not GF(${field.q}): use min-max`);
  }
  if (columns > POSITIONS_MAXIMUM) {
    throw new InputError(
      `${rule} takes codes of up to ${POSITIONS_MAXIMUM} bits, not ${columns}: use a decoder with iterations`,
    );
  }
}

/** Patterns of at most `order` of k positions. */
function patterns(k: number, order: number): number {
  let [all, ofSize] = [1, 1];
  for (let j = 1; j <= order; j++) {
    ofSize = (ofSize * (k - j + 1)) / j;
    all += ofSize;
  }
  return all;
}
