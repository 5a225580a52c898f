import { EXHAUSTIVE_REACH, rowWords } from "../../../wgsl/osd/index.ts";
import { patternBitRows, rank, reduceBitRows } from "../../code/elimination/elimination.ts";
import type { ParityCheckMatrix } from "../../code/parity-check-matrix.ts";
import { InputError } from "../../errors.ts";
import type { DeviceLimits } from "../../gpu/program.ts";
import type { DecoderOptions } from "../option.ts";
import type { CheckNodeRule } from "../rule.ts";
import { optionsOf } from "../spec.ts";
import {
  type OsdParameters,
  type OsdStages,
  reductionOf,
  searchOperations,
  stageBuffers,
  withoutIterations,
} from "./reduction.ts";

/** The order of ordered statistics decoding, and the information bits of patterns with several flips: the combination sweep of Roffe et al. 2020. */
export const OSD_OPTIONS = {
  order: {
    default: 2,
    range: { minimum: 0, maximum: EXHAUSTIVE_REACH, multipleOf: 1 },
    beyond: (order) => `OSD of order ${order} tries more patterns than any code of a useful length allows`,
    description: "most information bits that a pattern flips",
  },
  sweep: {
    default: 0,
    description: "least reliable information bits among which patterns flip two or more; 0: all",
  },
} as const satisfies DecoderOptions;

/** Parity positions of each table of wgsl/osd/search. A core's cache holds larger tables, and a larger first table rules out more patterns. */
const TABLE_BITS = 8;
const SIMD_TABLE_BITS = 11;

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

/** Ordered statistics decoding over GF(2). @param name name of the decoder, for errors. */
export function osdStages(
  name: string,
  matrix: ParityCheckMatrix,
  parameters: OsdParameters,
  limits: DeviceLimits,
): OsdStages {
  if (matrix.field.q !== 2) {
    throw new InputError(`${name} decodes codes over GF(2), not GF(${matrix.field.q}): use symbol-osd`);
  }
  const bits = { noun: "bit", independent: independentRows };
  const { rows, dispatch, notes, SYNDROME, REACH, N, ROWS, RANK } = reductionOf(name, matrix, parameters, limits, bits);
  const sizes = { ROWS, RANK };
  const reliability = (llr: string) => dispatch("reliability", {}, [llr, "osd_reliability"]);
  const words = { reliability: N, order: N, rows: ROWS * rowWords(N), taken: ROWS, basis: N + RANK, places: N };
  const columns = Math.ceil(RANK / 32) * (N - RANK + 1);
  return {
    buffers: stageBuffers(checkRows(matrix, rows), { ...words, columns }, { costs: N }),
    dispatches({ channel, ordering, syndrome, decision, unsatisfied }) {
      const SIGNED = channel === ordering ? 0 : 1;
      const TABLE = { TABLE_BITS: limits.simd ? SIMD_TABLE_BITS : TABLE_BITS };
      return [
        reliability(ordering),
        dispatch("order", {}, ["osd_reliability", "osd_order"]),
        dispatch("reduce", { ...sizes, SYNDROME }, [
          "osd_check_rows",
          syndrome,
          ordering,
          "osd_order",
          "osd_rows",
          "osd_taken",
          "osd_basis",
          unsatisfied,
        ]),
        ...(SIGNED === 1 ? [reliability(channel)] : []),
        dispatch("columns", { ...sizes, SIGNED }, [
          "osd_rows",
          "osd_basis",
          "osd_reliability",
          channel,
          ordering,
          "osd_places",
          "osd_costs",
          "osd_columns",
        ]),
        dispatch("search", { RANK, ORDER: parameters.order, REACH, SIGNED, ...TABLE }, [
          channel,
          ordering,
          "osd_places",
          "osd_costs",
          "osd_columns",
          decision,
        ]),
      ];
    },
    bytes: 8 * RANK * ROWS * rowWords(N),
    notes: notes("information bits"),
  };
}

/** Ordered statistics decoding of binary codes. */
export const osd: CheckNodeRule = {
  description: "ordered statistics decoding: the likeliest word near the most reliable bits",
  equation: [
    "c = argmin Σ_{n: c_n ≠ z_n} |L_n| over the words c of the code with",
    "  |{i ∈ I: c_i ≠ z_i}| ≤ order",
    "  z_n: hard decision of L_n; I: the k most reliable independent bits",
  ],
  source: "Fossorier and Lin 1995",
  claim:
    "Fossorier and Lin 1995: small orders are near maximum likelihood for short codes. Here that holds, by the published error rates of two codes (test/decoder/osd/published.long.node.test.ts).",
  cost: {
    per: "frame",
    formula: "Σ_{j≤order} C(k,j)",
    operations: (n, k, q, { order, sweep }) => searchOperations(n, k, q, Number(order), Number(sweep)),
    of:
      "at most, each with up to n − k sums; patterns are left out whose flipped information bits alone cost more than " +
      "the best word so far",
  },
  exactness: {
    devices: "bit-equal",
    text: "integers; |LLR| cut to 16 bits of a frame's largest, certain bits apart",
  },
  use:
    "Short codes of any structure. It has no iterations, and every decision is a codeword. Time grows with C(k, order) at low " +
    "SNR, since fewer patterns are left out. 5G LDPC (128,64) of order 4 and BCH (63,45) of order 2 have the published error " +
    "rates (test/decoder/osd/published.long.node.test.ts). reprocess=osd suits short codes: of failed frames of sum-product with " +
    "30 iterations, CCSDS (128,64) at 3.0 dB, order 3 by the channel leaves 4 of 16,384 frames wrong, eqml with 5 stages 120; of " +
    "wimax-576-288 at 2.0 dB, order 2 leaves 77 of 8,192, eqml 27 (experiments/results/osd/short-codes-cpu.csv).",
  advice: [
    {
      wanted: "lowest FER of codes of up to about 64 information bits",
      decoder: "osd order=4",
      reason: "near maximum likelihood for about 64 information bits, whatever the structure of the code",
    },
  ],
  input: "bit",
  iterates: false,
  options: OSD_OPTIONS,
  decoder({ matrix }, spec, limits, { syndrome = false } = {}) {
    const stages = osdStages(spec.rule, matrix, { ...optionsOf(OSD_OPTIONS, spec), syndrome }, limits);
    return withoutIterations(stages, "bit", 1, matrix, spec, syndrome);
  },
};
