import { ALICES_BITS, BLOCKS, ENGINE, MESSAGES, OUTPUT } from "./groups.ts";
import { roleCommand } from "./role.ts";

/** Alice's first step: syndromes of her bits. */
export default roleCommand({
  cv: false,
  task: ({ alice }) => ({ kind: "reference", reference: alice }),
  options: { alice: ALICES_BITS, ...BLOCKS, ...MESSAGES, ...OUTPUT, ...ENGINE },
  examples: [
    {
      line: "ldpc key send a.bin --code wifi-1944-1296 --qber 0.05 --auth-key alice.auth --out alice",
      does: "writes alice/syndromes.ldpc for Bob",
    },
  ],
});
