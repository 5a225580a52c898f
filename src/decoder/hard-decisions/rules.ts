import type { TannerGraph } from "../../code/tanner-graph.ts";
import { constantBuffer, frameBuffer } from "../../gpu/program.ts";
import type { DecoderOptions } from "../option.ts";
import type { CheckNodeRule, RuleNotes } from "../rule.ts";
import { optionsOf } from "../spec.ts";
import { blackGrayFlips, chanceFlips, greatestFlips, likelyBounds, peeling, weightedFlips } from "./flipping.ts";
import { hardProgram, type MakeHardDecisions } from "./program.ts";

/** Other messages that make a message differ from the channel's decision, and messages that make a decision differ. */
interface Bounds {
  readonly message: number;
  readonly decision: number;
}

/**
 * Gallager's algorithms, whose messages are bits. @param boundsOf by the degree of a variable; none for algorithm E, whose messages are bits or erased.
 */
function edgeDecisions(boundsOf?: (degree: number) => Bounds): MakeHardDecisions {
  return (graph, dispatch, { SYNDROME }) => {
    const { checks, variables, edges, variableStart, variableDegreeMaximum: degree } = graph;
    const ERASURES = boundsOf === undefined ? 1 : 0;
    const PLANES = 1 + ERASURES;
    // The largest numbers are twice the votes of all messages and the channel, whose vote may count twice, or d + 2.
    const COUNT_BITS = Math.floor(Math.log2(ERASURES === 1 ? 2 * (degree + 2) : degree + 2)) + 1;
    const bounds = boundsOf
      ? Array.from({ length: variables }, (_, n) => boundsOf(variableStart[n + 1] - variableStart[n]))
      : [];
    const variable = (FIRST: 0 | 1) =>
      dispatch("edge-variable", variables, { FIRST, ERASURES, PLANES, COUNT_BITS, BOUNDS_AT: variables + 1 }, [
        "variable_start",
        "variable_edges",
        "channel",
        ERASURES === 1 ? "erased" : "no_erased",
        "active_list",
        "messages",
        "posteriors",
      ]);
    const check = dispatch("edge-check", checks, { ERASURES, SYNDROME }, [
      "check_start",
      "check_signs",
      "active_list",
      "messages",
    ]);
    return {
      start: [variable(1)],
      decide: [check, variable(0)],
      buffers: {
        messages: frameBuffer("u32", PLANES * edges, 32),
        variable_start: constantBuffer(
          Uint32Array.from([...variableStart, ...bounds.flatMap(({ message, decision }) => [message, decision])]),
        ),
        variable_edges: constantBuffer(graph.variableEdge),
      },
      keeps: false,
      erases: ERASURES === 1,
      words: 4 * PLANES * edges + 3 * variables,
    };
  };
}

const OPTIONS_B = {
  threshold: {
    default: 0,
    description:
      "other messages that must differ from the channel's decision for a message to differ; 0: their majority",
  },
} as const satisfies DecoderOptions;

const OPTIONS_GDBF = {
  probability: {
    default: 1,
    range: { minimum: 2 ** -8, maximum: 1 },
    becomes: (value) => Math.max(1, Math.round(value * 2 ** 8)) / 2 ** 8,
    description: "probability of a flip: the nearest multiple of 1/256; below 1 it is PGDBF",
  },
} as const satisfies DecoderOptions;

const OPTIONS_PPBF = {
  probabilities: {
    default: "0,0.001,0.1,0.3,1",
    text: { form: /^(0|1|0?\.\d+)(,(0|1|0?\.\d+))*$/, wanted: "probabilities from 0 to 1, separated by commas" },
    rewritten: (text) => text.split(",").map(Number).join(","),
    description:
      "probabilities of a flip at energies 0, 1, 2 …, the last for all larger: computed with the nearest multiples of 1/65536",
  },
} as const satisfies DecoderOptions;

/** Bits behind the point of the option factor at most. */
const FACTOR_SHIFT = 6;

const OPTIONS_WBF = {
  factor: {
    default: 0.25,
    range: { minimum: 0, maximum: 8 },
    becomes: (value) => Math.round(value * 2 ** FACTOR_SHIFT) / 2 ** FACTOR_SHIFT,
    description: "factor α of the variable's own magnitude: the nearest multiple of 1/64; 0: without it",
  },
  step: {
    default: 2 ** -7,
    range: { minimum: 2 ** -10, maximum: 4, multipleOf: 2 ** -10 },
    description:
      "LLR of one step of magnitudes, a power of two; with coarse steps energies tie, and frames go round in circles",
  },
  bits: {
    default: 12,
    range: { minimum: 1, maximum: 16, multipleOf: 1 },
    description: "bits of magnitudes, which are cut at 2^bits − 1 steps",
  },
} as const satisfies DecoderOptions;

/** Unit of the option slope: with it all numbers are whole. */
const SLOPE_UNIT = 10 ** 7;

const OPTIONS_BGF = {
  errors: {
    default: 0,
    description:
      "errors of a frame, for regular codes: a flip needs as many failed checks as make it more likely than not; 0: a line by slope and offset",
  },
  slope: {
    default: 0.0069722,
    range: { minimum: 0, maximum: 1 },
    becomes: (value) => Math.round(value * SLOPE_UNIT) / SLOPE_UNIT,
    description: "failed checks that a flip needs for each failed check of the frame: the nearest multiple of 1e-7",
  },
  offset: {
    default: 13.53,
    range: { minimum: 0, maximum: 400 },
    becomes: (value) => Math.round(value * SLOPE_UNIT) / SLOPE_UNIT,
    description: "failed checks that a flip needs besides; the sum is rounded down",
  },
  least: { default: 36, description: "least number of failed checks that a flip needs" },
  gray: { default: 3, description: "variables that miss a flip by so many failed checks are gray" },
  above: { default: 1, description: "failed checks that black and gray variables need above half of theirs" },
} as const satisfies DecoderOptions;

const EXACT = { devices: "bit-equal", text: "logic on bits" } as const;

/** Decoders that take signs of LLRs alone. Larger LLRs than any are as good. */
const HARD: Pick<CheckNodeRule, "input" | "llrMaximum" | "exactness"> = {
  input: "bit",
  llrMaximum: () => Number.POSITIVE_INFINITY,
  exactness: EXACT,
};

const MESSAGES_OF_BITS: RuleNotes["cost"] = {
  formula: "2d",
  operations: (d) => 2 * d,
  kind: "comparison",
  of: "sums of bits for 32 frames at once; variables count the messages of bits, about 3·log2(degree) logic operations a message",
};

/** Decoders by hard decisions, in which a word of memory has a bit of 32 frames. */
export const hardRules: Readonly<Record<string, CheckNodeRule>> = {
  "gallager-a": {
    ...HARD,
    description: "Gallager's algorithm A: messages of bits",
    equation: [
      "R_i = s ⊕ Σ_{k≠i} Q_k",
      "Q_i = y unless all other R_k of the variable differ from y",
      "  y: the channel's decision; decisions by the majority of R_k,",
      "  and of y where the number of messages is even",
    ],
    source: "Gallager 1963; Richardson and Urbanke 2001",
    claim:
      "Richardson and Urbanke 2001: below a threshold regular codes of column weight 3 correct all errors as they grow. Here its frame errors on MacKay's code (1008,504) agree with those that AFF3CT publishes (test/experiments/aff3ct.node.test.ts).",
    cost: MESSAGES_OF_BITS,
    use: "Channels that give hard decisions alone, and variables of degree 3 and more: one of degree 2 passes on what its other check says. With degree 3 its messages are those of gallager-b; its decisions do not count the channel.",
    advice: [],
    options: {},
    // A variable's only message to a check has no others: it is y.
    decoder: (...all) =>
      hardProgram(
        edgeDecisions((d) => ({ message: d === 1 ? 2 : d - 1, decision: Math.floor(d / 2) + 1 })),
        ...all,
      ),
  },
  "gallager-b": {
    ...HARD,
    description: "Gallager's algorithm B: messages of bits by majority",
    equation: [
      "R_i = s ⊕ Σ_{k≠i} Q_k",
      "Q_i = y unless `threshold` or more other R_k differ from y",
      "  y: the channel's decision; decisions by the majority of y and R_k,",
      "  y where they tie",
    ],
    source: "Gallager 1963; Richardson and Urbanke 2001",
    claim:
      "Gallager 1963: a threshold of other messages corrects more errors than their agreement. Here its frame errors on MacKay's code (1008,504) agree with those that AFF3CT publishes (test/experiments/aff3ct.node.test.ts).",
    cost: MESSAGES_OF_BITS,
    use: "Channels that give hard decisions alone, and variables of degree 3 and more: with the majority one of degree 2 never changes its message. Soft rules need several dB less.",
    advice: [],
    options: OPTIONS_B,
    decoder: (code, spec, ...rest) => {
      const { threshold } = optionsOf(OPTIONS_B, spec);
      const bounds = (d: number) => ({
        message: threshold === 0 ? Math.floor(d / 2) + 1 : Math.min(threshold, d + 1),
        decision: Math.floor((d + 1) / 2) + 1,
      });
      return hardProgram(edgeDecisions(bounds), code, spec, ...rest);
    },
  },
  "gallager-e": {
    ...HARD,
    description: "algorithm E: messages of bits with erasures",
    equation: [
      "R_i = (−1)^s · Π_{k≠i} Q_k, messages 1, −1, or 0 for erased",
      "Q_i = sign(w·y + Σ_{k≠i} R_k of the variable)",
      "  y: the channel's decision, 0 for an LLR of 0; w is 2 in the second",
      "  iteration, then 1; decisions sign(y + Σ R_k), y where that is 0",
    ],
    source: "Richardson and Urbanke 2001",
    claim:
      "Richardson and Urbanke 2001: an erased message in the place of a doubtful one raises the threshold of regular codes of column weight 3. Here its frame errors on MacKay's code (1008,504) agree with those that AFF3CT publishes, and below those of gallager-b (test/experiments/aff3ct.node.test.ts).",
    cost: { ...MESSAGES_OF_BITS, formula: "8d", operations: (d) => 8 * d },
    use: "Channels that give hard decisions alone, punctured symbols too, which begin as erased. Two words of memory for each edge of 32 frames.",
    advice: [
      {
        wanted: "hard decisions from the channel, variables of degree 3 and more",
        decoder: "gallager-e iterations=50",
        reason: "needs no reliabilities; logic operations for 32 frames at once",
      },
    ],
    options: {},
    decoder: (...all) => hardProgram(edgeDecisions(), ...all),
  },
  peeling: {
    ...HARD,
    description: "peeling of erasures: checks with one erased bit resolve it",
    equation: ["z_n = s ⊕ Σ_{k≠n} z_k for the only erased bit n of a check", "  erased: LLR 0"],
    source: "Luby, Mitzenmacher, Shokrollahi and Spielman 2001",
    claim:
      "Luby et al. 2001: it corrects all erasures but those that contain a stopping set. Here its frame errors on an IRA code (3000,2400) agree with those that AFF3CT publishes (test/experiments/aff3ct.node.test.ts).",
    cost: { ...MESSAGES_OF_BITS, formula: "4d", operations: (d) => 4 * d },
    use: "The erasure channel, where min-sum leaves the same bits. Every LLR but 0 counts as known; an iteration resolves what the iteration before left with one erased bit in a check. A frame with an erased bit is never done.",
    advice: [],
    options: {},
    decoder: (...all) => hardProgram(peeling, ...all),
  },
  gdbf: {
    ...HARD,
    description: "gradient-descent bit flipping, probabilistic too (PGDBF)",
    equation: [
      "E_n = |z_n − y_n| + number of failed checks of n",
      "z_n ← 1 − z_n where E_n = max E, with `probability`",
      "  y: the channel's decisions",
    ],
    source: "Wadayama et al. 2010; Rasheed, Ivaniš and Vasić 2014",
    claim:
      "Rasheed et al. 2014: random flips leave the trapping sets in which gradient descent stays. Here that holds on tanner-155-64 (test/decoder/hard-decisions.node.test.ts).",
    cost: { ...MESSAGES_OF_BITS, formula: "d", operations: (d) => d },
    use: "Channels that give hard decisions alone: one word for each check and variable of 32 frames, none for edges. A probability below 1 with a few hundred iterations; with 1, frames go round in circles. A frame without failed checks stays as it is.",
    advice: [],
    options: OPTIONS_GDBF,
    decoder: (code, spec, ...rest) =>
      hardProgram(greatestFlips(optionsOf(OPTIONS_GDBF, spec).probability), code, spec, ...rest),
  },
  ppbf: {
    ...HARD,
    description: "probabilistic parallel bit flipping",
    equation: ["E_n = |z_n − y_n| + number of failed checks of n", "z_n ← 1 − z_n with the probability of E_n"],
    source: "Le, Ghaffari, Vasić and Declercq 2019",
    claim:
      "Le et al. 2019: as PGDBF without the search of the greatest energy. Here its frame errors on MacKay's code (1008,504) agree with those that AFF3CT publishes (test/experiments/aff3ct.node.test.ts).",
    cost: { ...MESSAGES_OF_BITS, formula: "d", operations: (d) => d },
    use: "As gdbf on devices where comparing all variables costs. Each probability is for a number of failed checks, so it suits codes of one column weight. With stop=none satisfied frames may flip again.",
    advice: [],
    options: OPTIONS_PPBF,
    decoder: (code, spec, ...rest) => {
      const { probabilities } = optionsOf(OPTIONS_PPBF, spec);
      return hardProgram(chanceFlips(probabilities.split(",").map(Number)), code, spec, ...rest);
    },
  },
  "weighted-bit-flipping": {
    ...HARD,
    llrMaximum: ({ step, bits }) => Number(step) * (2 ** Number(bits) - 1),
    exactness: { devices: "bit-equal", text: "whole numbers, as planes of bits" },
    description: "weighted bit flipping: one bit in each iteration",
    equation: [
      "E_n = Σ_m (2·f_m − 1)·min_m − factor·|L_n| over the checks m of n",
      "  f_m: 1 where the check fails, min_m: least |L| of its variables",
      "z_n ← 1 − z_n for the first n of the greatest E_n",
    ],
    source: "Kou, Lin and Fossorier 2001; with a factor Zhang and Fossorier 2004",
    claim:
      "Zhang and Fossorier 2004: the variable's own magnitude lowers the error rate of weighted flips. Here that holds on a PEG code (1008,504), and the frame errors agree with those that AFF3CT publishes (test/experiments/aff3ct.node.test.ts).",
    cost: { ...MESSAGES_OF_BITS, formula: "d", operations: (d) => d },
    use: "Where LLRs are there and logic on bits must do: one flip in each iteration, so take as many iterations as words have errors. Steps must be fine: equal energies send frames round in circles, and on the PEG code (1008,504) steps of 1/8 fail several times as often as the default. It may flip a known bit.",
    advice: [],
    options: OPTIONS_WBF,
    decoder: (code, spec, ...rest) => {
      const { factor, step, bits } = optionsOf(OPTIONS_WBF, spec);
      let [whole, shift] = [factor * 2 ** FACTOR_SHIFT, FACTOR_SHIFT];
      for (; shift > 0 && whole % 2 === 0; shift--) whole /= 2;
      return hardProgram(weightedFlips({ bits, step, factor: whole, shift }), code, spec, ...rest);
    },
  },
  "black-gray-flip": {
    ...HARD,
    description: "black-gray flips of QC-MDPC codes, as in BIKE",
    equation: [
      "z_n ← 1 − z_n where T or more checks of n fail,",
      "  T = max(least, ⌊slope·|s| + offset⌋), |s| failed checks in all",
      "  In the first iteration then the flipped variables (black), and",
      "  then those with T − gray failed checks (gray), flip where",
      "  ⌊(d + 1)/2⌋ + above of their d checks fail",
    ],
    source: "Drucker, Gueron and Kostic 2020; the specification of BIKE",
    claim:
      "Drucker, Gueron and Kostic 2020: few iterations without restarts suffice for BIKE. Here it fails as often as BIKE's decoder in published simulations at 20 bits of security (test/decoder/hard-decisions.node.test.ts).",
    cost: { ...MESSAGES_OF_BITS, formula: "d", operations: (d) => d },
    use: "QC-MDPC codes of column weights such as 71. The default bounds are those of BIKE at its first level, r = 12,323, with five iterations; for other sizes errors= gives the bounds of its first specification.",
    advice: [],
    options: OPTIONS_BGF,
    decoder: (code, spec, ...rest) => {
      const { errors, slope, offset, least, gray, above } = optionsOf(OPTIONS_BGF, spec);
      const line = (weight: number) =>
        Math.floor((Math.round(slope * SLOPE_UNIT) * weight + Math.round(offset * SLOPE_UNIT)) / SLOPE_UNIT);
      const bounds = (graph: TannerGraph) =>
        (errors > 0 ? likelyBounds(graph, errors) : Array.from({ length: graph.checks + 1 }, (_, s) => line(s))).map(
          (bound) => Math.max(least, bound),
        );
      return hardProgram(blackGrayFlips({ bounds, gray, above }), code, spec, ...rest);
    },
  },
};
