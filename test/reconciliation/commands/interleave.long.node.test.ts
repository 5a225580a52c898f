import { readFileSync, writeFileSync } from "node:fs";
import { beforeAll, describe, expect, it } from "vitest";
import { packBits, unpackBits } from "../../../src/code/packed-bits.ts";
import { interleavedFrom } from "../../oracle/reconciliation/interleaver.ts";
import { fixRandomness } from "../../setup/fixed-randomness.js";
import { randomNumbers } from "../../simulation/random.ts";
import { describeLong } from "../../sweep.ts";
import { ends } from "./ends.ts";
import { blocksDone, stoppedKey } from "./killed.ts";

const { at, run, done, refused } = ends();
beforeAll(() => fixRandomness("interleave"));

// The last bits do not fill a column of 64, and the last block is shorter.
const BITS = 8 * 15_003;
const SHORT = 10_000;
const BURST = 2000;
const OPTIONS = ["--code=wifi-648-432", "--qber=0.05"];

/** 5 % of the bits are wrong: half of the bits in each burst of 2,000 bits, with one burst in 20,000 bits. */
const random = randomNumbers(23);
const ALICE = Array.from({ length: BITS }, () => Math.floor(2 * random()));
const begins = Array.from({ length: BITS / (10 * BURST) }, (_, i) => 10 * BURST * i + Math.floor(9 * BURST * random()));
const BOB = [...ALICE];
for (const begin of begins) for (let i = 0; i < BURST; i++) if (random() < 0.5) BOB[begin + i] ^= 1;

beforeAll(() => {
  writeFileSync(at("a.bin"), packBits(ALICE, BITS));
  writeFileSync(at("b.bin"), packBits(BOB, BITS));
  writeFileSync(at("short-a.bin"), packBits(ALICE.slice(0, SHORT), SHORT));
  writeFileSync(at("short-b.bin"), packBits(BOB.slice(0, SHORT), SHORT));
});

/** The seed in a syndrome file, which may be incomplete. */
function seedOf(path: string): string | undefined {
  return /"interleaver":"([0-9a-f]{16})"/.exec(readFileSync(path, "latin1"))?.[1];
}

/** The key by the definition of the interleaver: Alice's bits of the verified blocks in blocks.csv. */
function expectedKey(seed: string, out: string, blockBits: number): number[] {
  const key = [Number.parseInt(seed.slice(0, 8), 16), Number.parseInt(seed.slice(8), 16)];
  const string = interleavedFrom(BITS, key).map((from) => ALICE[from]);
  const rows = readFileSync(at(out, "blocks.csv"), "utf8").trim().split("\n").slice(1);
  expect(rows.length).toBe(Math.ceil(BITS / blockBits));
  return rows.flatMap((row, block) =>
    row.includes(",verified,") ? string.slice(block * blockBits, (block + 1) * blockBits) : [],
  );
}

describe("bursts of 2,000 bits, half of them wrong", () => {
  const block = 1296;
  const blocks = Math.ceil(BITS / block);
  const both = ["both", at("a.bin"), at("b.bin"), "--code=wifi-1944-1296", "--qber=0.05"];

  it("cost a sixth of the blocks without interleaving, and almost none with it", async () => {
    const plain = await done("plain", ...both, "--out", at("plain"));
    expect(plain).toMatchObject({ interleaved: false });
    expect(seedOf(at("plain", "syndromes.ldpc"))).toBeUndefined();
    expect(blocks - plain.key.verified).toBeGreaterThan(0.15 * blocks);
    const spread = await done("spread", ...both, "--interleave", "--out", at("spread"));
    expect(spread).toMatchObject({ interleaved: true });
    expect(blocks - spread.key.verified).toBeLessThan(0.01 * blocks);
    const key = expectedKey(seedOf(at("spread", "syndromes.ldpc"))!, "spread", block);
    for (const name of ["alice.key", "bob.key"]) {
      expect([...unpackBits(readFileSync(at("spread", name)), spread.key.bits)]).toEqual(key);
    }
  });

  it("are spread in another way each time", async () => {
    const seeds = new Set<string | undefined>();
    for (const out of ["first", "second", "third"]) {
      await done(out, "send", at("short-a.bin"), ...OPTIONS, "--interleave", "--out", at(out));
      seeds.add(seedOf(at(out, "syndromes.ldpc")));
    }
    expect(seeds).not.toContain(undefined);
    expect(seeds.size).toBe(3);
  });
});

describeLong("ends apart", () => {
  const BLOCK = 432;

  it("make the key of the seed that was drawn before the run was killed", async () => {
    const alice = ["send", at("a.bin"), ...OPTIONS, "--interleave"];
    await stoppedKey(at("alice"), "SIGKILL", 20, ...alice);
    const seed = seedOf(at("alice", "syndromes.ldpc.part"))!;
    const before = blocksDone(at("alice"));
    expect(before).toBeGreaterThan(20);
    expect(before).toBeLessThan(BITS / BLOCK);
    // Without the option the command describes another run.
    const plain = alice.filter((option) => option !== "--interleave");
    expect((await run("alice", ...plain, "--out", at("alice"))).stderr).toContain(
      "holds an unfinished run with --interleave given, not not given",
    );
    await done("alice", ...alice, "--out", at("alice"));
    const syndromes = at("alice", "syndromes.ldpc");
    expect(seedOf(syndromes)).toBe(seed);
    await done("bob", "correct", at("b.bin"), syndromes, "--out", at("bob"));
    const verdict = at("bob", "verdict.ldpc");
    await done("alice", "confirm", at("a.bin"), syndromes, verdict, "--out", at("alice"));
    await done("bob", "accept", at("alice", "confirmation.ldpc"), "--out", at("bob"));
    const key = expectedKey(seed, "bob", BLOCK);
    expect(key.length).toBeGreaterThan(0.95 * BITS);
    for (const path of [at("alice", "alice.key"), at("bob", "bob.key")]) {
      expect([...unpackBits(readFileSync(path), key.length)]).toEqual(key);
    }
  });

  it("retry the blocks that failed", async () => {
    const bits = 40 * BLOCK - 5;
    // With 2 % more wrong bits, about half of the blocks fail.
    const worse = BOB.slice(0, bits).map((bit) => (random() < 0.02 ? bit ^ 1 : bit));
    writeFileSync(at("a-part.bin"), packBits(ALICE.slice(0, bits), bits));
    writeFileSync(at("b-part.bin"), packBits(worse, bits));
    const [alice, bob] = [at("a-part.bin"), at("b-part.bin")];
    const syndromes = at("worse-a", "syndromes.ldpc");
    await done("worse-a", "send", alice, ...OPTIONS, "--interleave", `--bits=${bits}`, "--out", at("worse-a"));
    const first = await done("worse-b", "correct", bob, syndromes, "--out", at("worse-b"));
    expect(first.key.verified).toBeGreaterThan(0);
    expect(first.key.verified).toBeLessThan(40);
    const verdict = at("worse-b", "verdict.ldpc");
    await done("worse-a", "confirm", alice, syndromes, verdict, "--out", at("worse-a"));
    await done("worse-a", "retry", alice, syndromes, verdict, "--disclose=200", "--out", at("again-a"));
    const further = ["--further", at("again-a", "syndromes.ldpc")];
    const second = await done("worse-b", "correct", bob, syndromes, ...further, "--out", at("again-b"));
    expect(second.key.verified).toBe(40 - first.key.verified);
    const answers = [further[1], at("again-b", "verdict.ldpc")];
    await done("worse-a", "confirm", alice, ...answers, "--out", at("again-a"));
    const confirmation = ["accept", at("again-a", "confirmation.ldpc")];
    await done("worse-b", ...confirmation, "--out", at("again-b"));
    expect(readFileSync(at("again-a", "alice.key")).equals(readFileSync(at("again-b", "bob.key")))).toBe(true);
  });
});

describe("--interleave", () => {
  it("is no second use of the same bits", async () => {
    const alice = ["send", at("short-a.bin"), ...OPTIONS];
    for (const [ledger, now, then] of [
      ["spread-first", ["--interleave"], []],
      ["spread-then", [], ["--interleave"]],
    ] as const) {
      await done(ledger, ...alice, ...now, "--out", at(ledger));
      expect(await refused(ledger, ...alice, ...then)).toMatch(/^short-a\.bin: was used already/);
      writeFileSync(at("part.bin"), readFileSync(at("short-a.bin")).subarray(234));
      const part = alice.map((option) => option.replace("short-a.bin", "part.bin"));
      expect(await refused(ledger, ...part, ...then)).toMatch(/^part\.bin: has parts that were used already/);
    }
  });

  it("is in the syndrome file, and no option of the end that corrects", async () => {
    const bob = ["correct", at("short-b.bin"), at("spread-first/syndromes.ldpc")];
    expect(await refused("say", ...bob, "--interleave")).toContain("ldpc key correct has no option --interleave");
    expect(await done("say", ...bob, "--out", at("say"))).toMatchObject({ interleaved: true });
  });
});
