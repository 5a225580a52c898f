import type { CheckCost, Exactness, RuleNotes } from "../rule.ts";

/** The four rules of min-sum: wgsl/binary/rules/two-minima.wgsl. */
const MIN_SUM_COST = {
  formula: "8d",
  operations: (d) => 8 * d,
  kind: "comparison",
  of:
    "for each edge minima, magnitude, comparison, selection and signs; beside these what becomes of the two least " +
    "magnitudes, once a check. int8 does an edge of four frames at once with about 50 integer operations",
} as const satisfies CheckCost;

const MIN_SUM_EXACTNESS = {
  devices: "bit-equal",
  text: "in every number format; an approximation of sum-product",
} as const satisfies Exactness;

/** What the rules of binary codes say of themselves. */
export const BINARY_RULE_NOTES = {
  "sum-product": {
    description: "belief propagation in the logarithmic domain",
    equation: ["R_i = Π_{k≠i} sign(Q_k) · Φ( Σ_{k≠i} Φ(|Q_k|) )", "  Φ(x) = −ln tanh(x/2)"],
    source: "CV-QKD paper, eqs. 4 to 11",
    cost: {
      formula: "2d·Φ + 8d",
      operations: (d) => 10 * d,
      kind: "arithmetic",
      of: "Φ (an exponential and a logarithm), and additions, clamps and sign operations",
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
    advice: [
      {
        wanted: "lowest FER",
        decoder: "sum-product schedule=layered",
        reason:
          "wimax-2304-1152 at 1.5 dB, 25 iterations: FER 1.2e-2, normalised-min-sum 4.9e-2 (ldpc experiment " +
          "layered-iterations)",
      },
    ],
  },
  "min-sum": {
    description: "the least magnitude of the other edges",
    equation: ["R_i = Π_{k≠i} sign(Q_k) · min_{k≠i} |Q_k|"],
    source: "Fossorier, Mihaljević and Imai 1999",
    cost: MIN_SUM_COST,
    exactness: MIN_SUM_EXACTNESS,
    use: "A baseline that needs no channel estimate: scaling all LLRs scales all messages. For use take a corrected form.",
    advice: [],
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
    advice: [
      {
        wanted: "speed, and the same counts on every device",
        decoder: "normalised-min-sum schedule=layered messages=int8",
        reason: "wimax-2304-1152, 10 iterations, on an H200: 27.6 Gbit/s coded (ldpc experiment binary-throughput)",
      },
    ],
  },
  "offset-min-sum": {
    description: "min-sum with an offset taken off magnitudes",
    equation: ["R_i = Π_{k≠i} sign(Q_k) · max( min_{k≠i} |Q_k| − offset, 0 )"],
    source: "Chen and Fossorier 2002",
    cost: MIN_SUM_COST,
    exactness: MIN_SUM_EXACTNESS,
    use: "Where a published decoder has an offset. As fast as normalised-min-sum.",
    advice: [],
  },
  "ratio-sum-product": {
    description: "belief propagation on likelihood ratios, products and quotients: flooding, 10-bit messages",
    equation: [
      "R_i: T/a_i, T = (−1)^s · Π a_k, a = tanh(Q/2)",
      "r = P(0)/P(1) = (1 + a)/(1 − a), R = r_0 · Π r_j",
      "  to check j: a = (R/r_j − 1)/(R/r_j + 1), as sign and 10 bits",
    ],
    source: "Mink and Nakassis 2014, section 3",
    cost: {
      formula: "6d",
      operations: (d) => 6 * d,
      kind: "arithmetic",
      of: "a product, a quotient, a bound, and what reading and rounding a level takes",
    },
    exactness: {
      devices: "tolerance",
      text:
        "quotients differ in their last bits, so a message at the middle between two levels may differ by one; equal bit " +
        "for bit in every layout on one device",
    },
    use:
      "To compare with the paper, as its experiments do (qkd-tables, qkd-memory-layout, qkd-message-bits). It needs neither " +
      "exponentials nor logarithms but for the channel. Flooding only.",
    advice: [
      {
        wanted: "what Mink and Nakassis measured",
        decoder: "ratio-sum-product iterations=31",
        reason: "their arithmetic, their number of iterations",
      },
    ],
  },
  "sionna-5g-min-sum": {
    description: "the 5G decoder of the Sionna tutorial bit for bit: flooding, int8",
    equation: ["R_i = Π_{k≠i} sign(Q_k) · min( ⌊3 · min_{k≠i} |Q_k| / 4⌋, 127 )", "  in integers within ±127"],
    source: "Sionna tutorial on 5G LDPC decoding in CUDA, part 2",
    cost: MIN_SUM_COST,
    exactness: { devices: "bit-equal", text: "integers; the tutorial's decoder bit for bit" },
    use: "To compare with the tutorial. For speed take normalised-min-sum schedule=layered messages=int8.",
    advice: [
      {
        wanted: "the Sionna tutorial's 5G decoder",
        decoder: "sionna-5g-min-sum",
        reason: "its arithmetic bit for bit",
      },
    ],
  },
} as const satisfies Readonly<Record<string, RuleNotes>>;
