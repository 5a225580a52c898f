import { flag, number, operand } from "../../cli/command-line/option.ts";
import { print } from "../../cli/output.ts";
import { formatCount } from "../../report/format.ts";
import type { MadeKey } from "../files/authentication/make-key.ts";

/** Default number of slots made from a long-lived secret. Two slots take 512 bytes of a file. */
const DEFAULT_MESSAGES = 4096;

export const BITS_OPERAND = operand({
  group: "Files",
  describe:
    "file of secret random bits, the same at both ends; it is overwritten and removed once they are in the key file",
  example: "secret.bin",
});

/** Options that `new-auth` and `add` share. */
export const BITS_OPTIONS = {
  messages: number({
    group: "Output",
    describe: "messages of each end that a long-lived secret serves; 32 one-time bytes serve one message",
    example: "1000",
    default: DEFAULT_MESSAGES,
    whole: true,
    minimum: 1,
    maximum: 2 ** 20,
  }),
  "keep-bits": flag({
    group: "Output",
    describe:
      "leave the file of the bits, for the other end on this machine; the same bits at the same end are refused",
  }),
} as const;

/** A number of messages. */
export function messagesText(count: number): string {
  return `${formatCount(count)} ${count === 1 ? "message" : "messages"}`;
}

/** Prints the properties of a new key. */
export function printMade({ id, slots, isOpenToOthers }: MadeKey, bits: string, out: string, kept: boolean): void {
  if (isOpenToOthers) {
    process.stderr.write(
      `ldpc: warning: ${bits} could be read by other users of this machine: make secrets with chmod 600\n`,
    );
  }
  const each = `${messagesText(Math.ceil(slots / 2))} of Alice's and ${formatCount(Math.floor(slots / 2))} of Bob's`;
  print(`${out}: bits ${id} for ${each}; ${bits} ${kept ? "is still there: remove it at this end" : "is removed"}`);
}
