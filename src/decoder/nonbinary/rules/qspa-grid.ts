import { storages } from "../../../../wgsl/nonbinary/formats/index.ts";
import { type DecoderOptions, llrClip } from "../../option.ts";
import { ORDER, SCHEDULE } from "../../order.ts";
import type { CheckNodeRule } from "../../rule.ts";
import { optionsOf } from "../../spec.ts";
import { bitsOf } from "../../step.ts";
import { isPlain, symbolNodeRules } from "../nodes.ts";
import { frameProgram } from "../program.ts";
import { packedOnGrid, spreadTransforms } from "../spread.ts";
import { tileConstants, vectorParts } from "../vectors.ts";
import { transformLengths, transformTile } from "./qspa.ts";

const OPTIONS = {
  schedule: SCHEDULE,
  order: ORDER,
  "llr-clip": llrClip(15),
} as const satisfies DecoderOptions;

/** Bits of the grid at most: a finer one gains nothing that was measured. */
const GRID_BITS = 18;
/** Logarithm of the largest sum of a transform in steps, which f32 still has exactly. */
const SUM_BITS = 23;
/** The channel's probabilities end at e^-40, which products of 12 bits hold beside messages. */
const LARGEST_LLR = 40;
/** Messages and channel values of 16 bits end at 2^-31. */
const PACKED_LLR = 21;

export const qspaGrid: CheckNodeRule = {
  description: "sum-product over GF(q) by Walsh-Hadamard transforms on a grid, the same bits on every device",
  equation: [
    "R_i = W⁻¹( Π_{k≠i} W Q_k )",
    "  Q_k over x = h_k·a on a grid of 2^−g, g ≤ 18, g ≤ 23 − log2(q);",
    "  W Q_k, each product and R_i in 12 significant bits",
  ],
  source: "Barnault and Declercq 2003",
  claim:
    "Barnault and Declercq 2003: the transform computes the sums of belief propagation itself. Here numbers of 12 bits on a grid lose nothing that was measured: on nb620-gf32 at 2.3 dB, 10 iterations, 150 of 4,096 frames fail (14 undetected), with qspa 144 (14) (experiments/results/cpu/claims.csv).",
  cost: {
    formula: "d·q·(2·log2(q) + 14)",
    operations: (d, q) => d * q * (2 * Math.log2(q) + 14),
    kind: "arithmetic",
    of: "additions and multiplications, of two transforms for each edge, the products before and after it, scales and roundings by bits",
  },
  exactness: {
    devices: "bit-equal",
    text: "every operation of f32 numbers is exact; belief propagation itself but for 12 bits and messages of at least 2^−g",
  },
  use:
    "The FER of qspa where counts must be the same on every device. On a CPU it takes longer than qspa (nb620-gf32); with " +
    "schedule=flooding a GPU spreads a vector over invocations, as with qspa, where its checks are not too large: nb620-gf32 at 1,210 Mbit/s on an H200 without early termination, " +
    "1.12 times as fast as qspa and 0.79 times as fast as qspa messages=bf16 beside it, beidou-200-100-gf64 at 1,048, 1.18 and 0.75 times (experiments/results/nonbinary/qspa-grid-h200.json). Of the rules of variables and edges it has variable=joint alone: the exponentials and logarithms of the others differ between devices.",
  advice: [
    {
      wanted: "the FER of sum-product over GF(q), and the same counts on every device",
      decoder: "qspa-grid",
      reason:
        "nb620-gf32 at 2.3 dB, 10 iterations: 150 of 4,096 frames fail, with qspa 144 (experiments/results/cpu/claims.csv)",
    },
  ],
  input: "symbol",
  options: OPTIONS,
  decoder(code, spec, limits, request = {}) {
    const { q, p } = code.matrix.field;
    const { "llr-clip": clip, schedule } = optionsOf(OPTIONS, spec);
    const tile = transformTile(q, limits);
    const bits = Math.min(GRID_BITS, SUM_BITS - p);
    const packed =
      isPlain(symbolNodeRules(spec)) && request.soft !== true && clip <= PACKED_LLR
        ? packedOnGrid(code.matrix, limits)
        : undefined;
    const spread =
      schedule === "flooding" ? (packed ?? spreadTransforms(code.matrix, limits, "single", true)) : undefined;
    const isPacked = packed !== undefined && spread === packed;
    const arithmetic = {
      ...vectorParts(code.matrix, isPacked ? storages.gridPairs : storages.f32, limits, "grid"),
      check: "nonbinary/rules/qspa-grid",
      checkLists: transformLengths(q, tile, limits),
      notes: [`an invocation for a check of one frame, transforms of ${tile} on a grid of 2^-${bits}`],
      ...spread,
      checkConstants: spread?.checkConstants ?? tileConstants(q, tile, limits),
      formatConstants: { LLR_CLIP_BITS: bitsOf(Math.min(clip, LARGEST_LLR)), GRID_BITS: bits },
    };
    return frameProgram(code, spec, limits, arithmetic, request);
  },
};
