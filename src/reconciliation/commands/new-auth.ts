import { defineCommand } from "../../cli/command-line/command.ts";
import { choice, flag, text } from "../../cli/command-line/option.ts";
import { newAuthKey } from "../files/authentication/make-key.ts";
import { BITS_OPERAND, BITS_OPTIONS, printMade } from "./options.ts";

export default defineCommand({
  options: {
    bits: BITS_OPERAND,
    end: choice(["alice", "bob"], {
      group: "Files",
      describe: "end of this key file; the two ends use different bits for their messages",
      required: true,
    }),
    out: text({
      group: "Output",
      placeholder: "FILE",
      describe: "key file to write",
      example: "alice.auth",
      required: true,
    }),
    "long-lived": flag({
      group: "Output",
      describe:
        "derive the keys of messages from the bits by HMAC-SHA-256: 32 bytes serve many messages, secure against bounded computation alone",
    }),
    ...BITS_OPTIONS,
  },
  about: ["One-time bits are secure against any computing power; 16 bytes become the key's public id."],
  examples: [
    { line: "ldpc key new-auth secret.bin --end alice --out alice.auth", does: "Alice's end, for 32 bytes a message" },
    { line: "ldpc key new-auth secret.bin --end bob --out bob.auth", does: "Bob's end, from the same bits" },
  ],
  run({ bits, end, out, longLived, messages, keepBits: keep }) {
    const made = newAuthKey(out, end, longLived ? "long-lived" : "one-time", { bits, messages, keep });
    printMade(made, bits, out, keep);
  },
});
