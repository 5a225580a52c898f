import type { CommandList } from "../../cli/command-line/option.ts";

const PROTOCOL = "Sifted bits";
const VALUES = "Gaussian values (CV-QKD)";
const KEY_FILES = "Key files for --auth-key";

/** The roles over Gaussian values. */
const cv: CommandList = {
  noun: "subcommand",
  about: [
    "Reverse reconciliation of Gaussian values (CV-QKD): Bob sends syndromes and Alice corrects. Alice may begin with ldpc key estimate and ends with ldpc key accept.",
  ],
  entries: [
    {
      name: "send",
      summary: "write the syndromes of Bob's values",
      load: async () => (await import("./roles.ts")).cvSend,
    },
    {
      name: "correct",
      summary: "find Bob's bits from Alice's values and his syndromes",
      load: async () => (await import("./roles.ts")).cvCorrect,
    },
    {
      name: "confirm",
      summary: "make Bob's key by Alice's verdict, and confirm hers",
      load: async () => (await import("./roles.ts")).cvConfirm,
    },
    {
      name: "retry",
      summary: "disclose more of the blocks that failed",
      load: async () => (await import("./roles.ts")).cvRetry,
    },
    {
      name: "both",
      summary: "make both keys in one place, for research",
      load: async () => (await import("./roles.ts")).cvBoth,
    },
  ],
};

/** The subcommands. A new one is a role, or a command of key files, and its line here. */
const list: CommandList = {
  noun: "subcommand",
  about: [
    "Messages between ends that are apart must be authenticated: see new-auth. A key file belongs to one of two ends and holds its own state: never copy or restore one.",
  ],
  entries: [
    {
      name: "send",
      topic: PROTOCOL,
      summary: "write the syndromes of Alice's sifted bits",
      load: async () => (await import("./roles.ts")).send,
    },
    {
      name: "correct",
      topic: PROTOCOL,
      summary: "correct Bob's bits by Alice's syndromes, and write the verdict on each block",
      load: async () => (await import("./roles.ts")).correct,
    },
    {
      name: "confirm",
      topic: PROTOCOL,
      summary: "make Alice's key by Bob's verdict, and confirm his",
      load: async () => (await import("./roles.ts")).confirm,
    },
    {
      name: "accept",
      topic: PROTOCOL,
      summary: "make the pending key the key, by the other end's confirmation",
      load: async () => (await import("./roles.ts")).accept,
    },
    {
      name: "amplify",
      topic: PROTOCOL,
      summary: "hash a key to its secret bits, by a seed of both ends",
      load: async () => (await import("./roles.ts")).amplify,
    },
    {
      name: "retry",
      topic: PROTOCOL,
      summary: "disclose more of the blocks that failed",
      load: async () => (await import("./roles.ts")).retry,
    },
    {
      name: "both",
      topic: PROTOCOL,
      summary: "make both keys in one place, for research",
      load: async () => (await import("./roles.ts")).both,
    },
    {
      name: "estimate",
      topic: VALUES,
      summary: "disclose a part of Alice's values, to estimate SNR, transmittance and excess noise",
      load: async () => (await import("./roles.ts")).estimate,
    },
    {
      name: "cv",
      topic: VALUES,
      summary: "send, correct, confirm, retry or both, of Gaussian values",
      load: async () => cv,
    },
    {
      name: "new-auth",
      topic: KEY_FILES,
      summary: "make an end's key file for --auth-key of secret random bits that both ends share",
      load: async () => (await import("./auth-keys.ts")).newAuth,
    },
    {
      name: "add",
      topic: KEY_FILES,
      summary: "add fresh secret bits to a key file, at both ends in the same order",
      load: async () => (await import("./auth-keys.ts")).add,
    },
    {
      name: "show",
      topic: KEY_FILES,
      summary: "show a key file's id, its messages left and its latest slots",
      load: async () => (await import("./auth-keys.ts")).show,
    },
  ],
  examples: [
    { line: "ldpc key send a.bin --family dvbs2 --qber 0.03 --auth-key alice.auth --out alice", does: "1. Alice" },
    { line: "ldpc key correct b.bin syndromes.ldpc --auth-key bob.auth --out bob", does: "2. Bob" },
    {
      line: "ldpc key confirm a.bin alice/syndromes.ldpc verdict.ldpc --auth-key alice.auth --out alice",
      does: "3. Alice has alice/alice.key",
    },
    { line: "ldpc key accept confirmation.ldpc --auth-key bob.auth --out bob", does: "4. Bob has bob/bob.key" },
  ],
};

export default list;
