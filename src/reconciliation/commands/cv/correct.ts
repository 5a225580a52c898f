import {
  ALICES_VALUES,
  CV_DECODERS,
  ENGINE,
  FURTHER,
  MEMORY,
  MESSAGES,
  OUTPUT,
  RECEIVED,
  SECRET_OF_VALUES,
  SNR,
  SYNDROMES,
} from "../groups.ts";
import { roleCommand } from "../role.ts";

/** Alice's step: she finds Bob's bits from her values and his syndromes. */
export default roleCommand({
  cv: true,
  task: ({ alice, syndromes, further }) => ({ kind: "decoding", decoding: alice, syndromes, further }),
  options: {
    alice: ALICES_VALUES,
    syndromes: SYNDROMES,
    ...FURTHER,
    ...CV_DECODERS,
    ...SNR,
    ...RECEIVED,
    ...SECRET_OF_VALUES,
    ...MESSAGES,
    ...OUTPUT,
    ...ENGINE,
    ...MEMORY,
  },
  about: ["The exit status is 3 if no block could be verified."],
  examples: [
    {
      line: "ldpc key cv correct x.npy syndromes.ldpc --out alice",
      does: "Alice gets a pending key and writes alice/verdict.ldpc for Bob",
    },
  ],
});
