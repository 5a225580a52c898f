import {
  BITS_INPUT,
  BOBS_BITS,
  DECODER,
  ENGINE,
  FURTHER,
  MEMORY,
  MESSAGES,
  OUTPUT,
  QBER,
  RECEIVED,
  SECRET_OF_BITS,
  SYNDROMES,
} from "./groups.ts";
import { roleCommand } from "./role.ts";

/** Bob's step: he corrects his bits by Alice's syndromes. */
export default roleCommand({
  cv: false,
  task: ({ bob, syndromes, further }) => ({ kind: "decoding", decoding: bob, syndromes, further }),
  options: {
    bob: BOBS_BITS,
    syndromes: SYNDROMES,
    ...FURTHER,
    ...DECODER,
    ...QBER,
    ...RECEIVED,
    ...BITS_INPUT,
    ...SECRET_OF_BITS,
    ...MESSAGES,
    ...OUTPUT,
    ...ENGINE,
    ...MEMORY,
  },
  about: ["The exit status is 3 if no block could be verified."],
  examples: [
    {
      line: "ldpc key correct b.bin syndromes.ldpc --auth-key bob.auth --out bob",
      does: "Bob gets a pending key and writes bob/verdict.ldpc for Alice",
    },
    {
      line: "ldpc key correct b.bin syndromes.ldpc --further retry.ldpc --out bob-retry",
      does: "corrects the failed blocks with the bits that ldpc key retry discloses",
    },
  ],
});
