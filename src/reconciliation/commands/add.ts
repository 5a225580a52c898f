import { defineCommand } from "../../cli/command-line/command.ts";
import { operand } from "../../cli/command-line/option.ts";
import { addAuthBits } from "../files/authentication/make-key.ts";
import { BITS_OPERAND, BITS_OPTIONS, printMade } from "./options.ts";

export default defineCommand({
  options: {
    key: operand({ group: "Files", describe: "key file of this end", example: "alice.auth" }),
    bits: BITS_OPERAND,
    ...BITS_OPTIONS,
  },
  examples: [{ line: "ldpc key add alice.auth fresh.bin", does: "more messages; bits that were used stay used" }],
  async run({ key, bits, messages, keepBits: keep }) {
    printMade(await addAuthBits(key, { bits, messages, keep }), bits, key, keep);
  },
});
