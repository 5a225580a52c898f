import { copyFileSync, existsSync, readdirSync, statSync, writeFileSync } from "node:fs";
import { hostname } from "node:os";
import { describe, expect, it } from "vitest";
import { packBits } from "../../../src/code/packed-bits.ts";
import { loadCode } from "../../../src/node/index.ts";
import { choosePositions, disclosedPositions } from "../../../src/reconciliation/core/layout.ts";
import { SYNDROMES, splitMessages } from "../../../src/reconciliation/files/headers.ts";
import { RecordReader } from "../../../src/reconciliation/files/record-file.ts";
import { ends, noisyBits } from "./ends.ts";

const { at, bytes, run, ...machine } = ends();

const CODE = "wifi-648-432";
const BLOCK = 432;
const COMMON = [`--code=${CODE}`, "--qber=0.02"];
/** A block in which a third of the bits are wrong. */
const HOPELESS = 3;
const BITS = 6 * BLOCK + 101;

/** Alice's and Bob's bits. 2 % are wrong, and one block has too many wrong bits to correct. */
function makeStrings(name: string, bits = BITS, hopeless = HOPELESS, rate = 0.02): [number[], number[]] {
  const [alice, bob] = noisyBits(bits, bits, (bit) => (Math.floor(bit / BLOCK) === hopeless ? 0.33 : rate));
  writeFileSync(at(`${name}a.bin`), packBits(alice, bits));
  writeFileSync(at(`${name}b.bin`), packBits(bob, bits));
  return [alice, bob];
}

const [ALICE, BOB] = makeStrings("");
const BOTH = ["both", at("a.bin"), at("b.bin"), `--bits=${BITS}`];
const SEND = ["send", at("a.bin"), `--bits=${BITS}`];

const done = (...words: string[]) => machine.done("", ...words);
const refused = (...words: string[]) => machine.refused("", ...words);

/** Writes a changed copy of a file under another name. @returns its path. */
function changed(name: string, source: string, change: (content: Buffer) => Buffer): string {
  writeFileSync(at(name), change(bytes(source)));
  return at(name);
}

/** The syndromes in a folder, without the hashes, which depend on a salt. */
async function syndromesOf(out: string): Promise<Uint8Array> {
  const file = await RecordReader.open(at(out, "syndromes.ldpc"), SYNDROMES);
  const { syndromes } = splitMessages(await file.read(0, file.header.blocks), file.header);
  await file.close();
  return syndromes;
}

describe("ldpc key", () => {
  const keep = (bits: number[]) => bits.filter((_, i) => Math.floor(i / BLOCK) !== HOPELESS);

  it("makes keys of the verified blocks alone", async () => {
    const summary = await done(...BOTH, ...COMMON, "--out", at("both"));
    const key = keep(ALICE);
    expect(ALICE).not.toEqual(BOB);
    expect([...bytes("both", "alice.key")]).toEqual([...packBits(key, key.length)]);
    expect(bytes("both", "bob.key").equals(bytes("both", "alice.key"))).toBe(true);
    expect(readdirSync(at("both")).sort()).toEqual([
      ...["alice.key", "blocks.csv", "bob.key", "syndromes.ldpc", "verdict.ldpc"],
    ]);
    expect(summary).toMatchObject({
      code: CODE,
      columns: "information",
      blocks: 7,
      siftedBits: BITS,
      bitsPerBlock: BLOCK,
      qber: 0.02,
      key: { verified: 6, failed: 1, bits: BITS - BLOCK, delivered: true, verdictBits: 7 + 128 },
    });
    // Degree of the polynomial: the key's groups of 128 bits, and one group for its length.
    expect(summary.key.correctness).toBe((Math.ceil((BITS - BLOCK) / 128) + 1) / 2 ** 128);
    const wrong = keep(ALICE.map((bit, i) => bit ^ BOB[i]));
    const flipped = wrong.filter((bit) => bit === 1).length;
    expect(summary.decoding.qberFound).toBeCloseTo(flipped / wrong.length, 12);
    const h = (p: number) => -p * Math.log2(p) - (1 - p) * Math.log2(1 - p);
    const found = flipped / wrong.length;
    expect(summary.leakage).toMatchObject({
      syndromeBits: 7 * 216,
      hashBits: 7 * 32,
      verdictBits: 7 + 128,
      perSiftedBit: (7 * 216) / BITS,
    });
    expect(summary.leakage.efficiency).toBeCloseTo((7 * 216) / (BITS * h(found)), 10);
    expect(summary.leakage.efficiencyWithHash).toBeCloseTo((7 * 248) / (BITS * h(found)), 10);
    // Without a rate of phase errors there is no secret-key estimate.
    expect(summary.secretKey).toBeUndefined();
  });

  it("reports every block", () => {
    const lines = bytes("both", "blocks.csv").toString().trim().split("\n");
    expect(lines[0]).toBe("block,bits,result,iterations,corrected,qber");
    const blocks = lines.slice(1).map((line) => line.split(","));
    expect(blocks.map(([block]) => block)).toEqual(["0", "1", "2", "3", "4", "5", "6"]);
    for (const [block, bits, result, iterations, corrected, qber] of blocks) {
      const first = Number(block) * BLOCK;
      const length = Math.min(BLOCK, BITS - first);
      expect(Number(bits)).toBe(length);
      if (Number(block) === HOPELESS) {
        expect([result, iterations, corrected, qber]).toEqual(["failed", "100", "", ""]);
        continue;
      }
      const wrong = ALICE.slice(first, first + length).filter((bit, i) => bit !== BOB[first + i]).length;
      expect([result, Number(corrected), Number(qber)]).toEqual(["verified", wrong, wrong / length]);
      expect(Number(iterations)).toBeLessThan(100);
    }
  });

  it("does the same in four steps, each with the code of the step before", async () => {
    const alice = await done(...SEND, ...COMMON, "--out", at("alice"));
    expect(alice.key).toBeUndefined();
    expect(await syndromesOf("alice")).toEqual(await syndromesOf("both"));
    const syndromes = at("alice", "syndromes.ldpc");
    const bob = await done("correct", at("b.bin"), syndromes, "--out", at("bob"));
    expect(bytes("bob", "blocks.csv").equals(bytes("both", "blocks.csv"))).toBe(true);
    expect(readdirSync(at("bob")).sort()).toEqual(["blocks.csv", "bob.pending", "verdict.ldpc"]);
    expect(statSync(at("bob", "bob.pending")).mode & 0o777).toBe(0o600);
    expect(bob.key).toMatchObject({ verified: 6, delivered: false });
    const verdict = at("bob", "verdict.ldpc");
    const last = await done("confirm", at("a.bin"), syndromes, verdict, "--out", at("alice"));
    expect(bytes("alice", "alice.key").equals(bytes("both", "alice.key"))).toBe(true);
    expect(last.key).toEqual({ ...bob.key, delivered: true });
    expect(readdirSync(at("alice")).sort()).toEqual(["alice.key", "confirmation.ldpc", "syndromes.ldpc"]);
    const confirmed = await done("accept", at("alice", "confirmation.ldpc"), "--out", at("bob"));
    expect(confirmed).toMatchObject({ run: last.run, key: last.key });
    expect(bytes("bob", "bob.key").equals(bytes("alice", "alice.key"))).toBe(true);
    expect(readdirSync(at("bob")).sort()).toEqual(["blocks.csv", "bob.key", "verdict.ldpc"]);
  });

  it("adapts the rate", async () => {
    const adapted = ["--adapt=40", "--efficiency=3.6", "--seed=5"];
    const summary = await done(...BOTH, ...COMMON, ...adapted, "--largest-efficiency=1", "--out", at("adapted"));
    expect(summary.punctured).toBeGreaterThan(0);
    expect(summary.punctured + summary.shortened).toBe(40);
    expect(summary).toMatchObject({ bitsPerBlock: BLOCK - 40, blocks: Math.ceil(BITS / (BLOCK - 40)) });
    expect(summary.leakage.syndromeBits).toBe(summary.blocks * (216 - summary.punctured));
    expect(summary.key.verified).toBeGreaterThan(0);
    expect(bytes("adapted", "bob.key").equals(bytes("adapted", "alice.key"))).toBe(true);
    const again = await done(...["correct", at("b.bin"), at("adapted", "syndromes.ldpc"), "--out", at("adapted-bob")]);
    expect(again.key.bits).toBe(summary.key.bits);
    expect(bytes("adapted-bob", "bob.pending").equals(bytes("adapted", "bob.key"))).toBe(true);
  });

  it("tells punctured bits of blocks that failed step by step, and counts each step", async () => {
    makeStrings("blind", 40 * BLOCK, -1, 0.035);
    const both = ["both", at("blinda.bin"), at("blindb.bin"), ...COMMON, "--punctured=80", "--phase-error=0.001"];
    const plain = await done(...both, "--largest-efficiency=1", "--out", at("plain"));
    const blind = await done(...both, "--out", at("blind"));
    expect(plain.leakage.blind).toBeUndefined();
    // A block with too many wrong bits fails also when all is told.
    const { failed, verified } = blind.key;
    expect(failed).toBeLessThan(plain.key.failed);
    expect(bytes("blind", "alice.key").equals(bytes("blind", "bob.key"))).toBe(true);
    const { blocks, bits, verdicts } = blind.leakage.blind;
    expect(blocks).toBe(plain.key.failed);
    // Every step tells one in a hundred bits of the syndrome, rounded up.
    expect(bits).toBe(2 * verdicts);
    expect(blind.leakage.syndromeBits).toBe(blind.blocks * (216 - 80) + bits);
    expect(blind.leakage.planned).toBeCloseTo((blind.blocks * 136) / (40 * BLOCK * 0.141441), 4);
    const ofKept = bits + blind.leakage.verdictBits - failed * (80 + 40);
    expect(blind.secretKey.leakedBits).toBe(verified * (216 - 80 + 32) + ofKept);
    const least = 136 / (352 * 0.1414);
    const bounded = await done(...both, `--largest-efficiency=${least + 0.1}`, "--out", at("bounded"));
    expect(bounded.leakage.blind.bits).toBeLessThan(bits);
    for (const line of bytes("bounded", "blocks.csv").toString().split("\n")) expect(line).not.toContain("wrong");
  });

  it.each([0, 8])("tells bits of the key when no punctured bit is left of %i, and counts each", async (punctured) => {
    // Two blocks fail at first. The last one has 301 bits, of which 52 may be told before none is secret: it stays failed.
    const length = BLOCK - punctured;
    const [bits, last] = [6 * length + 301, 6];
    const [a, b] = noisyBits(bits, bits, (bit) => ({ 3: 0.1, [last]: 0.17 })[Math.floor(bit / length)] ?? 0.02);
    writeFileSync(at(`key-bits${punctured}a.bin`), packBits(a, bits));
    writeFileSync(at(`key-bits${punctured}b.bin`), packBits(b, bits));
    const both = [
      "both",
      at(`key-bits${punctured}a.bin`),
      at(`key-bits${punctured}b.bin`),
      `--bits=${bits}`,
      ...COMMON,
    ];
    const given = [...both, `--punctured=${punctured}`, "--phase-error=0.001"];
    // By default no bit of the key is told beyond f = 2, where this code begins.
    const plain = await done(...given, "--out", at(`key-bits${punctured}-plain`));
    expect(plain.key.failed).toBe(2);
    expect(plain.leakage.blind?.bits ?? 0).toBe(2 * punctured);
    const out = `key-bits${punctured}`;
    const told = await done(...given, "--largest-efficiency=6.5", "--out", at(out));
    const keyBits = last * length;
    const alices = a.slice(0, keyBits);
    expect(told.key).toMatchObject({ verified: 6, failed: 1, bits: keyBits });
    for (const key of ["alice.key", "bob.key"]) expect([...bytes(out, key)]).toEqual([...packBits(alices, keyBits)]);
    expect(told.decoding.qberFound).toBeCloseTo(alices.filter((bit, i) => bit !== b[i]).length / keyBits, 12);
    // Steps of three private bits, then of groups of eight bits: 1, 2, 4 … up to the largest efficiency, h(0.02) = 0.141441.
    const most = Math.floor((Math.floor(6.5 * length * 0.141441) - 216) / 8);
    const root = choosePositions(loadCode(CODE, { columns: "information" }), punctured, 0, 1);
    const order = [...disclosedPositions(root, { punctured: 0, groups: most }, 1).groups];
    const counted = (block: number, steps: number) => {
      const own = block === last ? 301 : length;
      const further = steps - Math.ceil(punctured / 3);
      const bitsOf = order
        .slice(0, further > 0 ? 2 ** (further - 1) : 0)
        .map((g) => Math.min(8, Math.max(0, own - 8 * g)));
      return bitsOf.reduce((sum, one) => sum + one, Math.min(punctured, 3 * steps));
    };
    const { blocks, bits: toldBits, verdicts } = told.leakage.blind;
    expect(blocks).toBe(2);
    const lasts = Array.from({ length: verdicts }, (_, steps) => steps).findLast(
      (steps) => counted(last, steps) - punctured <= 301 - 32 - 1 - 216,
    )!;
    const kept = counted(3, verdicts - lasts);
    expect(kept).toBeGreaterThan(punctured + 8);
    expect(toldBits).toBe(kept + counted(last, lasts));
    expect(told.leakage.syndromeBits).toBe(7 * (216 - punctured) + toldBits);
    const ofKept = kept + told.leakage.verdictBits - lasts;
    expect(told.secretKey.leakedBits).toBe(6 * (216 - punctured + 32) + ofKept);
  });

  it("tells bits of the key up to f = 2 by default, and none with --largest-efficiency=1", async () => {
    // One block is beyond help; a step begins at f = 1.414.
    const [length, count] = [540, 4];
    const [a, b] = noisyBits(5, count * length, (bit) => (Math.floor(bit / length) === 1 ? 0.2 : 0.01));
    for (const [name, bits] of [["default-a", a] as const, ["default-b", b] as const]) {
      writeFileSync(at(`${name}.bin`), packBits(bits, count * length));
    }
    const both = ["both", at("default-a.bin"), at("default-b.bin"), "--code=wifi-648-540"];
    const told = await done(...both, "--qber=0.02", "--out", at("default"));
    // 2 · 540 · h(0.02) − 108 = 44.8 bits: steps of 2, 4 and 5 groups.
    expect(told.leakage.blind).toMatchObject({ blocks: 1, bits: 40 });
    expect(told.key.failed).toBe(1);
    const [, block] = bytes("default", "blocks.csv").toString().trim().split("\n").slice(1);
    const limit = Number(/iterations=(\d+)/.exec(told.decoding.decoder)?.[1]);
    expect(block.split(",")).toContain(String(limit * (1 + told.leakage.blind.verdicts)));
    // At a QBER of 0.05 a block without a step has f 0.698.
    for (const qber of [0.02, 0.05]) {
      const none = await done(...both, `--qber=${qber}`, "--largest-efficiency=1", "--out", at(`none-${qber}`));
      expect(none.leakage.blind).toBeUndefined();
    }
  });

  it("has no retry, which would not count what was told of failed blocks", async () => {
    await done(...BOTH, ...COMMON, "--ledger", at("retried-ledger"), "--out", at("retried"));
    const files = [at("retried", "syndromes.ldpc"), at("retried", "verdict.ldpc"), "--ledger", at("retried-ledger")];
    await done("confirm", at("a.bin"), ...files, "--out", at("retried-confirmed"));
    const fault = await refused("retry", at("a.bin"), ...files, "--out", at("retry-of-both"));
    expect(fault).toMatch(/verdict\.ldpc: is of a run of both ends.*it has no retry/);
  });

  it("chooses the code by the QBER", async () => {
    const of = async (qber: string) => {
      const { code } = await done(...SEND, "--family=wimax", `--qber=${qber}`, "--out", at(`chosen-${qber}`));
      return code;
    };
    // Seven blocks of the shortest codes leak less than two of the longer ones, the last of which is not full.
    const { code } = await done(...SEND, "--qber=0.02", "--out", at("chosen"));
    expect(code).toMatch(/^(wifi|wimax)-/);
    expect(await of("0.01")).toBe("wimax-2304-1920");
    expect(await of("0.02")).toMatch(/^wimax-2304-1728[ab]$/);
    expect(await of("0.05")).toBe("wimax-2304-1536a");
    expect(await refused(...SEND, "--family=wimax", "--qber=0.06")).toMatch(
      /^no code works at QBER 0.06: .* up to 0.056$/,
    );
    expect(await refused(...SEND, "--family=wifu", "--qber=0.06")).toBe(
      "--family wifu is none of dvbs2, wifi, wimax, bsc, all",
    );
  });

  it("takes a code without parity columns unchanged", async () => {
    const options = ["--code=tiny20-gf2", "--qber=0.02", "--hash-bits=32"];
    const summary = await done(...BOTH, ...options, "--out", at("tiny"));
    expect(summary).toMatchObject({ columns: "all", bitsPerBlock: 20, blocks: Math.ceil(BITS / 20) });
    expect(bytes("tiny", "bob.key").equals(bytes("tiny", "alice.key"))).toBe(true);
  });

  it("ends in words where nothing can be verified", async () => {
    makeStrings("lost", 2 * BLOCK, 0);
    const lost = bytes("losta.bin").subarray(0, BLOCK / 8);
    writeFileSync(at("lost0a.bin"), lost);
    writeFileSync(at("lost0b.bin"), bytes("lostb.bin").subarray(0, BLOCK / 8));
    const both = ["both", at("lost0a.bin"), at("lost0b.bin"), "--out", at("lost")];
    const { status, stdout, stderr } = await run("", ...both, ...COMMON);
    expect(status).toBe(3);
    expect(stderr).toMatch(/^ldpc: none of 1 blocks could be verified: .* look at a lower rate of the code/);
    expect(stdout).toContain("verified    0; 1 failed\nkey         0 bits\nQBER        no block verified, 2 % given\n");
    expect(stdout).not.toContain("secret key");
    expect(readdirSync(at("lost")).sort()).toEqual(["blocks.csv", "syndromes.ldpc", "verdict.ldpc"]);
  });
});

describe("ldpc key refuses", () => {
  const SYNDROMES = at("both", "syndromes.ldpc");
  const bob = (file: string, ...options: string[]) =>
    refused("correct", at("b.bin"), file, "--out", at("never-bob"), ...options);
  /** Bytes of a record: index, 216 syndrome bits, 32 hash bits, checksum. */
  const RECORD = 8 + 27 + 4 + 4;

  it("a syndrome file that is damaged or something else, before a key is there", async () => {
    const from = bytes("both", "syndromes.ldpc").length - 5 * RECORD;
    const flipped = changed("s1", "both/syndromes.ldpc", (content) => {
      content[from + 20] ^= 4;
      return content;
    });
    expect(await bob(flipped)).toBe(
      `s1: block 2 is damaged (bytes ${from} to ${from + RECORD - 1}): get the syndrome file again`,
    );
    expect(await bob(at("a.bin"))).toBe("a.bin: is not a syndrome file of ldpc key, or its beginning is damaged");
    expect(await bob(at("both", "verdict.ldpc"))).toBe(
      "both/verdict.ldpc: is a file of gfq-ldpc verdict, not a syndrome file",
    );
    expect(existsSync(at("never-bob", "bob.key"))).toBe(false);
  });

  it("a wrong code and wrong parameters", async () => {
    expect(await bob(SYNDROMES, "--code=wifi-648-486")).toMatch(
      /^both\/syndromes.ldpc: was made with another code than --code wifi-648-486: with wifi-648-432 \(information columns, 432 × 216, SHA-256 [0-9a-f]{12}…\)$/,
    );
    expect(await bob(SYNDROMES, `--code=${CODE} columns=all`)).toContain(
      "was made with columns=information, not all: leave the word out",
    );
    for (const option of ["seed", "punctured", "hash-bits", "bits", "family"]) {
      expect(await bob(SYNDROMES, `--${option}=64`)).toContain(`ldpc key correct has no option --${option}`);
    }
    const agreeing = ["--code", CODE, "--qber=0.03"];
    await done("correct", at("b.bin"), SYNDROMES, ...agreeing, "--out", at("agreeing"));
    expect(bytes("agreeing", "bob.pending").equals(bytes("both", "bob.key"))).toBe(true);
  });

  it("strings of different lengths, before any work", async () => {
    const short = changed("short.bin", "b.bin", (all) => all.subarray(1));
    const long = changed("long.bin", "b.bin", (all) => Buffer.concat([all, all]));
    const ends = (path: string) => refused("both", at("a.bin"), path, `--bits=${BITS}`, ...COMMON);
    const { length } = bytes("b.bin");
    expect(await ends(short)).toBe(`short.bin: has ${length - 1} bytes, but the ${BITS} bits of a.bin make ${length}`);
    expect(await ends(long)).toBe(`long.bin: has ${2 * length} bytes, but the ${BITS} bits of a.bin make ${length}`);
    expect(await refused("correct", short, SYNDROMES)).toBe(
      `short.bin: has ${length - 1} bytes, but the ${BITS} bits of both/syndromes.ldpc make ${length}`,
    );
    expect(await refused("send", at("a.bin"), ...COMMON, "--bits=8")).toBe(
      `a.bin: has ${length} bytes, but the 8 bits of --bits make 1`,
    );
    expect(existsSync(at("never", "syndromes.ldpc.part"))).toBe(false);
  });

  it("a verdict or a string that is not about these syndromes", async () => {
    const confirm = (verdict: string, alice = at("a.bin")) => refused("confirm", alice, SYNDROMES, verdict);
    const verdict = at("both", "verdict.ldpc");
    expect(await confirm(at("adapted", "verdict.ldpc"))).toBe(
      "adapted/verdict.ldpc: is not about the blocks of both/syndromes.ldpc: give the two of one stream",
    );
    expect(await confirm(verdict, at("b.bin"))).toBe(
      "b.bin: block 0 is not the one of both/syndromes.ldpc: give the string that it was made of",
    );
    expect(await confirm(changed("v1", "both/verdict.ldpc", (all) => all.subarray(0, all.length - 1)))).toMatch(
      /^v1: is cut short: .* it ends in block 6 of 7: get the verdict file again$/,
    );
    expect(existsSync(at("never", "alice.key"))).toBe(false);
    expect(existsSync(at("never", "alice.key.part"))).toBe(false);
  });

  it("options that do not go together", async () => {
    expect(await refused("send", ...COMMON)).toMatch(/^ldpc key send needs <alice>/);
    expect(await refused("both", at("a.bin"), at("a.bin"), ...COMMON)).toBe(
      "bob a.bin is the file of alice too: choose another",
    );
    expect(await refused(...SEND, `--code=${CODE}`)).toContain("no --qber given");
    expect(await refused(...SEND, ...COMMON, "--family=wifi")).toBe("--code and --family are given: choose one");
    expect(await refused(...SEND, `--code=${CODE}`, "--qber=0.5")).toBe(
      "--qber 0.5: give a number above 0 and below 0.5, for example 0.03",
    );
    expect(await refused(...SEND, ...COMMON, "--qber=0.5")).toBe("--qber is given more than once: give it once");
    expect(await refused(...SEND, ...COMMON, "--adapt=40")).toContain("--adapt goes with --efficiency");
    expect(await refused(...SEND, ...COMMON, "--efficiency=1.2")).toContain("--efficiency goes with --adapt");
    expect(await refused(...SEND, ...COMMON, "--adapt=1", "--efficiency=1.2", "--punctured=1")).toContain(
      "leave --punctured and --shortened out",
    );
    expect(await refused(...SEND, ...COMMON, "--hash-bits=12")).toContain("multiple of 8");
    expect(await refused(...SEND, "--code=nb620-gf32", "--qber=0.02")).toContain("GF(2)");
    expect(await refused(...BOTH, ...COMMON, "--decoder=min-max")).toContain("decoder of symbols");
  });

  it("words of a code's file that are wrong", async () => {
    const of = (code: string) => refused("send", "nothing.bin", "--qber=0.02", "--code", code);
    expect(await of("H.alist colums=all")).toBe("--code has no word colums=; did you mean columns=?");
    expect(await of("H.alist columns=some")).toBe("--code: columns=some is unknown: choose all or information");
    expect(await of("H.json lifting-size=z")).toMatch(/^--code: lifting-size= "z" /);
  });

  it("to overwrite without --force", async () => {
    copyFileSync(at("both", "alice.key"), at("alice-before.key"));
    expect(await refused(...BOTH, ...COMMON, "--out", at("both"))).toBe(
      "both/syndromes.ldpc: exists already: --force overwrites it",
    );
    const steps = [SYNDROMES, at("both", "verdict.ldpc")];
    expect(await refused("confirm", at("a.bin"), ...steps, "--out", at("both"))).toContain("--force overwrites it");
    await done(...BOTH, ...COMMON, "--out", at("both"), "--force", "--ledger", at("fresh.ledger"));
    expect(bytes("both", "alice.key").equals(bytes("alice-before.key"))).toBe(true);
  });

  it("a folder in which another process works", async () => {
    writeFileSync(at("both", "lock.0123456789abcdef"), JSON.stringify({ pid: process.ppid, host: hostname() }));
    expect(await refused(...BOTH, ...COMMON, "--out", at("both"), "--force")).toMatch(
      /^both: process \d+ of .* works in this folder/,
    );
    // The lock of an ended process does not count.
    writeFileSync(at("both", "lock.0123456789abcdef"), JSON.stringify({ pid: 4194304, host: hostname() }));
    await done(...BOTH, ...COMMON, "--out", at("both"), "--force", "--ledger", at("fresher.ledger"));
    expect(existsSync(at("both", "lock.0123456789abcdef"))).toBe(false);
  });
});
