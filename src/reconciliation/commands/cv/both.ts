import {
  ALICES_VALUES,
  BOBS_VALUES,
  CV_DECODERS,
  ENGINE,
  ESTIMATE,
  LEDGER,
  OUTPUT,
  SECRET_OF_VALUES,
  VALUE_BLOCKS,
} from "../groups.ts";
import { roleCommand } from "../role.ts";
import { requireNoEstimate } from "../steps/options.ts";

/** Both ends in one place, for research. */
export default roleCommand({
  cv: true,
  task({ alice, bob, disclose, ...estimate }) {
    if (disclose === undefined) requireNoEstimate(estimate, "both ends here, with --disclose");
    return { kind: "both", reference: bob, decoding: alice };
  },
  options: {
    alice: ALICES_VALUES,
    bob: BOBS_VALUES,
    ...VALUE_BLOCKS,
    ...CV_DECODERS,
    ...ESTIMATE,
    ...SECRET_OF_VALUES,
    ...LEDGER,
    ...OUTPUT,
    ...ENGINE,
  },
  about: ["For research: ends that are apart use estimate, cv send, cv correct, cv confirm and accept."],
  examples: [
    { line: "ldpc key cv both x.npy y.npy --code met-10000-1000 --snr 0.2 --out keys", does: "with a known SNR" },
    { line: "ldpc key cv both x.npy y.npy --code met-10000-1000 --disclose 20", does: "the SNR is estimated" },
  ],
});
