import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { correlatedValues } from "../../../src/reconciliation/correlated-values.ts";
import { describeLong } from "../../sweep.ts";
import { ldpc } from "../run-in-process.ts";
import { blocksDone, ended, startReconcile, stoppedReconcile, withLedger } from "./killed.ts";
import { oldReconcile } from "./old-command.ts";

const folder = mkdtempSync(join(tmpdir(), "gfq-ldpc-reconcile-cv-"));
afterAll(() => rmSync(folder, { recursive: true }));
const at = (...names: string[]) => join(folder, ...names);
const bytes = (...names: string[]) => readFileSync(at(...names));

/** Rate 1/2, blocks of 432 bits: at this SNR it never fails. */
const CODE = "wifi-648-432";
const BLOCK = 432;
const SNR = 8;
/** Of this block Alice's values have nothing to do with Bob's. */
const HOPELESS = 2;
const COUNT = 6 * BLOCK + 100;
const COMMON = [`--code=${CODE}`, `--snr=${SNR}`];
const ENDS = ["--alice", at("x.f64"), "--bob", at("y.f32")];

function write(name: string, values: Float32Array | Float64Array): string {
  writeFileSync(at(name), new Uint8Array(values.buffer, values.byteOffset, values.byteLength));
  return at(name);
}

const { x, y } = correlatedValues(SNR, 5, { first: 0, count: COUNT });
/** In a unit of her own, with an offset. */
const ALICE = x.map((value, i) => 7 + 20 * (Math.floor(i / BLOCK) === HOPELESS ? -value : value));

beforeAll(() => {
  write("x.f64", ALICE);
  write("y.f32", Float32Array.from(y));
});

async function reconcile(...options: string[]) {
  const result = await oldReconcile("--cv", "--engine=cpu", "--json", "--quiet", ...withLedger(options));
  expect(result).toMatchObject({ status: 0, stderr: "" });
  return JSON.parse(result.stdout);
}

async function refused(...given: string[]): Promise<string> {
  const options = given.includes("--out") ? given : ["--out", at("never"), ...given];
  const { status, stdout, stderr } = await oldReconcile("--engine=cpu", "--quiet", ...withLedger(options));
  expect({ refused: [1, 2].includes(status), stdout, lines: stderr.trim().split("\n").length }).toEqual({
    refused: true,
    stdout: "",
    lines: 1,
  });
  return stderr
    .trim()
    .replaceAll(`${folder}/`, "")
    .replace(/^ldpc: /, "");
}

const refusedCv = (...options: string[]) => refused("--cv", ...options);

describe("ldpc reconcile --cv", () => {
  it("gives both ends the key of the blocks that are verified", async () => {
    const summary = await reconcile(...COMMON, ...ENDS, "--out", at("both"));
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
    expect(summary.decoding.frameErrorRate).toBeCloseTo(1 / 6, 12);
    const lines = bytes("both", "blocks.csv").toString().trim().split("\n");
    expect(lines[0]).toBe("block,bits,result,iterations");
    expect(lines.slice(1).map((line) => line.split(",").slice(0, 3).join())).toEqual(
      [0, 1, 2, 3, 4, 5].map((block) => `${block},${BLOCK},${block === HOPELESS ? "failed" : "verified"}`),
    );
  });

  it("does the same in four steps, with nothing but public files between the ends", async () => {
    await reconcile(...COMMON, "--bob", at("y.f32"), "--out", at("bob"));
    expect(readdirSync(at("bob")).sort()).toEqual(["bob.bin", "syndromes.ldpc"]);
    expect(statSync(at("bob", "bob.bin")).mode & 0o77).toBe(0);
    expect(statSync(at("bob")).mode & 0o777).toBe(0o700);
    expect(bytes("bob", "bob.bin").length).toBe((6 * BLOCK) / 8);
    const syndromes = ["--syndromes", at("bob", "syndromes.ldpc")];
    const alice = await reconcile("--alice", at("x.f64"), ...syndromes, "--out", at("alice"));
    expect(readdirSync(at("alice")).sort()).toEqual(["alice.pending", "blocks.csv", "verdict.ldpc"]);
    expect(alice.key).toMatchObject({ verified: 5, failed: 1, bits: 5 * BLOCK, delivered: false });
    const verdict = ["--verdict", at("alice", "verdict.ldpc")];
    const bob = await reconcile("--bob", at("bob", "bob.bin"), ...syndromes, ...verdict, "--out", at("bob"));
    expect(bob.key).toEqual({ ...alice.key, delivered: true });
    await reconcile("--confirmation", at("bob", "confirmation.ldpc"), "--out", at("alice"));
    expect(bytes("bob", "bob.key").equals(bytes("alice", "alice.key"))).toBe(true);
    const bits = bytes("bob", "bob.bin");
    const kept = bits.filter((_, i) => Math.floor((8 * i) / BLOCK) !== HOPELESS);
    expect([...bytes("bob", "bob.key")]).toEqual([...kept]);
    // The bits are random: another run has others.
    expect(bytes("bob", "bob.key").equals(bytes("both", "bob.key"))).toBe(false);
    expect(statSync(at("alice", "blocks.csv")).mode & 0o777).toBe(0o600);
    // Kept until it is said that no block will be retried.
    const last = ["--bob", at("bob", "bob.bin"), ...syndromes, ...verdict, "--out", at("bob"), "--force", "--forget"];
    await reconcile(...last);
    expect(readdirSync(at("bob")).sort()).toEqual(["bob.key", "confirmation.ldpc", "syndromes.ldpc"]);
    expect(bytes("bob", "bob.key").equals(bytes("alice", "alice.key"))).toBe(true);
    expect(await refusedCv(...COMMON, "--bob", at("y.f32"), "--forget")).toContain(
      "--forget is for the step that makes the key",
    );
    const other = changed("other.bin", bits, (content) => {
      content[(4 * BLOCK) / 8] ^= 1;
    });
    expect(await refusedCv("--bob", other, ...syndromes, ...verdict)).toBe(
      "other.bin: block 4 is not the one of bob/syndromes.ldpc: give the string that it was made of",
    );
  });

  it("estimates the SNR from what is disclosed, and leaves that out", async () => {
    const clean = write("clean.f64", x);
    const ends = ["--alice", clean, "--bob", at("y.f32"), "--out", at("estimated")];
    const summary = await reconcile(`--code=${CODE}`, "--disclose=4", ...ends);
    const groups = Math.floor(COUNT / 8);
    const disclosed = 8 * Math.floor(groups / 4);
    const blocks = Math.floor((8 * groups - disclosed) / BLOCK);
    expect(summary).toMatchObject({ blocks, values: { disclosed, reconciled: blocks * BLOCK } });
    expect(summary.estimate.values).toBe(disclosed);
    // The disclosed values are drawn anew in each run, and one interval of 20 does not hold the true SNR: four
    // deviations of 8 % are allowed.
    expect(summary.estimate.low).toBeLessThan(1.2 * SNR);
    expect(summary.estimate.high).toBeGreaterThan(SNR / 1.2);
    expect(summary.decoding.snr).toBe(summary.snr);
    expect(bytes("estimated", "alice.key").equals(bytes("estimated", "bob.key"))).toBe(true);
    expect(summary.key.verified).toBe(blocks);
    // The syndrome file says which values are left out.
    const syndromes = ["--syndromes", at("estimated", "syndromes.ldpc")];
    const again = await reconcile("--alice", clean, ...syndromes, "--out", at("estimated-alice"));
    expect(again.key.bits).toBe(summary.key.bits);
    expect(bytes("estimated-alice", "alice.pending").equals(bytes("estimated", "bob.key"))).toBe(true);
  });

  it("takes digitised values with their step, and dithers them", async () => {
    const digitised = write(
      "digitised.f32",
      Float32Array.from(y, (value) => Math.round(500 * value)),
    );
    const ends = ["--alice", at("x.f64"), "--bob", digitised];
    expect(await refusedCv(...COMMON, ...ends)).toMatch(/^digitised.f32: its values come in steps .* --resolution/);
    const summary = await reconcile(...COMMON, ...ends, "--resolution=1", "--out", at("digitised"));
    expect(summary.key).toMatchObject({ verified: 5, failed: 1, bits: 5 * BLOCK });
    expect(await refusedCv("--alice", at("x.f64"), "--syndromes", at("both", "syndromes.ldpc"), "--resolution=1")).toBe(
      "--resolution is for Bob, whose values are the reference: leave it out",
    );
  });

  it("works with a code of multi-edge type, on values of correlated-values, and says so in words", async () => {
    const made = await ldpc("correlated-values", "--snr=0.4", "--values=20000", "--seed=3", "--out", at("made"));
    expect(made).toMatchObject({
      status: 0,
      stdout: `written  ${at("made", "alice.npy")}, ${at("made", "bob.npy")}\n`,
    });
    const ends = ["--alice", at("made", "alice.npy"), "--bob", at("made", "bob.npy")];
    const options = ["--code=met-10000-1000", "--snr=0.4", ...ends, "--out", at("met")];
    const { status, stdout } = await oldReconcile("--cv", "--engine=cpu", "--quiet", ...options);
    expect(status).toBe(0);
    expect(stdout).toMatch(
      /^run {9}[0-9a-f]{16}\ncode {8}met-10000-1000, all columns\nblocks {6}2 of 10,000 bits, 20,000 values\nverified {4}all\nkey {9}20,000 bits\nkey id {6}[0-9a-f]{16}: the same at both ends\nε_cor {7}4\.64e-37, .*\nSNR {9}0.4 given\nFER {9}0\n/,
    );
    expect(stdout).toContain("\nefficiency  β 0.412, rate 0.1 over ½·log2(1 + SNR)\n");
    expect(bytes("met", "alice.key").equals(bytes("met", "bob.key"))).toBe(true);
    const { x, y } = correlatedValues(0.4, 3, { first: 0, count: 20_000 });
    const values = (name: string) => new Float32Array(bytes("made", name).subarray(128).buffer.slice(-80_000));
    expect(values("alice.npy")).toEqual(Float32Array.from(x));
    expect(values("bob.npy")).toEqual(Float32Array.from(y));
    expect((await ldpc("correlated-values", "--snr=0.4", "--values=20", "--out", at("made"))).stderr).toContain(
      "--force overwrites it",
    );
    expect((await ldpc("correlated-values", "--snr=0", "--values=20", "--out", at("zero"))).stderr).toContain(
      "an SNR is a number above 0",
    );
    expect(existsSync(at("zero"))).toBe(false);
  });
});

/** A copy of a content with a change, in a file. */
function changed(name: string, content: Uint8Array, change: (copy: Uint8Array) => void): string {
  const copy = Uint8Array.from(content);
  change(copy);
  writeFileSync(at(name), copy);
  return at(name);
}

describe("ldpc reconcile --cv refuses", () => {
  it("values that are none, and sequences of different lengths, before any work", async () => {
    const bad = (value: number) =>
      write(
        "bad.f64",
        ALICE.map((old, i) => (i === 1234 ? value : old)),
      );
    for (const value of [Number.NaN, Number.POSITIVE_INFINITY]) {
      const ends = ["--alice", bad(value), "--bob", at("y.f32")];
      expect(await refusedCv(...COMMON, ...ends)).toBe(`bad.f64: value 1234 is ${value}: all must be finite`);
    }
    const short = write("short.f64", ALICE.subarray(1));
    expect(await refusedCv(...COMMON, "--alice", short, "--bob", at("y.f32"))).toBe(
      `short.f64: has ${COUNT - 1} values, but y.f32 has ${COUNT}`,
    );
    expect(await refusedCv("--alice", short, "--syndromes", at("both", "syndromes.ldpc"))).toBe(
      `short.f64: has ${COUNT - 1} values, but both/syndromes.ldpc has ${COUNT}`,
    );
    const few = write("few.f32", Float32Array.from(y.subarray(0, 400)));
    expect(await refusedCv(...COMMON, "--bob", few)).toBe(
      `few.f32: has 400 values to reconcile, but a block of ${CODE} takes ${BLOCK}`,
    );
    expect(existsSync(at("never", "syndromes.ldpc.part"))).toBe(false);
  });

  it("an SNR that is none, and none at all", async () => {
    for (const snr of ["0", "-1"]) {
      expect(await refusedCv(`--code=${CODE}`, `--snr=${snr}`, ...ENDS)).toBe(
        `--snr ${snr}: it is above 0, linear and not in decibels`,
      );
    }
    const none =
      "no --snr given: say it, for example 0.161, or --disclosed with the file of the other end, or with both ends here --disclose 10 to estimate it";
    expect(await refusedCv(`--code=${CODE}`, ...ENDS)).toBe(none);
    expect(await refusedCv(`--code=${CODE}`, "--disclose=4", "--bob", at("y.f32"))).toBe(none);
    expect(await refusedCv(...COMMON, "--disclose=4", ...ENDS)).toContain("--snr and --disclose are given");
    expect(await refusedCv(`--code=${CODE}`, "--disclose=1", ...ENDS)).toContain("--disclose");
    const negated = write(
      "negated.f64",
      ALICE.map((value) => -value),
    );
    expect(await refusedCv(`--code=${CODE}`, "--disclose=4", "--alice", negated, "--bob", at("y.f32"))).toMatch(
      /^the correlation of \d+ pairs is -0\.\d+: no positive one can be seen/,
    );
  });

  it("codes and options that do not fit", async () => {
    expect(await refusedCv("--snr=8", ...ENDS)).toBe("no code given: say --code");
    expect(await refusedCv(...COMMON, ...ENDS, "--shortened=3")).toBe(
      "429 bits of the key in a block are not groups of 8 values: shorten 5 positions more",
    );
    expect(await refusedCv(...COMMON, ...ENDS, "--shortened=216")).toBe(
      `--code ${CODE}: 216 syndrome bits tell all of 216 bits of a block`,
    );
    expect(await refusedCv(...COMMON, ...ENDS, "--qber=0.1")).toBe("--qber is for bits: leave it out with --cv");
    expect(await refusedCv(...COMMON, ...ENDS, "--adapt=4")).toBe("--adapt is for bits: leave it out with --cv");
    expect(await refused(...COMMON, ...ENDS)).toBe("--snr is for Gaussian values: say --cv");
    expect(await refusedCv(...COMMON, "--alice", at("x.f64"))).toBe(
      "--alice: give --alice and --bob, --bob alone, --alice and --syndromes, or --bob, --syndromes and --verdict, or --confirmation alone",
    );
  });

  it("a syndrome file of bits, and one of values without --cv", async () => {
    const random = Uint8Array.from({ length: 108 }, (_, i) => (i * 89) % 256);
    writeFileSync(at("bits.bin"), random);
    const made = await oldReconcile(
      "--engine=cpu",
      "--quiet",
      `--code=${CODE}`,
      "--qber=0.02",
      "--alice",
      at("bits.bin"),
      "--out",
      at("bits"),
    );
    expect(made.status).toBe(0);
    expect(await refusedCv("--alice", at("x.f64"), "--syndromes", at("bits", "syndromes.ldpc"))).toBe(
      "bits/syndromes.ldpc: is of bits: use ldpc key, not ldpc key cv",
    );
    expect(await refused("--bob", at("bits.bin"), "--syndromes", at("both", "syndromes.ldpc"))).toBe(
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
    expect(await refusedCv("--alice", at("x.f64"), "--syndromes", damaged, "--out", at("damaged"))).toBe(
      `damaged.ldpc: block 3 is damaged (bytes ${from} to ${from + record - 1}): get the syndrome file again`,
    );
    expect(existsSync(at("damaged", "alice.key"))).toBe(false);
  });
});

describeLong("ldpc reconcile --cv, killed", () => {
  const BLOCKS = 700;
  const many = correlatedValues(SNR, 9, { first: 0, count: BLOCKS * BLOCK });
  const [alice, bob] = [at("many-x.f32"), at("many-y.f32")];
  beforeAll(() => {
    write("many-x.f32", Float32Array.from(many.x));
    write("many-y.f32", Float32Array.from(many.y));
  });
  const whole = async (...options: string[]) =>
    expect(await ended(startReconcile("--cv", "--quiet", ...options))).toMatchObject({ status: 0 });

  it("goes on where it was, with keys that agree", async () => {
    const options = ["--cv", "--quiet", ...COMMON, "--alice", alice, "--bob", bob];
    for (const blocks of [20, BLOCKS / 2]) {
      const before = blocksDone(at("killed"));
      expect(await stoppedReconcile(at("killed"), "SIGKILL", blocks, ...options)).toMatchObject({ signal: "SIGKILL" });
      expect(blocksDone(at("killed"))).toBeGreaterThan(Math.max(before, blocks));
      expect(existsSync(at("killed", "bob.key"))).toBe(false);
    }
    const remedy = "say the same to go on, choose another --out, or drop it with --force";
    const ends = ["--alice", alice, "--bob", bob, "--out", at("killed")];
    expect(await refusedCv(`--code=${CODE}`, "--snr=2", ...ends)).toBe(
      `killed: holds an unfinished run with --snr 8, not 2: ${remedy}`,
    );
    expect(await refusedCv(...COMMON, ...ends, "--resolution=0.1")).toContain("is not a whole number of steps of 0.1");
    await whole(...options.slice(2), "--out", at("killed"));
    const key = bytes("killed", "bob.key");
    expect(bytes("killed", "alice.key").equals(key)).toBe(true);
    expect(key.length).toBeGreaterThan((0.9 * BLOCKS * BLOCK) / 8);
  });

  it("goes on at both ends apart, Bob with the bits that he has drawn", async () => {
    await stoppedReconcile(at("bob-killed"), "SIGKILL", BLOCKS / 4, "--cv", "--quiet", ...COMMON, "--bob", bob);
    const before = blocksDone(at("bob-killed"));
    expect(before).toBeGreaterThan(BLOCKS / 4);
    const drawn = bytes("bob-killed", "bob.bin.part").subarray(0, (before * BLOCK) / 8);
    await whole(...COMMON, "--bob", bob, "--out", at("bob-killed"));
    expect(bytes("bob-killed", "bob.bin").subarray(0, drawn.length).equals(drawn)).toBe(true);
    const syndromes = ["--syndromes", at("bob-killed", "syndromes.ldpc")];
    await stoppedReconcile(
      at("alice-killed"),
      "SIGKILL",
      BLOCKS / 3,
      "--cv",
      "--quiet",
      "--alice",
      alice,
      ...syndromes,
    );
    await whole("--alice", alice, ...syndromes, "--out", at("alice-killed"));
    const verdict = ["--verdict", at("alice-killed", "verdict.ldpc")];
    await whole("--bob", at("bob-killed", "bob.bin"), ...syndromes, ...verdict, "--out", at("bob-killed"));
    await whole("--confirmation", at("bob-killed", "confirmation.ldpc"), "--out", at("alice-killed"));
    expect(bytes("bob-killed", "bob.key").equals(bytes("alice-killed", "alice.key"))).toBe(true);
    expect(bytes("bob-killed", "bob.key").length).toBeGreaterThan((0.9 * BLOCKS * BLOCK) / 8);
  });
});
