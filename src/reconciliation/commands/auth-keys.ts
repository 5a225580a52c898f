import { choice, defineCommand, flag, inGroup, number, operand, text } from "../../cli/command-line/option.ts";
import { print, printJson, printText } from "../../cli/output.ts";
import { formatCount } from "../../index.ts";
import { AuthKey } from "../files/auth-key.ts";
import { addAuthBits, type MadeKey, newAuthKey } from "../files/make-key.ts";

/** Default number of slots made from a long-lived secret. Two slots take 512 bytes of a file. */
const DEFAULT_MESSAGES = 4096;

const BITS_OPERAND = operand(
  { group: "Files", example: "secret.bin" },
  "file of secret random bits, the same at both ends; it is overwritten and removed once they are in the key file",
);

/** Options that `new-auth` and `add` share. */
const BITS_OPTIONS = inGroup("Output", {
  messages: number(
    { example: "1000", default: DEFAULT_MESSAGES, whole: 1, maximum: 2 ** 20 },
    "messages of each end that a long-lived secret serves; 32 one-time bytes serve one message",
  ),
  "keep-bits": flag(
    "leave the file of the bits, for the other end on this machine; the same bits at the same end are refused",
  ),
  json: flag("print JSON instead of text"),
});

function messagesText(count: number): string {
  return `${formatCount(count)} ${count === 1 ? "message" : "messages"}`;
}

/** Prints the properties of a new key. */
function printMade(
  { id, slots, isOpenToOthers }: MadeKey,
  { bits, out, keepBits: kept, json }: { bits: string; out: string; keepBits: boolean; json: boolean },
): void {
  if (isOpenToOthers) {
    process.stderr.write(
      `ldpc: warning: ${bits} could be read by other users of this machine: make secrets with chmod 600\n`,
    );
  }
  if (json) {
    printJson("key auth 1", { id, slots, files: [out] });
    return;
  }
  const each = `${messagesText(Math.ceil(slots / 2))} of Alice's and ${formatCount(Math.floor(slots / 2))} of Bob's`;
  print(`${out}: bits ${id} for ${each}; ${bits} ${kept ? "is still there: remove it at this end" : "is removed"}`);
}

/** `ldpc key new-auth`. */
export const newAuth = defineCommand({
  options: {
    bits: BITS_OPERAND,
    ...inGroup("Files", {
      end: choice(
        ["alice", "bob"],
        { required: true },
        "end of this key file; the two ends use different bits for their messages",
      ),
    }),
    ...inGroup("Output", {
      out: text({ placeholder: "FILE", example: "alice.auth", required: true }, "key file to write"),
      "long-lived": flag(
        "derive the keys of messages from the bits by HMAC-SHA-256: 32 bytes serve many messages, secure against bounded computation alone",
      ),
    }),
    ...BITS_OPTIONS,
  },
  about: ["One-time bits are secure against any computing power; 16 bytes become the key's public id."],
  examples: {
    "ldpc key new-auth secret.bin --end alice --out alice.auth": "Alice's end, for 32 bytes a message",
    "ldpc key new-auth secret.bin --end bob --out bob.auth": "Bob's end, from the same bits",
  },
  run({ end, longLived, ...made }) {
    const { out, bits, messages, keepBits: keep } = made;
    printMade(newAuthKey(out, end, longLived ? "long-lived" : "one-time", { bits, messages, keep }), made);
  },
});

/** `ldpc key add`. */
export const add = defineCommand({
  options: {
    key: operand({ group: "Files", example: "alice.auth" }, "key file of this end"),
    bits: BITS_OPERAND,
    ...BITS_OPTIONS,
  },
  examples: { "ldpc key add alice.auth fresh.bin": "more messages; bits that were used stay used" },
  async run({ key, ...made }) {
    const { bits, messages, keepBits: keep } = made;
    printMade(await addAuthBits(key, { bits, messages, keep }), { ...made, out: key });
  },
});

/** `ldpc key show`. */
export const show = defineCommand({
  options: {
    key: operand({ group: "Files", example: "alice.auth" }, "key file"),
    ...inGroup("Output", { json: flag("print JSON instead of text") }),
  },
  examples: { "ldpc key show alice.auth": "whether both ends have the same bits, and how many are left" },
  run({ key: path, json }) {
    const key = AuthKey.open(path);
    try {
      const state = key.state;
      if (json) {
        printJson("key show 1", state);
        return;
      }
      const { id, additions, end, endId, otherEnd, mode, slots, sent, heard, messagesLeft } = state;
      const last = (slot: number | undefined) => (slot === undefined ? "none yet" : `slot ${slot}`);
      const rows = [
        ["key", `${id}, ${mode}`],
        ...additions.map((each) => ["added", each]),
        ["end", `${end}'s, ${endId}`],
        ["other end", otherEnd ?? "not known before its first message"],
        ["slots", formatCount(slots)],
        ["sent", `${last(sent)}, ${messagesText(messagesLeft.sent)} left`],
        ["accepted", `${last(heard)}, ${messagesText(messagesLeft.heard)} left`],
      ];
      printText(rows.map(([label, text]) => label.padEnd(12) + text).join("\n"));
    } finally {
      key.close();
    }
  },
});
