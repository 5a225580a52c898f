import { fileOperand, MESSAGES, OUTPUT } from "./groups.ts";
import { roleCommand } from "./role.ts";

/** The last step of the correcting end: its pending key becomes its key. */
export default roleCommand({
  cv: false,
  task: ({ confirmation }) => ({ kind: "deliver", confirmation }),
  options: {
    confirmation: fileOperand("confirmation file from the other end", "confirmation.ldpc"),
    ...MESSAGES,
    ...OUTPUT,
  },
  about: ["--out is the folder that key correct wrote to, of bits or of Gaussian values."],
  examples: [{ line: "ldpc key accept confirmation.ldpc --auth-key bob.auth --out bob", does: "Bob gets bob/bob.key" }],
});
