import type { RuleNotes } from "./rule.ts";

/** What the rules over GF(q) say of themselves; a line of the table of rules takes its notes with `...RULE_NOTES[name]`. */
export const RULE_NOTES = {
  "min-max": {
    description: "minima of maxima by the forward-backward algorithm",
    equation: ["R_i(a) = min max_{k≠i} Q_k(a_k)", "  over the a_k, k ≠ i, that satisfy the check with a_i = a"],
    source: "Savin 2008; Declercq and Fossorier 2007; nonbinary paper, Algorithms 1 and 2",
    cost: {
      formula: "6(d − 2)·q²",
      operations: (d, q, { messages }) => 6 * (d - 2) * q ** 2 * shareOfLevels(messages),
      kind: "comparison",
      of: "minima and maxima, of 3(d − 2) elementary steps with q² pairs each",
    },
    exactness: {
      devices: "bit-equal",
      text: "additions, minima and maxima in a fixed order; an approximation of q-ary sum-product",
    },
    use:
      "What the nonbinary paper and hardware designers use. Runs that must count the same on every device. At FER 1e-2 on " +
      "nb620-gf32 messages=f16 loses nothing against f32, levels32 step=0.25 0.02 dB, levels16 step=0.5 0.04 dB and levels8 " +
      "step=1 0.12 dB (doc/papers/level-sliced-min-max.md).",
    advice: [
      {
        wanted: "the same counts on every device; the nonbinary paper's decoder",
        decoder: "min-max",
        reason: "minima and maxima only",
      },
      {
        wanted: "speed with Min-Max, on software devices too",
        decoder: "min-max messages=levels16 step=0.5",
        reason: "logic operations for 2 to 32 frames at once; 0.04 dB from f32 at FER 1e-2 on nb620-gf32",
      },
    ],
  },
  qspa: {
    description: "sum-product over GF(q) by Walsh-Hadamard transforms, in the probability domain",
    equation: ["R_i = W⁻¹( Π_{k≠i} W Q_k )", "  Q_k over x = h_k·a, W the Walsh-Hadamard transform over GF(q)"],
    source: "Barnault and Declercq 2003",
    cost: {
      formula: "d·q·(2·log2(q) + 5)",
      operations: (d, q) => d * q * (2 * Math.log2(q) + 5),
      kind: "arithmetic",
      of: "additions and multiplications, of two transforms for each edge, the products before and after it, normalisation",
    },
    exactness: {
      devices: "tolerance",
      text:
        "LLR differences to about 1e-3 of their size, except near the bound of the messages; belief propagation " +
        "itself, no approximation but f32 or bf16 and that bound",
    },
    use:
      "The lowest FER over GF(q), in fewer operations than min-max: the first choice, unless counts must be the same on " +
      "every device. FER 1e-2 takes 0.22 dB less than min-max on nb620-gf32-best (2.27 dB, 10 iterations), 0.12 dB less on " +
      "nb620-gf32, whose words of low weight hold every decoder up; on beidou-88-44-gf64 at 2 dB, 50 iterations, FER is " +
      "1.6e-3, min-max 1.8e-2 (ldpc experiment nonbinary-fer). messages=bf16 loses nothing that was measured.",
    advice: [
      {
        wanted: "lowest FER",
        decoder: "qspa",
        reason:
          "0.22 dB better than min-max at FER 1e-2 on nb620-gf32-best, and fast as well: 2,880 operations a check at d = 6, " +
          "q = 32; min-max 24,576",
      },
    ],
  },
  ems: {
    description: "extended min-sum: minima of sums of the nm most reliable symbols of each message",
    equation: [
      "R_i(a) = min Σ_{k≠i} Q_k(a_k), a_k among the nm least of Q_k",
      "  over the a_k, k ≠ i, that satisfy the check with a_i = a;",
      "  each forward-backward step keeps its nm least;",
      "  absent symbols: the largest present + offset",
    ],
    source: "Declercq and Fossorier 2007; Voicila et al. 2010",
    cost: {
      formula: "6(d − 2)·q²",
      operations: (d, q) => 6 * (d - 2) * q ** 2,
      kind: "comparison",
      of: "additions and minima on full vectors, as a GPU does them; beside these, 4d − 6 vectors are cut to their nm least",
    },
    exactness: {
      devices: "bit-equal",
      text: "additions, minima and comparisons in a fixed order; an approximation of q-ary sum-product",
    },
    use:
      "To study what hardware with short messages loses. On a GPU it does the work of min-max and the truncation beside " +
      "it.",
    advice: [
      { wanted: "messages of few symbols, as in hardware", decoder: "ems", reason: "truncation after every step" },
    ],
  },
  "trellis-min-max": {
    description: "Min-Max of deviations from the most likely symbols, at most two at a time",
    equation: [
      "ΔQ_i(η) = Q_i(η ⊕ z_i), z_i = argmin Q_i over x = h_i·a,",
      "  β = s ⊕ ⨁ z_i",
      "E(a) = min of the larger ΔQ, over one or two edges",
      "  whose deviations add up to a",
      "ΔR_i(a) = E(a) where edge i is not among them,",
      "  else the least ΔQ_k(a), k ≠ i",
      "R_i(x) = scale · ΔR_i(x ⊕ β ⊕ z_i)",
    ],
    source: "Lacruz, García-Herrero, Declercq and Valls 2015; Li, Declercq and Gunnam 2013 (trellis EMS)",
    cost: {
      formula: "q² + 6·d·q",
      operations: (d, q, { messages }) => (q ** 2 + 6 * d * q) * shareOfSlices(messages),
      kind: "comparison",
      of: "minima, maxima and comparisons, about, of pairs of deviations and of two minima over the edges for each symbol",
    },
    exactness: {
      devices: "bit-equal",
      text: "minima, maxima and a product by sixteenths; an approximation of min-max",
    },
    use:
      "Checks of high degree. On nb837-gf32 (degree 27, 10 iterations) FER 1e-2 takes 4.14 dB, min-max 4.05 dB, and an H200 does " +
      "it 2.5 times as fast in f32, 3.1 times in f16 and 9.9 times with messages=levels32 step=0.5, which computes bit by bit for " +
      "32 frames at once. Of levels the range counts, (levels − 1)·step·scale for each check: with messages=levels32 step=0.25 FER " +
      "stays above 5e-3. With scale=0.5 it takes 4.18 dB; larger scales are worse, at 4.2 dB FER " +
      "4.1e-2 with 0.625 and 1.9e-1 with 0.75 (ldpc experiment nonbinary-fer). At degrees of 4 to 6 two deviations are " +
      "too few for full accuracy.",
    advice: [
      {
        wanted: "speed at high check degrees, with messages near min-max's",
        decoder: "trellis-min-max messages=levels32 step=0.5",
        reason: "6,208 operations a check at d = 27, q = 32, for 32 frames at once; min-max 153,600, qspa 12,960",
      },
    ],
  },
  "isrb-mlgd": {
    description: "iterative soft-reliability-based majority-logic decoding",
    equation: [
      "σ_{i,j} = (s_i ⊕ Σ_{j'≠j} h_{i,j'}·z_{j'}) / h_{i,j}",
      "R_j(a) ← R_j(a) + Σ_{i: σ_{i,j} = a} φ_{i,j}, z_j = argmax R_j",
      "  φ_{i,j}: least channel reliability of the check's other variables",
    ],
    source: "Chen, Huang, Chao and Lin 2010",
    cost: {
      formula: "4d",
      operations: (d) => 4 * d,
      kind: "comparison",
      of: "on integers, for each edge a product and a sum in the check, a quotient and a vote at the variable",
    },
    exactness: { devices: "bit-equal", text: "integers" },
    use:
      "Codes whose variables have degree 4 at least, as each check has one vote; better many more, as finite-geometry " +
      "codes have. On nb837-gf32 (degree 4) FER 1e-2 takes 1.0 dB more than min-max: 5.07 dB against 4.05 dB " +
      "(src/decoder/majority-logic/rules.ts).",
    advice: [
      {
        wanted: "fewest operations, variables of degree 4 and more",
        decoder: "isrb-mlgd",
        reason: "integers, a few operations an edge whatever q",
      },
    ],
  },
  "ihrb-mlgd": {
    description: "iterative hard-reliability-based majority-logic decoding",
    equation: [
      "σ_{i,j} = (s_i ⊕ Σ_{j'≠j} h_{i,j'}·z_{j'}) / h_{i,j}",
      "R_j(a) ← R_j(a) + |{i: σ_{i,j} = a}|, z_j = argmax R_j",
      "  R_j is at first γ for the hard decision and 0 elsewhere",
    ],
    source: "Chen, Huang, Chao and Lin 2010",
    cost: {
      formula: "4d",
      operations: (d) => 4 * d,
      kind: "comparison",
      of: "on integers, for each edge a product and a sum in the check, a quotient and a vote at the variable",
    },
    exactness: { devices: "bit-equal", text: "integers" },
    use:
      "As isrb-mlgd, where the channel gives hard decisions only. On nb837-gf32 FER 1e-2 takes 1.5 dB more than " +
      "isrb-mlgd: 6.6 dB.",
    advice: [
      {
        wanted: "hard decisions from the channel, variables of degree 4 and more",
        decoder: "ihrb-mlgd",
        reason: "needs no reliabilities",
      },
    ],
  },
} as const satisfies Readonly<Record<string, RuleNotes>>;

/**
 * What levels take of the two operations for a pair: one logic operation for 32/L frames at once as thermometer codes, 4·log2(L)
 * for 32 frames as binary numbers, whichever is less.
 */
function shareOfLevels(messages: string | number | undefined): number {
  const levels = levelsOf(messages);
  return levels === undefined ? 1 : Math.min(levels, 4 * Math.log2(levels)) / 64;
}

/** Of bit-sliced levels: a comparison and a selection for each minimum or maximum, bit by bit, of 32 frames. */
function shareOfSlices(messages: string | number | undefined): number {
  const levels = levelsOf(messages);
  return levels === undefined ? 1 : Math.log2(levels) / 16;
}

function levelsOf(messages: string | number | undefined): number | undefined {
  const [, levels] = /^levels(\d+)$/.exec(String(messages)) ?? [];
  return levels === undefined ? undefined : Number(levels);
}
