import { BOBS_DRAWN_BITS, MESSAGES, OUTPUT, RECEIVED, RETRY, SYNDROMES, VERDICT } from "../groups.ts";
import { roleCommand } from "../role.ts";

/** Bob discloses more about the failed blocks. */
export default roleCommand({
  cv: true,
  task: ({ bob, syndromes, verdict, disclose }) => ({ kind: "retry", reference: bob, syndromes, verdict, disclose }),
  options: {
    bob: BOBS_DRAWN_BITS,
    syndromes: SYNDROMES,
    verdict: VERDICT,
    ...RETRY,
    ...RECEIVED,
    ...MESSAGES,
    ...OUTPUT,
  },
  about: ["A retry is a run of its own, with a folder of its own. It comes after the key of the first run."],
  examples: [
    {
      line: "ldpc key cv retry bob/bob.bin bob/syndromes.ldpc verdict.ldpc --disclose 200 --out bob-retry",
      does: "writes bob-retry/syndromes.ldpc, for --further of key cv correct",
    },
  ],
});
