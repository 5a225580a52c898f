import type { DecoderOptions } from "../option.ts";
import type { CheckNodeRule } from "../rule.ts";
import { optionsOf } from "../spec.ts";
import { ORDER_OPTION, SWEEP_OPTION } from "./options.ts";
import { searchOperations } from "./patterns.ts";
import { osdProgram } from "./program.ts";
import { symbolOsd } from "./symbols/rule.ts";

const OPTIONS = {
  order: ORDER_OPTION,
  sweep: SWEEP_OPTION,
} as const satisfies DecoderOptions;

/** Ordered statistics decoding of binary codes, and of codes over GF(q). */
export const osdRules: Readonly<Record<string, CheckNodeRule>> = {
  osd: {
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
    options: OPTIONS,
    decoder: (code, spec, ...rest) => osdProgram(optionsOf(OPTIONS, spec), code, spec, ...rest),
  },
  "symbol-osd": symbolOsd,
};
