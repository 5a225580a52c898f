import { STEP_MESSAGES, STEP_TEXT } from "../../../../wgsl/nonbinary/formats/index.ts";
import type { DecoderOptions } from "../../option.ts";
import type { CheckNodeRule } from "../../rule.ts";
import { wholeScale } from "../../step.ts";
import { TRELLIS_OPTIONS, trellisMinMax } from "./trellis-min-max.ts";

const { step: _, ...OTHER_OPTIONS } = TRELLIS_OPTIONS;

const OPTIONS = {
  ...OTHER_OPTIONS,
  messages: {
    ...TRELLIS_OPTIONS.messages,
    choices: ["f32", "f16", ...STEP_MESSAGES],
    description: `number format of messages; ${STEP_TEXT}, two frames to a word`,
  },
  second: {
    default: 1,
    range: { minimum: 0.25, maximum: 1 },
    becomes: wholeScale,
    description: "factor of the estimate of a second minimum, which is never too small: the nearest multiple of 1/256",
  },
} as const satisfies DecoderOptions;

/**
 * Trellis Min-Max that looks for one minimum (Lacruz, García-Herrero, Valls and Declercq 2015, "One minimum only trellis decoder for non-binary
 * low-density parity-check codes", IEEE Trans. Circuits Syst. I 62(1)): the second one is estimated. Only the paper's abstract could be read. The
 * estimate here is what a search of one minimum in two halves of the edges leaves over, the minimum of the other half, as in these authors' decoder
 * of binary codes (Català-Pérez et al., "Second minimum approximation for min-sum decoders suitable for high-rate LDPC codes"). A factor of the first
 * minimum in its place decodes nothing of nb837-gf32 at 4.1 dB: it tells an unreliable edge its own message again.
 */
export const oneMinimumTrellisMinMax: CheckNodeRule = {
  ...trellisMinMax,
  description: "trellis Min-Max that estimates the second minima",
  equation: [
    "as trellis-min-max, but where edge i has the least ΔQ_i(a) itself",
    "  ΔR_i(a) = second · min ΔQ_k(a) over the other half of the edges",
  ],
  source: "Lacruz, García-Herrero, Valls and Declercq 2015, of which the abstract was read",
  claim:
    "Lacruz et al. 2015: a negligible loss against the search of two minima. Here it is small on nb837-gf32 (experiments/sweeps/nonbinary-approximations.json).",
  cost: {
    formula: "q² + 4·d·q",
    operations: (d, q) => q ** 2 + 4 * d * q,
    kind: "comparison",
    of: "minima, maxima and comparisons, about, of pairs of deviations and of one minimum with its edge for each symbol",
  },
  use: "To model hardware that searches one minimum. On nb837-gf32 at 4.05 dB, 10 iterations, 100 of 2,688 frames fail, with trellis-min-max 101 of 3,040 (experiments/results/cpu/nonbinary-approximations.csv). With second=1, checks of one or two edges answer as in trellis-min-max.",
  advice: [],
  options: OPTIONS,
};
