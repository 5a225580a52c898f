import {
  ALICES_BITS,
  BITS_INPUT,
  FORGET,
  MESSAGES,
  OUTPUT,
  RECEIVED,
  SECRET_OF_BITS,
  SYNDROMES,
  VERDICT,
} from "./groups.ts";
import { roleCommand } from "./role.ts";

/** Alice's last step: her key from Bob's verdict, and the confirmation of his key. */
export default roleCommand({
  cv: false,
  task: ({ alice, syndromes, verdict }) => ({ kind: "key", reference: alice, syndromes, verdict }),
  options: {
    alice: ALICES_BITS,
    syndromes: SYNDROMES,
    verdict: VERDICT,
    ...RECEIVED,
    ...BITS_INPUT,
    ...SECRET_OF_BITS,
    ...MESSAGES,
    ...OUTPUT,
    ...FORGET,
  },
  examples: [
    {
      line: "ldpc key confirm a.bin alice/syndromes.ldpc verdict.ldpc --auth-key alice.auth --out alice",
      does: "Alice gets alice/alice.key and writes alice/confirmation.ldpc for Bob",
    },
  ],
});
