import {
  BOBS_DRAWN_BITS,
  FORGET,
  MESSAGES,
  OUTPUT,
  RECEIVED,
  SECRET_OF_VALUES,
  SYNDROMES,
  VERDICT,
} from "../groups.ts";
import { roleCommand } from "../role.ts";

/** Bob's last step: his key from Alice's verdict, and the confirmation of her key. */
export default roleCommand({
  cv: true,
  task: ({ bob, syndromes, verdict }) => ({ kind: "key", reference: bob, syndromes, verdict }),
  options: {
    bob: BOBS_DRAWN_BITS,
    syndromes: SYNDROMES,
    verdict: VERDICT,
    ...RECEIVED,
    ...SECRET_OF_VALUES,
    ...MESSAGES,
    ...OUTPUT,
    ...FORGET,
  },
  examples: [
    {
      line: "ldpc key cv confirm bob/bob.bin bob/syndromes.ldpc verdict.ldpc --out bob",
      does: "Bob gets bob/bob.key and writes bob/confirmation.ldpc; Alice's key accept reads it",
    },
  ],
});
