import type { CheckCost, Exactness, RuleNotes } from "../check-node-rule.ts";

/** The four rules of min-sum: wgsl/shared/two-minima.wgsl. */
const MIN_SUM_COST = {
  formula: "8d",
  operations: (d) => 8 * d,
  of:
    "for each edge three minima or maxima, two for the sign, a magnitude, a comparison and a selection; beside these " +
    "what becomes of the two minima, once a check; int8 does four frames at once with about 50 integer operations an edge",
} as const satisfies CheckCost;

const MIN_SUM_EXACTNESS = {
  devices: "bit-equal",
  text: "in every number format; an approximation of sum-product",
} as const satisfies Exactness;

/** What the rules of binary codes say of themselves. */
export const BINARY_RULE_NOTES = {
  "sum-product": {
    description: "sum-product (belief propagation) in the logarithmic domain",
    equation: ["R_i = Π_{k≠i} sign(Q_k) · Φ( Σ_{k≠i} Φ(|Q_k|) )", "  Φ(x) = −ln tanh(x/2)"],
    source: "CV-QKD paper, eqs. 4 to 11",
    cost: {
      formula: "2d",
      operations: (d) => 2 * d,
      of: "evaluations of Φ (an exponential and a logarithm each), beside about 8d additions, clamps and sign operations",
    },
    exactness: {
      devices: "tolerance",
      text:
        "posteriors to about 1e-5 of their size after a few iterations with form=safe; belief propagation itself, " +
        "messages at most 16 (doc/decisions/0013-sum-product.md)",
    },
    use:
      "The lowest FER over GF(2), and what most published curves show. Layered, it needs half the iterations of flooding " +
      "(ldpc experiment layered-iterations).",
  },
  "min-sum": {
    description: "min-sum: the least magnitude of the other edges",
    equation: ["R_i = Π_{k≠i} sign(Q_k) · min_{k≠i} |Q_k|"],
    source: "Fossorier, Mihaljević and Imai 1999",
    cost: MIN_SUM_COST,
    exactness: MIN_SUM_EXACTNESS,
    use: "A baseline that needs no channel estimate: scaling all LLRs scales all messages. For use take a corrected form.",
  },
  "normalised-min-sum": {
    description: "min-sum with magnitudes scaled down",
    equation: ["R_i = scale · Π_{k≠i} sign(Q_k) · min_{k≠i} |Q_k|"],
    source: "Chen and Fossorier 2002",
    cost: MIN_SUM_COST,
    exactness: MIN_SUM_EXACTNESS,
    use:
      "The fastest binary decoder here: schedule=layered messages=int8. int8 has no measurable loss against f32 at FER " +
      "5e-2 … 1e-2 on 802.16e (doc/decisions/0014-int8.md).",
  },
  "offset-min-sum": {
    description: "min-sum with an offset taken off magnitudes",
    equation: ["R_i = Π_{k≠i} sign(Q_k) · max( min_{k≠i} |Q_k| − offset, 0 )"],
    source: "Chen and Fossorier 2002",
    cost: MIN_SUM_COST,
    exactness: MIN_SUM_EXACTNESS,
    use: "Where a published decoder has an offset. As fast as normalised-min-sum.",
  },
  "sionna-5g-min-sum": {
    description: "the 5G decoder of the Sionna tutorial bit for bit: flooding, int8",
    equation: ["R_i = Π_{k≠i} sign(Q_k) · min( ⌊3 · min_{k≠i} |Q_k| / 4⌋, 127 )", "  in integers within ±127"],
    source: "Sionna tutorial on 5G LDPC decoding in CUDA, part 2",
    cost: MIN_SUM_COST,
    exactness: { devices: "bit-equal", text: "integers; the tutorial's decoder bit for bit" },
    use: "To compare with the tutorial. For speed take normalised-min-sum schedule=layered messages=int8.",
  },
} as const satisfies Readonly<Record<string, RuleNotes>>;
