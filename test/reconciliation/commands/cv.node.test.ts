import { existsSync, readdirSync, statSync, writeFileSync } from "node:fs";
import { beforeAll, describe, expect, it, vi } from "vitest";
import * as plan from "../../../src/reconciliation/commands/plan.ts";
import { correlatedValues } from "../../../src/reconciliation/core/estimation.ts";
import { ldpc } from "../../cli/run-in-process.ts";
import { fixRandomness } from "../../setup/fixed-randomness.js";
import { describeLong, itLong } from "../../sweep.ts";
import { ends } from "./ends.ts";
import { blocksDone, stoppedKey } from "./killed.ts";

const { at, bytes, ...machine } = ends();
beforeAll(() => fixRandomness("cv"));

/** Rate 1/2 with blocks of 432 bits. Decoding never fails at this SNR. */
const CODE = "wifi-648-432";
const BLOCK = 432;
const SNR = 8;
/** A block in which Alice's values are independent of Bob's. */
const HOPELESS = 2;
const COUNT = 6 * BLOCK + 100;
const COMMON = [`--code=${CODE}`, `--snr=${SNR}`];
const BOTH = ["both", at("x.f64"), at("y.f32")];

function write(name: string, values: Float32Array | Float64Array): string {
  writeFileSync(at(name), new Uint8Array(values.buffer, values.byteOffset, values.byteLength));
  return at(name);
}

const { x, y } = correlatedValues(SNR, 5, { first: 0, count: COUNT });
/** Alice's values have their own unit and an offset. */
const ALICE = x.map((value, i) => 7 + 20 * (Math.floor(i / BLOCK) === HOPELESS ? -value : value));

beforeAll(() => {
  write("x.f64", ALICE);
  write("y.f32", Float32Array.from(y));
});

/** Words of a command of `ldpc key cv`. `accept` and other commands on bits have the form `key accept`. */
const ofValues = (words: string[]) => (words[0] === "key" ? words.slice(1) : ["cv", ...words]);
const done = (...words: string[]) => machine.done("", ...ofValues(words));
const refused = (...words: string[]) => machine.refused("", ...ofValues(words));

describe("ldpc key cv", () => {
  it("gives both ends the key of the blocks that are verified", async () => {
    const summary = await done(...BOTH, ...COMMON, "--out", at("both"));
    expect(readdirSync(at("both")).sort()).toEqual([
      ...["alice.key", "blocks.csv", "bob.key", "syndromes.ldpc", "verdict.ldpc"],
    ]);
    const key = bytes("both", "bob.key");
    expect(key.length).toBe((5 * BLOCK) / 8);
    expect(bytes("both", "alice.key").equals(key)).toBe(true);
    expect(new Set(key).size).toBeGreaterThan(100);
    expect(summary).toMatchObject({
      code: CODE,
      columns: "information",
      blocks: 6,
      bitsPerBlock: BLOCK,
      snr: SNR,
      rate: 0.5,
      values: { all: COUNT, reconciled: 6 * BLOCK, disclosed: 0, left: 100 },
      leakage: { syndromeBits: 6 * 216, hashBits: 6 * 32, verdictBits: 6 + 128, perBit: 0.5 },
      key: { verified: 5, failed: 1, bits: 5 * BLOCK },
      decoding: { snr: SNR, wrong: 0 },
    });
    expect(summary.efficiency).toBeCloseTo(1 / Math.log2(9), 12);
    expect(summary.efficiencyWithHash).toBeCloseTo((216 - 32) / 216 / Math.log2(9), 12);
    expect(summary.decoding.frameErrorRate).toBeCloseTo(1 / 6, 12);
    const lines = bytes("both", "blocks.csv").toString().trim().split("\n");
    expect(lines[0]).toBe("block,bits,result,iterations");
    expect(lines.slice(1).map((line) => line.split(",").slice(0, 3).join())).toEqual(
      [0, 1, 2, 3, 4, 5].map((block) => `${block},${BLOCK},${block === HOPELESS ? "failed" : "verified"}`),
    );
  });

  it("does the same in four steps, with nothing but public files between the ends", async () => {
    await done("send", at("y.f32"), ...COMMON, "--out", at("bob"));
    expect(readdirSync(at("bob")).sort()).toEqual(["bob.bin", "syndromes.ldpc"]);
    expect(statSync(at("bob", "bob.bin")).mode & 0o77).toBe(0);
    expect(statSync(at("bob")).mode & 0o777).toBe(0o700);
    expect(bytes("bob", "bob.bin").length).toBe((6 * BLOCK) / 8);
    const syndromes = at("bob", "syndromes.ldpc");
    const alice = await done("correct", at("x.f64"), syndromes, "--out", at("alice"));
    expect(readdirSync(at("alice")).sort()).toEqual(["alice.pending", "blocks.csv", "verdict.ldpc"]);
    expect(alice.key).toMatchObject({ verified: 5, failed: 1, bits: 5 * BLOCK, delivered: false });
    const verdict = at("alice", "verdict.ldpc");
    const bob = await done("confirm", at("bob", "bob.bin"), syndromes, verdict, "--out", at("bob"));
    expect(bob.key).toEqual({ ...alice.key, delivered: true });
    await done("key", "accept", at("bob", "confirmation.ldpc"), "--out", at("alice"));
    expect(bytes("bob", "bob.key").equals(bytes("alice", "alice.key"))).toBe(true);
    const bits = bytes("bob", "bob.bin");
    const kept = bits.filter((_, i) => Math.floor((8 * i) / BLOCK) !== HOPELESS);
    expect([...bytes("bob", "bob.key")]).toEqual([...kept]);
    // The bits are random: two runs draw different ones.
    expect(bytes("bob", "bob.key").equals(bytes("both", "bob.key"))).toBe(false);
    expect(statSync(at("alice", "blocks.csv")).mode & 0o777).toBe(0o600);
    // The rotations stay until the user says that no block will be retried.
    const last = ["confirm", at("bob", "bob.bin"), syndromes, verdict, "--out", at("bob"), "--force", "--forget"];
    await done(...last);
    expect(readdirSync(at("bob")).sort()).toEqual(["bob.key", "confirmation.ldpc", "syndromes.ldpc"]);
    expect(bytes("bob", "bob.key").equals(bytes("alice", "alice.key"))).toBe(true);
    expect(await refused("send", at("y.f32"), ...COMMON, "--forget")).toContain(
      "ldpc key cv send has no option --forget",
    );
    const other = changed("other.bin", bits, (content) => {
      content[(4 * BLOCK) / 8] ^= 1;
    });
    expect(await refused("confirm", other, syndromes, verdict)).toBe(
      "other.bin: block 4 is not the one of bob/syndromes.ldpc: give the string that it was made of",
    );
  });

  it("estimates the SNR from disclosed values, and leaves them out of the key", async () => {
    const clean = write("clean.f64", x);
    const ends = ["both", clean, at("y.f32"), "--out", at("estimated")];
    const summary = await done(...ends, `--code=${CODE}`, "--disclose=4");
    const groups = Math.floor(COUNT / 8);
    const disclosed = 8 * Math.floor(groups / 4);
    const blocks = Math.floor((8 * groups - disclosed) / BLOCK);
    expect(summary).toMatchObject({ blocks, values: { disclosed, reconciled: blocks * BLOCK } });
    expect(summary.estimate.values).toBe(disclosed);
    // Each run draws the disclosed values anew, and one interval of 20 misses the true SNR. The test allows four standard deviations of 8
    // %.
    expect(summary.estimate.low).toBeLessThan(1.2 * SNR);
    expect(summary.estimate.high).toBeGreaterThan(SNR / 1.2);
    expect(summary.decoding.snr).toBe(summary.snr);
    expect(bytes("estimated", "alice.key").equals(bytes("estimated", "bob.key"))).toBe(true);
    expect(summary.key.verified).toBe(blocks);
    // The syndrome file lists the values that are left out.
    const syndromes = at("estimated", "syndromes.ldpc");
    const again = await done("correct", clean, syndromes, "--out", at("estimated-alice"));
    expect(again.key.bits).toBe(summary.key.bits);
    expect(bytes("estimated-alice", "alice.pending").equals(bytes("estimated", "bob.key"))).toBe(true);
  });

  it("takes digitised values with their step, and dithers them", async () => {
    const digitised = write(
      "digitised.f32",
      Float32Array.from(y, (value) => Math.round(500 * value)),
    );
    const ends = ["both", at("x.f64"), digitised];
    expect(await refused(...ends, ...COMMON)).toMatch(/^digitised.f32: its values come in steps .* --resolution/);
    const summary = await done(...ends, ...COMMON, "--resolution=1", "--out", at("digitised"));
    expect(summary.key).toMatchObject({ verified: 5, failed: 1, bits: 5 * BLOCK });
    expect(await refused("correct", at("x.f64"), at("both", "syndromes.ldpc"), "--resolution=1")).toContain(
      "ldpc key cv correct has no option --resolution",
    );
  });

  it("punctures the code that it takes by the SNR, at both ends", async () => {
    const row = (punctured: number, leastSnr: number) => ({ punctured, leastSnr, frames: 1, failures: 0 });
    const rows = [row(0, 4), row(96, 16)].map((measured) => ({ code: CODE, n: BLOCK, checks: 216, ...measured }));
    const table = vi.spyOn(plan, "valueCandidates").mockReturnValue(rows);
    const ends = ["both", write("clean.f64", x), at("y.f32"), `--snr=${SNR}`, "--out", at("punctured")];
    const summary = await done(...ends).finally(() => table.mockRestore());
    // 1/8 lies two thirds of the way from 1/4 to 1/16.
    const bits = BLOCK - 64;
    const blocks = Math.floor(COUNT / bits);
    expect(summary).toMatchObject({ code: CODE, punctured: 64, bitsPerBlock: bits, blocks });
    expect(summary.leakage.syndromeBits).toBe(blocks * (216 - 64));
    expect(summary.key.verified).toBe(blocks);
    expect(bytes("punctured", "alice.key").equals(bytes("punctured", "bob.key"))).toBe(true);
  });

  itLong("takes the code by the SNR, on values of correlated-values, and says so in words", async () => {
    const made = await ldpc("correlated-values", "--snr=0.4", "--values=20000", "--seed=3", "--out", at("made"));
    expect(made).toMatchObject({
      status: 0,
      stdout: `written  ${at("made", "alice.npy")}, ${at("made", "bob.npy")}\n`,
    });
    const ends = ["both", at("made", "alice.npy"), at("made", "bob.npy")];
    const { status, stdout } = await machine.run("", "cv", ...ends, "--snr=0.4", "--out", at("met"));
    expect(status).toBe(0);
    expect(stdout).toMatch(
      /^run {9}[0-9a-f]{16}\ncode {8}cv-10000-1000, all columns\nblocks {6}2 of 10,000 bits, 20,000 values\nverified {4}all\nkey {9}20,000 bits\nkey id {6}[0-9a-f]{16}: the same at both ends\nε_cor {7}.*\nSNR {9}0.4 given\nFER {9}0\n/,
    );
    expect(stdout).toContain("\nefficiency  β 0.412, with hashes 0.3988, rate 0.1 over ½·log2(1 + SNR)\n");
    expect(bytes("met", "alice.key").equals(bytes("met", "bob.key"))).toBe(true);
    const { x, y } = correlatedValues(0.4, 3, { first: 0, count: 20_000 });
    const values = (name: string) => new Float32Array(bytes("made", name).subarray(128).buffer.slice(-80_000));
    expect(values("alice.npy")).toEqual(Float32Array.from(x));
    expect(values("bob.npy")).toEqual(Float32Array.from(y));
    expect((await ldpc("correlated-values", "--snr=0.4", "--values=20", "--out", at("made"))).stderr).toContain(
      "--force overwrites it",
    );
    expect((await ldpc("correlated-values", "--snr=0", "--values=20", "--out", at("zero"))).stderr).toContain(
      "give a number above 0",
    );
    expect(existsSync(at("zero"))).toBe(false);
  });
});

/** Writes a changed copy of a content to a file. @returns its path. */
function changed(name: string, content: Uint8Array, change: (copy: Uint8Array) => void): string {
  const copy = Uint8Array.from(content);
  change(copy);
  writeFileSync(at(name), copy);
  return at(name);
}

describe("ldpc key cv refuses", () => {
  it("values that are none, and sequences of different lengths, before any work", async () => {
    const bad = (value: number) =>
      write(
        "bad.f64",
        ALICE.map((old, i) => (i === 1234 ? value : old)),
      );
    for (const value of [Number.NaN, Number.POSITIVE_INFINITY]) {
      const ends = ["both", bad(value), at("y.f32")];
      expect(await refused(...ends, ...COMMON)).toBe(`bad.f64: value 1234 is ${value}: all must be finite`);
    }
    const short = write("short.f64", ALICE.subarray(1));
    expect(await refused("both", short, at("y.f32"), ...COMMON)).toBe(
      `short.f64: has ${COUNT - 1} values, but y.f32 has ${COUNT}`,
    );
    expect(await refused("correct", short, at("both", "syndromes.ldpc"))).toBe(
      `short.f64: has ${COUNT - 1} values, but both/syndromes.ldpc has ${COUNT}`,
    );
    const few = write("few.f32", Float32Array.from(y.subarray(0, 400)));
    expect(await refused("send", few, ...COMMON)).toBe(
      `few.f32: has 400 values to reconcile, but a block of ${CODE} takes ${BLOCK}`,
    );
    expect(existsSync(at("never", "syndromes.ldpc.part"))).toBe(false);
  });

  it("an SNR that is none, and none at all", async () => {
    for (const snr of ["0", "-1"]) {
      expect(await refused(...BOTH, `--code=${CODE}`, `--snr=${snr}`)).toBe(
        `SNR ${snr}: it must be above 0; it is linear, not in decibels`,
      );
    }
    const none =
      "no --snr given: give it, for example 0.161, or --disclosed with the file of the other end, or with both ends here --disclose 10 to estimate it";
    expect(await refused(...BOTH, `--code=${CODE}`)).toBe(none);
    expect(await refused("send", at("y.f32"), `--code=${CODE}`)).toBe(none);
    expect(await refused(...BOTH, ...COMMON, "--epsilon-pe=0.1")).toBe(
      "--epsilon-pe is to estimate T and ξ from both ends here, with --disclose: leave it out",
    );
    expect(await refused(...BOTH, "--code=wifi-1296-648", "--snr=8")).toBe(
      "--code wifi-1296-648: 648 syndrome bits tell all of 648 bits of a block",
    );
    expect(await refused(...BOTH, ...COMMON, "--disclose=4")).toContain("--snr and --disclose are given");
    expect(await refused(...BOTH, `--code=${CODE}`, "--disclose=1")).toContain("--disclose");
    const negated = write(
      "negated.f64",
      ALICE.map((value) => -value),
    );
    expect(await refused("both", negated, at("y.f32"), `--code=${CODE}`, "--disclose=4")).toMatch(
      /^the correlation of \d+ pairs is -0\.\d+: it is not significantly positive/,
    );
  });

  it("codes and options that do not fit", async () => {
    expect(await refused(...BOTH, "--snr=0.02")).toMatch(/^no code works at SNR 0\.02: the least is .*; give --code$/);
    expect(await refused(...BOTH, "--snr=8")).toMatch(/^\d+ values make no block: the codes for SNR 8 take /);
    // The code for an estimate must work at the lower end of its interval.
    expect(await refused(...BOTH, "--disclose=2")).toMatch(
      /^the SNR is estimated as (\S+) … (?!\1)\S+, and the lower end counts: \d+ values make no block: the codes for SNR \1 take /,
    );
    expect(await refused(...BOTH, ...COMMON, "--qber=0.1")).toContain("ldpc key cv both has no option --qber");
    expect(await refused("key", ...BOTH, ...COMMON)).toContain("ldpc key both has no option --snr");
  });

  it("a syndrome file of bits, and one of values without --cv", async () => {
    const random = Uint8Array.from({ length: 108 }, (_, i) => (i * 89) % 256);
    writeFileSync(at("bits.bin"), random);
    await done("key", "send", at("bits.bin"), `--code=${CODE}`, "--qber=0.02", "--out", at("bits"));
    expect(await refused("correct", at("x.f64"), at("bits", "syndromes.ldpc"))).toBe(
      "bits/syndromes.ldpc: is of bits: use ldpc key, not ldpc key cv",
    );
    expect(await refused("key", "correct", at("bits.bin"), at("both", "syndromes.ldpc"))).toBe(
      "both/syndromes.ldpc: is of Gaussian values: use ldpc key cv",
    );
  });

  it("a damaged rotation, with the place", async () => {
    const content = bytes("both", "syndromes.ldpc");
    const header = content.indexOf(10) + 1;
    // Index, syndrome, hash, rotations, checksum.
    const record = 8 + 27 + 4 + (20 * BLOCK) / 8 + 4;
    expect(content.length).toBe(header + 6 * record);
    const damaged = changed("damaged.ldpc", content, (copy) => {
      copy[header + 3 * record + 500] ^= 1;
    });
    const from = header + 3 * record;
    expect(await refused("correct", at("x.f64"), damaged, "--out", at("damaged"))).toBe(
      `damaged.ldpc: block 3 is damaged (bytes ${from} to ${from + record - 1}): get the syndrome file again`,
    );
    expect(existsSync(at("damaged", "alice.key"))).toBe(false);
  });
});

describeLong("ldpc key cv, killed", () => {
  const BLOCKS = 700;
  const many = correlatedValues(SNR, 9, { first: 0, count: BLOCKS * BLOCK });
  const [alice, bob] = [at("many-x.f32"), at("many-y.f32")];
  beforeAll(() => {
    write("many-x.f32", Float32Array.from(many.x));
    write("many-y.f32", Float32Array.from(many.y));
  });

  const stopped = (out: string, blocks: number, ...words: string[]) =>
    stoppedKey(at(out), "SIGKILL", blocks, "cv", ...words);

  it("goes on at both ends apart, Bob with the bits that he has drawn", async () => {
    await stopped("bob-killed", BLOCKS / 4, "send", bob, ...COMMON);
    const before = blocksDone(at("bob-killed"));
    expect(before).toBeGreaterThan(BLOCKS / 4);
    const drawn = bytes("bob-killed", "bob.bin.part").subarray(0, (before * BLOCK) / 8);
    expect(await refused("send", bob, `--code=${CODE}`, "--snr=2", "--out", at("bob-killed"))).toMatch(/--snr/);
    await done("send", bob, ...COMMON, "--out", at("bob-killed"));
    expect(bytes("bob-killed", "bob.bin").subarray(0, drawn.length).equals(drawn)).toBe(true);
    const syndromes = at("bob-killed", "syndromes.ldpc");
    await stopped("alice-killed", BLOCKS / 3, "correct", alice, syndromes);
    await done("correct", alice, syndromes, "--out", at("alice-killed"));
    const verdict = at("alice-killed", "verdict.ldpc");
    await done("confirm", at("bob-killed", "bob.bin"), syndromes, verdict, "--out", at("bob-killed"));
    await done("key", "accept", at("bob-killed", "confirmation.ldpc"), "--out", at("alice-killed"));
    expect(bytes("bob-killed", "bob.key").equals(bytes("alice-killed", "alice.key"))).toBe(true);
    expect(bytes("bob-killed", "bob.key").length).toBeGreaterThan((0.9 * BLOCKS * BLOCK) / 8);
  });
});
