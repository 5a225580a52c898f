import { ALICES_BITS, BLOCKS, BOBS_BITS, DECODER, ENGINE, LEDGER, OUTPUT, SECRET_OF_BITS } from "./groups.ts";
import { roleCommand } from "./role.ts";

/** Both ends in one place, for research. */
export default roleCommand({
  cv: false,
  task: ({ alice, bob }) => ({ kind: "both", reference: alice, decoding: bob }),
  options: {
    alice: ALICES_BITS,
    bob: BOBS_BITS,
    ...BLOCKS,
    ...DECODER,
    ...SECRET_OF_BITS,
    ...LEDGER,
    ...OUTPUT,
    ...ENGINE,
  },
  about: ["For research: ends that are apart use send, correct, confirm and accept."],
  examples: [
    { line: "ldpc key both a.bin b.bin --family dvbs2 --qber 0.03 --out keys", does: "both keys, and the leakage" },
  ],
});
