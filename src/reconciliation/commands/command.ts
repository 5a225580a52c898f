import type { CommandList } from "../../cli/command-line/option.ts";

const PROTOCOL = "Sifted bits";
const VALUES = "Gaussian values (CV-QKD)";
const KEY_FILES = "Key files for --auth-key";

type Roles = typeof import("./roles.ts");
type KeyFiles = typeof import("./auth-keys.ts");

// Modules are loaded with the command that needs them.
const role = (name: string, summary: string, own: keyof Roles, topic?: string) => ({
  name,
  topic,
  summary,
  load: async () => (await import("./roles.ts"))[own],
});
const keyFile = (name: string, summary: string, own: keyof KeyFiles) => ({
  name,
  topic: KEY_FILES,
  summary,
  load: async () => (await import("./auth-keys.ts"))[own],
});

/** The roles over Gaussian values. */
const cv: CommandList = {
  noun: "subcommand",
  about: [
    "Reverse reconciliation of Gaussian values (CV-QKD): Bob sends syndromes and Alice corrects. Alice may begin with ldpc key estimate and ends with ldpc key accept.",
  ],
  entries: [
    role("send", "write the syndromes of Bob's values", "cvSend"),
    role("correct", "find Bob's bits from Alice's values and his syndromes", "cvCorrect"),
    role("confirm", "make Bob's key by Alice's verdict, and confirm hers", "cvConfirm"),
    role("retry", "disclose more of the blocks that failed", "cvRetry"),
    role("both", "make both keys in one place, for research", "cvBoth"),
  ],
};

/** The subcommands. A new one is a role, or a command of key files, and its line here. */
const list: CommandList = {
  noun: "subcommand",
  about: [
    "Messages between ends that are apart must be authenticated: see new-auth. A key file belongs to one of two ends and holds its own state: never copy or restore one.",
  ],
  entries: [
    role("send", "write the syndromes of Alice's sifted bits", "send", PROTOCOL),
    role(
      "correct",
      "correct Bob's bits by Alice's syndromes, and write the verdict on each block",
      "correct",
      PROTOCOL,
    ),
    role("confirm", "make Alice's key by Bob's verdict, and confirm his", "confirm", PROTOCOL),
    role("accept", "make the pending key the key, by the other end's confirmation", "accept", PROTOCOL),
    role("amplify", "hash a key to its secret bits, by a seed of both ends", "amplify", PROTOCOL),
    role("retry", "disclose more of the blocks that failed", "retry", PROTOCOL),
    role("both", "make both keys in one place, for research", "both", PROTOCOL),
    role(
      "estimate",
      "disclose a part of Alice's values, to estimate SNR, transmittance and excess noise",
      "estimate",
      VALUES,
    ),
    {
      name: "cv",
      topic: VALUES,
      summary: "send, correct, confirm, retry or both, of Gaussian values",
      load: async () => cv,
    },
    keyFile("new-auth", "make an end's key file for --auth-key of secret random bits that both ends share", "newAuth"),
    keyFile("add", "add fresh secret bits to a key file, at both ends in the same order", "add"),
    keyFile("show", "show a key file's id, its messages left and its latest slots", "show"),
  ],
  examples: {
    "ldpc key send a.bin --qber 0.03 --auth-key alice.auth --out alice": "1. Alice",
    "ldpc key correct b.bin syndromes.ldpc --auth-key bob.auth --out bob": "2. Bob",
    "ldpc key confirm a.bin alice/syndromes.ldpc verdict.ldpc --auth-key alice.auth --out alice":
      "3. Alice has alice/alice.key",
    "ldpc key accept confirmation.ldpc --auth-key bob.auth --out bob": "4. Bob has bob/bob.key",
  },
};

export default list;
