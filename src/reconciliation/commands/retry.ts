import { ALICES_BITS, BITS_INPUT, MESSAGES, OUTPUT, PRIVATE, RECEIVED, RETRY, SYNDROMES, VERDICT } from "./groups.ts";
import { roleCommand } from "./role.ts";

/** Alice discloses more about the failed blocks. */
export default roleCommand({
  cv: false,
  task: ({ alice, syndromes, verdict, disclose }) => ({
    kind: "retry",
    reference: alice,
    syndromes,
    verdict,
    disclose,
  }),
  options: {
    alice: ALICES_BITS,
    syndromes: SYNDROMES,
    verdict: VERDICT,
    ...RETRY,
    ...PRIVATE,
    ...RECEIVED,
    ...BITS_INPUT,
    ...MESSAGES,
    ...OUTPUT,
  },
  about: ["A retry is a run of its own, with a folder of its own. It comes after the key of the first run."],
  examples: [
    {
      line: "ldpc key retry a.bin alice/syndromes.ldpc verdict.ldpc --disclose 60 --out alice-retry",
      does: "writes alice-retry/syndromes.ldpc, for --further of key correct",
    },
  ],
});
