import { BOBS_VALUES, DISCLOSED, ENGINE, LINK, MESSAGES, OUTPUT, VALUE_BLOCKS } from "../groups.ts";
import { roleCommand } from "../role.ts";
import { requireNoEstimate } from "../steps/options.ts";

/** Bob's first step: syndromes of his values. */
export default roleCommand({
  cv: true,
  task({ bob, disclosed, ...estimate }) {
    if (disclosed === undefined) requireNoEstimate(estimate, "the disclosed file, with --disclosed");
    return { kind: "reference", reference: bob, disclosed };
  },
  options: { bob: BOBS_VALUES, ...VALUE_BLOCKS, ...DISCLOSED, ...LINK, ...MESSAGES, ...OUTPUT, ...ENGINE },
  about: ["Reconciliation is reverse: the syndromes are Bob's."],
  examples: [
    {
      line: "ldpc key cv send y.npy --code met-10000-1000 --disclosed disclosed.ldpc --out bob",
      does: "estimates the SNR from Alice's disclosed values and writes bob/syndromes.ldpc for her",
    },
    { line: "ldpc key cv send y.npy --code met-10000-1000 --snr 0.2 --out bob", does: "with a known SNR" },
  ],
});
