import { messageFormats } from "../../../../wgsl/binary/formats/index.ts";
import { InputError } from "../../../errors.ts";
import { PAPERS } from "../../../papers.ts";
import { type DecoderOptions, llrClip, wordsOf } from "../../option.ts";
import { type DecoderSpec, optionsOf } from "../../spec.ts";
import { bitsOf } from "../../step.ts";
import { messagesOption, SCHEDULING } from "../options.ts";
import { type BinaryArithmetic, type BinaryRule, RATIOS } from "../rule.ts";

/** An experiment uses the equation in its direct form, sumProductDirect: no spec names it. */
const FORMS = {
  safe: { name: "binary/rules/sum-product" },
  tanh: { name: "binary/rules/sum-product-tanh" },
  phi: { name: "binary/rules/sum-product-phi" },
} as const;

/** Both forms on CPUs: within the tolerance, in a third of the time. */
const BY_RATIOS = { name: "binary/rules/sum-product-ratios" };

const OPTIONS = {
  ...SCHEDULING,
  messages: messagesOption(["f32", "f16"]),
  form: {
    default: "safe",
    choices: wordsOf(FORMS),
    description:
      "safe: sums of Φ without the edge itself, Φ accurate at both ends; tanh: products of tanh(Q/2), half the operations; phi: the papers' form, a difference of sums",
  },
  bound: {
    default: 16,
    range: { minimum: 1, maximum: 80, multipleOf: 0.25 },
    onlyWith: ["form", "safe", "tanh"],
    description: "largest magnitude of check-to-variable messages, LLR",
  },
  "llr-clip": llrClip(15),
} as const satisfies DecoderOptions;

export const sumProduct: BinaryRule = {
  description: "belief propagation in the logarithmic domain",
  equation: ["R_i = Π_{k≠i} sign(Q_k) · Φ( Σ_{k≠i} Φ(|Q_k|) )", "  Φ(x) = −ln tanh(x/2)"],
  source: `${PAPERS.cvqkd.short}, eqs. 4 to 11`,
  claim:
    "Li et al. 2020 print its FER for codes of three rates. Here the FER of codes of the same ensembles is lower (ldpc experiment cvqkd-table-2).",
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
      "messages at most 16",
  },
  use:
    "What most published curves show, and the lowest FER of iterative decoders in the waterfall of the standards' codes that were measured. " +
    "It is no law: in error floors, and on regular codes, messages that are certain too early hold trapping sets fast, and a scaled min-sum " +
    "may fail less, as on a (3,6)-regular code of 1,008 bits with 50 iterations. Compare both on your code (ldpc sweep). Layered, it needs half " +
    "the iterations of flooding on wimax-2304-1152 (experiments/sweeps/layered-iterations.json).",
  advice: [
    {
      wanted:
        "lowest FER in the waterfall of irregular codes such as 802.16e; with other codes compare normalised-min-sum",
      decoder: "sum-product schedule=layered",
      reason:
        "wimax-2304-1152 at 1.5 dB, 25 iterations: FER 1.14e-2, normalised-min-sum scale=0.75 4.36e-2 " +
        "(experiments/sweeps/layered-iterations.json)",
    },
  ],
  options: OPTIONS,
  arithmetic,
};

/** Messages of products next to 1, which f32 holds to 2^−24, end near 17. */
const TANH_BOUND = 16;

function arithmetic(spec: DecoderSpec): BinaryArithmetic {
  const { messages, form, bound, "llr-clip": clip } = optionsOf(OPTIONS, spec);
  if (form === "tanh" && bound > TANH_BOUND) {
    throw new InputError(`form=tanh has no messages beyond ${TANH_BOUND}: leave bound=${bound} out, or form=safe`);
  }
  return {
    lanes: messageFormats[messages],
    rule: FORMS[form],
    ...(form === "phi" ? {} : { onCpu: { rule: BY_RATIOS, imports: { ratios: RATIOS } } }),
    constants: { LLR_CLIP_BITS: bitsOf(clip), ...(form === "phi" ? {} : { BOUND_BITS: bitsOf(bound) }) },
  };
}
