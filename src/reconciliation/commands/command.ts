import type { CommandList } from "../../cli/command-line/command.ts";

const PROTOCOL = "Sifted bits";
const VALUES = "Gaussian values (CV-QKD)";
const KEY_FILES = "Key files for --auth-key";

/** The subcommands. A new one is its module and its line here. */
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
      load: async () => (await import("./send.ts")).default,
    },
    {
      name: "correct",
      topic: PROTOCOL,
      summary: "correct Bob's bits by Alice's syndromes, and write the verdict on each block",
      load: async () => (await import("./correct.ts")).default,
    },
    {
      name: "confirm",
      topic: PROTOCOL,
      summary: "make Alice's key by Bob's verdict, and confirm his",
      load: async () => (await import("./confirm.ts")).default,
    },
    {
      name: "accept",
      topic: PROTOCOL,
      summary: "make the pending key the key, by the other end's confirmation",
      load: async () => (await import("./accept.ts")).default,
    },
    {
      name: "retry",
      topic: PROTOCOL,
      summary: "disclose more of the blocks that failed",
      load: async () => (await import("./retry.ts")).default,
    },
    {
      name: "both",
      topic: PROTOCOL,
      summary: "make both keys in one place, for research",
      load: async () => (await import("./both.ts")).default,
    },
    {
      name: "estimate",
      topic: VALUES,
      summary: "disclose a part of Alice's values, to estimate SNR, transmittance and excess noise",
      load: async () => (await import("./estimate.ts")).default,
    },
    {
      name: "cv",
      topic: VALUES,
      summary: "send, correct, confirm, retry or both, of Gaussian values",
      load: async () => (await import("./cv/command.ts")).default,
    },
    {
      name: "new-auth",
      topic: KEY_FILES,
      summary: "make an end's key file for --auth-key of secret random bits that both ends share",
      load: async () => (await import("./new-auth.ts")).default,
    },
    {
      name: "add",
      topic: KEY_FILES,
      summary: "add fresh secret bits to a key file, at both ends in the same order",
      load: async () => (await import("./add.ts")).default,
    },
    {
      name: "show",
      topic: KEY_FILES,
      summary: "show a key file's id, its messages left and its latest slots",
      load: async () => (await import("./show.ts")).default,
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
