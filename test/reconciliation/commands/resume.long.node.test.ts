import { existsSync, readdirSync, readFileSync, statSync, utimesSync, writeFileSync } from "node:fs";
import { beforeAll, describe, expect, it } from "vitest";
import { ldpc } from "../../cli/run-in-process.ts";
import { ends, noisyBytes } from "./ends.ts";
import { keyWords } from "./key-command.ts";
import { blocksDone, expectSameContents, stoppedKey, withLedger } from "./killed.ts";

const { at, ...machine } = ends();

const BYTES = 36_003;
const BLOCKS = Math.ceil((8 * BYTES) / 432);
const OPTIONS = ["--code=wifi-648-432", "--qber=0.03"];
const BOTH = ["both", at("a.bin"), at("b.bin"), ...OPTIONS];

/** Strings that differ in 3 % of the bits, and in some blocks in 30 %. */
beforeAll(() => {
  const [alice, bob] = noisyBytes(7, BYTES, (byte) => (byte % 5000 < 60 ? 0.3 : 0.03));
  writeFileSync(at("a.bin"), alice);
  writeFileSync(at("b.bin"), bob);
});

const done = (out: string) => blocksDone(at(out));
const stopped = (out: string, signal: NodeJS.Signals, blocks: number, ...options: string[]) =>
  stoppedKey(at(out), signal, blocks, ...options);
const whole = (out: string, ...options: string[]) => machine.done("", ...options, "--out", at(out));

/** Compares keys and blocks of two runs over the same data. Each run draws its salts and the key of the key's hash anew. */
const expectSameKeys = (out: string, expected: string) =>
  expectSameContents(at(out), at(expected), ["alice.key", "bob.key", "blocks.csv"]);

const refused = (...words: string[]) => machine.refused("", ...words);

describe("ldpc key, killed", () => {
  beforeAll(() => whole("both", ...BOTH));

  it("goes on where it was, and writes the same files as without", async () => {
    expect(readFileSync(at("both", "blocks.csv"), "utf8")).toMatch(/,failed,/);
    // Each run has done at least two batches, and not its last. A batch has at most eight times the blocks of the one before.
    for (let run = 0; run < 2; run++) {
      const blocks = done("killed") + 20;
      expect(await stopped("killed", "SIGKILL", blocks, ...BOTH)).toMatchObject({ signal: "SIGKILL" });
      expect(done("killed")).toBeGreaterThan(blocks);
      expect(done("killed")).toBeLessThan(BLOCKS);
      expect(readdirSync(at("killed")).filter((name) => /(key|csv|syndromes\.ldpc|verdict\.ldpc)$/.test(name))).toEqual(
        [],
      );
    }
    // The finished blocks do not run again.
    const before = done("killed");
    const last = withLedger([...BOTH, "--out", at("killed")]);
    const { status, stderr } = await ldpc(...keyWords(last));
    expect(status).toBe(0);
    const [, from] = /([\d,]+) blocks are done: goes on behind them\n/.exec(stderr)!;
    expect(Number(from.replace(",", ""))).toBe(before);
    expectSameKeys("killed", "both");
  });

  it("goes on with the salt that it has drawn, at both ends apart too", async () => {
    const alice = ["send", at("a.bin"), ...OPTIONS];
    await stopped("alice", "SIGKILL", BLOCKS / 4, ...alice);
    const salt = /"salt":"(\w+)"/.exec(readFileSync(at("alice", "syndromes.ldpc.part"), "utf8"))![1];
    await whole("alice", ...alice);
    expect(/"salt":"(\w+)"/.exec(readFileSync(at("alice", "syndromes.ldpc"), "latin1"))![1]).toBe(salt);
    const bob = ["correct", at("b.bin"), at("alice", "syndromes.ldpc")];
    // The signal comes early: after Ctrl-C the batches in flight finish.
    expect(await stopped("bob", "SIGINT", 20, ...bob)).toMatchObject({
      status: 130,
      stderr: expect.stringMatching(
        /ldpc: interrupted; \d+ of 667 blocks are done: the same command goes on with them\n$/,
      ),
    });
    expect(await stopped("bob", "SIGKILL", BLOCKS / 4, ...bob)).toMatchObject({ signal: "SIGKILL" });
    await whole("bob", ...bob);
    expect(readdirSync(at("bob")).filter((name) => name.endsWith(".part"))).toEqual([]);
    expect(readFileSync(at("bob", "blocks.csv")).equals(readFileSync(at("both", "blocks.csv")))).toBe(true);
    expect(readFileSync(at("bob", "bob.pending")).equals(readFileSync(at("both", "bob.key")))).toBe(true);
  });

  it("refuses to go on with something else", async () => {
    const out = ["--out", at("other")];
    await stopped("other", "SIGKILL", 20, ...BOTH);
    const remedy = "give the same options to go on, choose another --out, or drop it with --force";
    const unfinished = (difference: string) => `other: holds an unfinished run with ${difference}: ${remedy}`;
    expect(await refused(...BOTH, ...out, "--seed=2")).toBe(unfinished("--seed 1, not 2"));
    expect(await refused(...BOTH, ...out, "--punctured=2")).toBe(unfinished("--punctured 0, not 2"));
    expect(await refused(...BOTH, ...out, "--hash-bits=64")).toBe(unfinished("--hash-bits 32, not 64"));
    expect(await refused(...BOTH, ...out, "--decoder=sum-product iterations=5")).toMatch(
      /with --decoder sum-product iterations=100 .*, not /,
    );
    expect(await refused("send", at("a.bin"), ...OPTIONS, ...out)).toBe(unfinished("the data of both ends"));
    const other = BOTH.map((option) => option.replace("0.03", "0.02").replace("432", "486"));
    expect(await refused(...other, ...out)).toMatch(
      /with --code wifi-648-432 \(\w+…\), not wifi-648-486 \(\w+…\): give/,
    );
    // Another content with the same length and time of writing.
    const [content, { mtime }] = [readFileSync(at("b.bin")), statSync(at("b.bin"))];
    writeFileSync(
      at("b.bin"),
      content.map((byte, i) => (i === 30_000 ? byte ^ 1 : byte)),
    );
    utimesSync(at("b.bin"), mtime, mtime);
    expect(await refused(...BOTH, ...out)).toMatch(
      /with Bob's data of 288024 bits, SHA-256 [0-9a-f]{12}…, not of 288024 bits, SHA-256 /,
    );
    writeFileSync(at("b.bin"), content);
    const before = done("other");
    expect(before).toBeGreaterThan(20);
    // A refused command removes nothing.
    await whole("other", ...BOTH);
    expectSameKeys("other", "both");
  });

  it("begins anew with --force, and removes its files if no block was done", async () => {
    await stopped("anew", "SIGKILL", 20, ...BOTH, "--seed=2");
    await whole("anew", ...BOTH, "--force");
    expectSameKeys("anew", "both");
    const damaged = readFileSync(at("both", "syndromes.ldpc"));
    damaged[damaged.indexOf(10) + 20] ^= 1;
    writeFileSync(at("damaged.ldpc"), damaged);
    const bob = ["correct", at("b.bin"), at("damaged.ldpc"), "--out", at("nothing")];
    expect(await refused(...bob)).toContain("damaged.ldpc: block 0 is damaged");
    expect(existsSync(at("nothing"))).toBe(false);
  });

  it("goes on with a syndrome file that was got again", async () => {
    const sound = readFileSync(at("both", "syndromes.ldpc"));
    const damaged = Uint8Array.from(sound);
    damaged[sound.length - 100] ^= 1;
    writeFileSync(at("again.ldpc"), damaged);
    const bob = ["correct", at("b.bin"), at("again.ldpc"), "--out", at("again")];
    expect(await refused(...bob)).toMatch(/^again.ldpc: block 66\d is damaged/);
    expect(existsSync(at("again", "bob.pending"))).toBe(false);
    const before = done("again");
    expect(before).toBeGreaterThan(0);
    writeFileSync(at("again.ldpc"), sound);
    await whole("again", ...bob.slice(0, -2));
    expect(readFileSync(at("again", "bob.pending")).equals(readFileSync(at("both", "bob.key")))).toBe(true);
  });
});
