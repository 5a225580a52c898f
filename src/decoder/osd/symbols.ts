import { symbolRowWords } from "../../../wgsl/osd/index.ts";
import { Echelon, rank } from "../../code/elimination/elimination.ts";
import { binaryImage, denseRow, type ParityCheckMatrix } from "../../code/parity-check-matrix.ts";
import { type DeviceLimits, type Dispatch, frameBuffer } from "../../gpu/program.ts";
import { WORKGROUP_SIZE } from "../../gpu/workgroup.ts";
import type { DecoderOptions } from "../option.ts";
import type { CheckNodeRule } from "../rule.ts";
import { optionsOf } from "../spec.ts";
import { OSD_OPTIONS, osd, osdStages } from "./bits.ts";
import {
  basisOperations,
  type OsdParameters,
  type OsdStages,
  reductionOf,
  stageBuffers,
  withoutIterations,
} from "./reduction.ts";

export const SYMBOL_OSD_OPTIONS = {
  basis: {
    default: "bits",
    choices: ["bits", "symbols"],
    description:
      "patterns change bits of the binary image, compared by LLRs of bits, or whole symbols, for channels of symbols",
  },
  order: { ...OSD_OPTIONS.order, description: "most information bits, or symbols, that a pattern changes" },
  sweep: {
    ...OSD_OPTIONS.sweep,
    description:
      "most information bits, or changes of symbols, among which patterns make two or more changes, the likeliest first; 0: all",
  },
} as const satisfies DecoderOptions;

/** Rows of H over GF(q) that span all its rows: the first rows that are independent of the rows before. */
function independentRows(matrix: ParityCheckMatrix): Uint32Array {
  const { field, rows } = matrix;
  const all = Uint32Array.from({ length: rows }, (_, m) => m);
  if (rank(matrix) === rows) return all;
  const span = new Echelon(field);
  return all.filter((m) => span.add(denseRow(matrix, m)));
}

/** Rows of H for wgsl/osd/symbols/reduce: [word][row], byte b of word w is column 4·w + b. */
function checkRows(matrix: ParityCheckMatrix, rows: Uint32Array): Uint32Array {
  const { checkStart, variable, value } = matrix;
  const words = new Uint32Array(symbolRowWords(matrix.columns) * rows.length);
  rows.forEach((m, row) => {
    for (let e = checkStart[m]; e < checkStart[m + 1]; e++) {
      words[(variable[e] >>> 2) * rows.length + row] |= value[e] << (8 * (variable[e] & 3));
    }
  });
  return words;
}

/** Ordered statistics decoding by whole symbols. */
function stagesOfSymbols(
  name: string,
  matrix: ParityCheckMatrix,
  parameters: OsdParameters,
  limits: DeviceLimits,
): OsdStages {
  const symbols = { noun: "symbol", independent: independentRows };
  const reduction = reductionOf(name, matrix, parameters, limits, symbols);
  const { rows, dispatch, notes, SYNDROME, REACH, N, ROWS, RANK } = reduction;
  const { p: P, q: Q, polynomial: POLYNOMIAL } = matrix.field;
  const sizes = { P, POLYNOMIAL, ROWS, RANK };
  const costs = (llr: string, COSTS: number) =>
    dispatch("symbols/costs", { Q, COSTS }, [llr, "osd_costs", "osd_likeliest", "osd_reliability"]);
  // A code of rate 0 has no flip.
  const flips = Math.max(1, (N - RANK) * (Q - 1));
  const words = { likeliest: N, reliability: N, order: N, rows: ROWS * symbolRowWords(N), taken: ROWS };
  const columns = Math.ceil(RANK / 4) * (N - RANK + 1);
  return {
    buffers: stageBuffers(
      checkRows(matrix, rows),
      { ...words, basis: N + 2 * RANK, places: N, columns, sorted: flips, flips },
      { costs: N * Q, flip_costs: flips },
    ),
    dispatches: ({ channel, ordering, syndrome, decision, unsatisfied }) => [
      costs(channel, 1),
      ...(ordering === channel ? [] : [costs(ordering, 0)]),
      dispatch("order", {}, ["osd_reliability", "osd_order"]),
      dispatch("symbols/reduce", { ...sizes, SYNDROME }, [
        ...[
          "osd_check_rows",
          syndrome,
          "osd_likeliest",
          "osd_order",
          "osd_rows",
          "osd_taken",
          "osd_basis",
          unsatisfied,
        ],
      ]),
      dispatch("symbols/columns", sizes, ["osd_rows", "osd_basis", "osd_places", "osd_columns"]),
      dispatch("symbols/flips", { P, Q, RANK }, [
        "osd_basis",
        "osd_costs",
        "osd_likeliest",
        "osd_sorted",
        "osd_flips",
        "osd_flip_costs",
      ]),
      dispatch("symbols/search", { P, Q, POLYNOMIAL, RANK, ORDER: parameters.order, REACH }, [
        "osd_costs",
        "osd_likeliest",
        "osd_places",
        "osd_columns",
        "osd_flips",
        "osd_flip_costs",
        decision,
      ]),
    ],
    bytes: 8 * RANK * ROWS * symbolRowWords(N),
    notes: notes("flips"),
  };
}

/**
 * Ordered statistics decoding of a code over GF(q), in either basis, from symbol LLRs and syndromes of symbols to decisions of symbols.
 * @param name name of the decoder, for errors.
 */
export function symbolOsdStages(
  name: string,
  matrix: ParityCheckMatrix,
  { basis, ...parameters }: OsdParameters & { readonly basis: "bits" | "symbols" },
  limits: DeviceLimits,
): OsdStages {
  if (basis === "symbols") return stagesOfSymbols(name, matrix, parameters, limits);
  const { columns: N, rows: M, field } = matrix;
  const { p: P, q: Q } = field;
  const image = osdStages(name, binaryImage(matrix), parameters, limits);
  const elements = (kernel: string, count: number, constants: Dispatch["constants"], buffers: readonly string[]) => ({
    kernel: `osd/symbols/${kernel}`,
    constants: { P, ...constants },
    buffers,
    workgroups: Math.ceil(count / WORKGROUP_SIZE),
  });
  const split = (from: string, to: string) => elements("split-llr", N * P, { N, Q }, [from, to]);
  return {
    buffers: {
      ...image.buffers,
      osd_bit_llr: frameBuffer("f32", N * P),
      osd_bit_ordering: frameBuffer("f32", N * P),
      osd_bit_decision: frameBuffer("u32", N * P),
      ...(parameters.syndrome ? { osd_bit_syndrome: frameBuffer("u32", M * P) } : {}),
    },
    dispatches({ channel, ordering, syndrome, decision, unsatisfied }) {
      const isOne = channel === ordering;
      return [
        split(channel, "osd_bit_llr"),
        ...(isOne ? [] : [split(ordering, "osd_bit_ordering")]),
        ...(parameters.syndrome ? [elements("split", M * P, { LENGTH: M }, [syndrome, "osd_bit_syndrome"])] : []),
        ...image.dispatches({
          channel: "osd_bit_llr",
          ordering: isOne ? "osd_bit_llr" : "osd_bit_ordering",
          syndrome: parameters.syndrome ? "osd_bit_syndrome" : syndrome,
          decision: "osd_bit_decision",
          unsatisfied,
        }),
        elements("join", N, { LENGTH: N }, ["osd_bit_decision", decision]),
      ];
    },
    bytes: image.bytes,
    notes: ["by the bits of symbols", ...image.notes],
  };
}

/** Ordered statistics decoding of codes over GF(q). */
const symbolOsd: CheckNodeRule = {
  description: "ordered statistics decoding over GF(q), by bits of symbols or whole symbols",
  equation: [
    "symbols: c = argmin Σ_n L_n(c_n) over the words c of the code with",
    "  |{i ∈ I: c_i ≠ z_i}| ≤ order",
    "  z_n: likeliest symbol of L_n",
    "  I: the k independent positions of largest min_{a ≠ z_n} L_n(a)",
    "bits: osd of the binary image with L = least L_n(a) of an a with this",
    "  bit 1 − least of an a with bit 0",
  ],
  source: "Fossorier and Lin 1995, over GF(q) with all other symbols of a position as its flips",
  claim:
    "Fossorier and Lin 1995, for binary codes: small orders are near maximum likelihood. Here that holds over GF(q) with lists of bits, and not with lists of symbols (experiments/results/osd/list-sizes-cpu.json).",
  cost: {
    per: "frame",
    formula: "Σ_{j≤order} C(k·log2(q),j)",
    operations: (n, k, q, { basis, order, sweep }) => basisOperations(n, k, q, { basis, order, sweep }),
    of:
      "at most, basis=symbols C(k,j)·(q − 1)^j, each with up to n − k sums; patterns are left out whose flipped positions alone cost " +
      "more than the best word so far",
  },
  exactness: {
    devices: "bit-equal",
    text: "integers; LLRs cut to 16 bits of a frame's largest, certain symbols apart",
  },
  use:
    "Short codes of any structure over GF(q). It has no iterations, and every decision is a codeword. Of a (16,8) code over GF(256) at " +
    "3.0 dB, basis=bits order=4 leaves 18 of 32,768 frames wrong, 17 of them likelier than the word sent; of 262,144 frames qspa with 50 " +
    "iterations leaves 1,075, with reprocess=osd 284 by order 2 and 101 by order 4, and 1,057 by osd-basis=symbols osd-order=2: where " +
    "bits are sent one by one, few symbols are right in all bits. No list of the 2,081 words of order 2 is near maximum likelihood there: " +
    "the words of least cost miss 860, and 602,897 of them miss 4 (experiments/results/osd/list-sizes-cpu.json). Of nb620-gf32 at 3.0 dB, min-max leaves 2.3e-3, with osd-basis=symbols " +
    "osd-order=1 osd-from=posterior 9.1e-4 (experiments/results/osd/symbols-h100.csv; the code is ldpc code construct --family peg --q 256 " +
    "--n 16 --degrees 2,4).",
  advice: [
    {
      wanted: "lowest FER of codes over GF(q) of up to about 64 information bits",
      decoder: "symbol-osd order=4",
      reason: "near maximum likelihood for about 64 information bits",
    },
  ],
  input: "symbol",
  iterates: false,
  options: SYMBOL_OSD_OPTIONS,
  decoder({ matrix }, spec, limits, { syndrome = false } = {}) {
    const stages = symbolOsdStages(spec.rule, matrix, { ...optionsOf(SYMBOL_OSD_OPTIONS, spec), syndrome }, limits);
    return withoutIterations(stages, "symbol", matrix.field.q, matrix, spec, syndrome);
  },
};

/** Ordered statistics decoding of binary codes, and of codes over GF(q). */
export const osdRules: Readonly<Record<string, CheckNodeRule>> = { osd, "symbol-osd": symbolOsd };
