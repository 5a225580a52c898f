import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { beforeAll, describe, expect, it } from "vitest";
import { packBits, unpackBits } from "../../../src/code/packed-bits.ts";
import { tannerGraph } from "../../../src/code/tanner-graph.ts";
import { loadCode } from "../../../src/node/codes/codes.ts";
import { failedMessages, retryFiles } from "../../../src/reconciliation/commands/retry.ts";
import { correlatedValues } from "../../../src/reconciliation/core/estimation.ts";
import { choosePositions, disclosedPositions } from "../../../src/reconciliation/core/layout.ts";
import { type StreamHeader, SYNDROMES } from "../../../src/reconciliation/files/headers.ts";
import { RecordReader } from "../../../src/reconciliation/files/record-file.ts";
import { LinearSpan } from "../../oracle/linear-span.ts";
import { fixRandomness } from "../../setup/fixed-randomness.js";
import { ends, forge, noisyBits, partsOf } from "./ends.ts";

const { at, bytes, done, ...machines } = ends();
beforeAll(() => fixRandomness("retry"));

async function run(machine: string, ...options: string[]) {
  const { status, stdout, stderr } = await machines.run(machine, ...options, "--json");
  return { status, stderr, summary: stdout && JSON.parse(stdout) };
}

async function headerOf(...names: string[]): Promise<StreamHeader> {
  const file = await RecordReader.open(at(...names), SYNDROMES);
  await file.close();
  return file.header;
}

/** Public bits about an end's data in the ledger, over all runs. */
function publicBits(machine: string, party: string): number {
  return readdirSync(at(`${machine}.ledger`))
    .filter((name) => name.endsWith(`${party}.json`))
    .reduce((sum, name) => sum + JSON.parse(readFileSync(at(`${machine}.ledger`, name), "utf8")).publicBits, 0);
}

const KEY_BITS = 432 - 24 - 8;

describe("ldpc key retry, of bits", () => {
  const BLOCKS = 6;
  /** The last block has fewer bits. */
  const BITS = BLOCKS * KEY_BITS - 77;
  // Blocks 1, 3 and 5 need more disclosed bits than the first run sends.
  const [alice, bob] = noisyBits(31, BITS, (bit) => (Math.floor(bit / KEY_BITS) % 2 === 1 ? 0.12 : 0.01));
  const confirm = (out: string, syndromes: string, verdict: string) => [
    ...["confirm", at("a.bin"), at(syndromes), at(verdict, "verdict.ldpc"), "--out", at(out)],
  ];
  const retry = (parent: string, verdict: string, disclose: number) => [
    ...["retry", at("a.bin"), at(parent, "syndromes.ldpc"), at(verdict, "verdict.ldpc")],
    ...[`--disclose=${disclose}`, "--private", at("alice", "private.bin")],
  ];

  beforeAll(async () => {
    writeFileSync(at("a.bin"), packBits(alice, BITS));
    writeFileSync(at("b.bin"), packBits(bob, BITS));
    const code = ["--code=wifi-648-432", "--qber=0.05", "--punctured=24", "--shortened=8", `--bits=${BITS}`];
    await done("alice", "send", at("a.bin"), ...code, "--out", at("alice"));
    const syndromes = at("alice", "syndromes.ldpc");
    const first = await done("bob", "correct", at("b.bin"), syndromes, "--out", at("bob"));
    expect(first.key).toMatchObject({ verified: 3, failed: 3 });
    expect(statSync(at("alice", "private.bin")).mode & 0o777).toBe(0o600);
    expect(bytes("alice", "private.bin").length).toBe((24 * BLOCKS) / 8);
  });

  it("waits for the key of the first verdict", async () => {
    const early = await run("alice", ...retry("alice", "bob", 40), "--out", at("early"));
    expect(early.status).toBe(1);
    expect(early.stderr).toMatch(/^ldpc: the key of run \w{16} was not made by this verdict: make it first/);
    expect(existsSync(at("early"))).toBe(false);
    await done("alice", ...confirm("alice", "alice/syndromes.ldpc", "bob"));
  });

  it("tells more of the blocks that failed, until Bob has them, and counts all of it", async () => {
    const before = publicBits("alice", "alice");
    expect(before).toBe(BLOCKS * (216 - 24 + 32) + BLOCKS + 128);
    const first = await done("alice", ...retry("alice", "bob", 20), "--out", at("retry1"));
    expect(first).toMatchObject({ blocks: 3, bitsPerBlock: KEY_BITS });
    expect(publicBits("alice", "alice")).toBe(before + 3 * (20 + 32));
    const further = (name: string) => ["--further", at(name, "syndromes.ldpc"), "--out", at(`bob-${name}`)];
    const bobs = ["correct", at("b.bin"), at("alice", "syndromes.ldpc")];
    const tried = await run("bob", ...bobs, ...further("retry1"));
    expect(tried.summary.key.verified).toBeLessThan(3);
    const firstKey = await run("alice", ...confirm("retry1", "retry1/syndromes.ldpc", "bob-retry1"));
    expect(firstKey.status).toBe(tried.status);
    const failed = tried.summary.key.failed;
    // Four punctured positions remain. The other disclosed bits are groups of eight key bits.
    const second = await done("alice", ...retry("retry1", "bob-retry1", 164), "--out", at("retry2"));
    expect(second).toMatchObject({ blocks: failed, bitsPerBlock: KEY_BITS - 160 });
    expect(second.leakage).toMatchObject({ syndromeBits: failed * 216, hashBits: failed * (96 + 2) });
    const decoded = await done("bob", ...bobs, ...further("retry2"));
    expect(decoded.key.verified).toBe(failed);
    const last = await done("alice", ...confirm("retry2", "retry2/syndromes.ldpc", "bob-retry2"));
    expect(last.key.id).toBe(decoded.key.id);
    await done("bob", "accept", at("retry2", "confirmation.ldpc"), "--out", at("bob-retry2"));
    const content = bytes("retry2", "alice.key");
    expect(bytes("bob-retry2", "bob.key").equals(content)).toBe(true);
    // The key consists of the undisclosed bits of these blocks, in order.
    const header = await headerOf("retry2", "syndromes.ldpc");
    const positions = disclosedPositions(positionsOf(header), header.retry!, header.seed);
    const groups = new Set(positions.groups);
    const odd = [1, 3, 5].filter((block) => !verifiedIn("bob-retry1", block));
    const expected = odd.flatMap((block) =>
      alice.slice(block * KEY_BITS, (block + 1) * KEY_BITS).filter((_, i) => !groups.has(Math.floor(i / 8))),
    );
    expect([...unpackBits(content, expected.length)]).toEqual(expected);
    expect(last.key.bits).toBe(expected.length);
    const verdicts = 2 * 128 + 3 + failed;
    expect(publicBits("alice", "alice")).toBe(before + 3 * (20 + 32) + failed * (164 + 32) + verdicts);
  });

  it("tells no more than is counted: the rank of all public linear functions of a block", async () => {
    const header = await headerOf("retry2", "syndromes.ldpc");
    const root = positionsOf(header);
    const { punctured, groups } = disclosedPositions(root, header.retry!, header.seed);
    const code = loadCode("wifi-648-432", { columns: "information" });
    const { checkStart, edgeVariable } = tannerGraph(code.matrix);
    const all = new LinearSpan(code.matrix.columns);
    const secret = new LinearSpan(code.matrix.columns);
    const hidden = new Set(root.punctured);
    const zero = new Set(root.shortened);
    const add = (variables: readonly number[]) => {
      const unknown = variables.filter((variable) => !zero.has(variable));
      all.add(unknown, 0);
      secret.add(
        unknown.filter((variable) => hidden.has(variable)),
        0,
      );
    };
    for (let check = 0; check < code.matrix.rows; check++) {
      add([...edgeVariable.subarray(checkStart[check], checkStart[check + 1])]);
    }
    // Functions that include an unknown private bit reveal nothing.
    const first = all.rank - secret.rank;
    expect(first).toBeLessThanOrEqual(216 - 24);
    expect(first).toBeGreaterThanOrEqual(215 - 24);
    for (const index of punctured) add([root.punctured[index]]);
    for (const group of groups) for (let bit = 0; bit < 8; bit++) add([root.key[8 * group + bit]]);
    // Public functions of key bits outside of the disclosed groups.
    const leaked = all.rank - secret.rank;
    expect(leaked).toBeLessThanOrEqual(216 - 24 + 24 + 160);
    expect(leaked).toBeGreaterThan(216 - 24 + 160);
  });

  it("counts every verdict of the first run, and the key's hash of each verdict that was not taken", async () => {
    const code = ["--code=wifi-648-432", "--qber=0.05", "--punctured=24", "--shortened=8", `--bits=${BITS}`];
    await done("alice2", "send", at("a.bin"), ...code, "--out", at("resent"));
    const tries = ["--decoder=min-sum iterations=1", "--decoder=min-sum iterations=50"];
    for (const [i, decoder] of tries.entries()) {
      const words = ["correct", at("b.bin"), at("resent", "syndromes.ldpc"), decoder, "--out", at(`try${i}`)];
      expect((await run("bob2", ...words)).status).toBe([3, 0][i]);
    }
    await done("alice2", ...confirm("resent", "resent/syndromes.ldpc", "try1"));
    const disclose = ["--disclose=20", "--private", at("resent", "private.bin"), "--out", at("resent-retry")];
    const files = [at("a.bin"), at("resent", "syndromes.ldpc"), at("try1", "verdict.ldpc")];
    await done("alice2", "retry", ...files, ...disclose);
    expect((await headerOf("resent-retry", "syndromes.ldpc")).retry?.earlierBits).toBe(32 + 2 + 128);
  });

  it("takes no block that the first run does not have, and none of another length", async () => {
    const { header, records } = partsOf(bytes("retry1", "syndromes.ldpc"));
    const code = loadCode("wifi-648-432", { columns: "information" });
    for (const [index, fault] of [
      [BLOCKS, "retries block 6, but the first run has blocks 0 to 5"],
      [BLOCKS - 1, "block 0 has not the length of block 5 of the first run"],
    ] as const) {
      // Behind the number of the record.
      records.writeBigUInt64LE(BigInt(index), 8);
      writeFileSync(at("forged.ldpc"), forge(header, records, records.length / header.blocks));
      const [root, retry] = [at("alice", "syndromes.ldpc"), at("forged.ldpc")].map((path) =>
        RecordReader.open(path, SYNDROMES),
      );
      const files = retryFiles(await root, await retry, code);
      await expect(failedMessages(files, 0, 1)).rejects.toThrow(fault);
      for (const file of [files.root, files.retry]) await file.close();
    }
  });

  it("refuses to tell other blocks, twice, or of other data", async () => {
    const again = await run("alice", ...retry("alice", "bob", 30), "--out", at("again"));
    expect(again.stderr).toMatch(/^ldpc: the blocks that failed in run \w{16} were retried already, in run \w{16} /);
    const stranger = await run("stranger", ...retry("alice", "bob", 30), "--out", at("again"));
    expect(stranger.stderr).toMatch(
      /^ldpc: stranger.ledger: holds nothing about run \w{16}: its disclosed bits must be known/,
    );
    const other = retry("alice", "bob", 30).map((option) => (option === at("a.bin") ? at("b.bin") : option));
    expect((await run("alice", ...other, "--out", at("again"))).stderr).toMatch(
      /^ldpc: b.bin: block 1 is not the one of alice\/syndromes.ldpc/,
    );
    // Private bits of another run, which stay secret; a retry's retry has the bits told before to compare.
    writeFileSync(
      at("other.bin"),
      bytes("alice", "private.bin").map((byte) => byte ^ 0xff),
    );
    for (const parent of ["alice", "retry1"]) {
      const verdict = parent === "alice" ? "bob" : "bob-retry1";
      const foreign = retry(parent, verdict, 30).with(-1, at("other.bin"));
      expect((await run("alice", ...foreign, "--out", at("again"))).stderr).toMatch(
        /^ldpc: other.bin: has not the private bits of block \d/,
      );
    }
    const all = await run("alice", ...retry("alice", "bob", 424), "--out", at("again"));
    expect(all.stderr).toBe("ldpc: 50 groups of eight bits are all 400 bits of the key: none is left");
    const without = retry("alice", "bob", 30).filter((option, i, list) => ![option, list[i - 1]].includes("--private"));
    // private.bin is found beside the syndrome file.
    expect((await run("alice", ...without, "--out", at("again"))).stderr).toContain("were retried already");
    expect(existsSync(at("again"))).toBe(false);
    const bobs = ["correct", at("b.bin"), at("retry1", "syndromes.ldpc"), "--out", at("bob-again")];
    expect((await run("bob", ...bobs, "--further", at("retry2", "syndromes.ldpc"))).stderr).toContain(
      "goes with the syndrome file of the first run",
    );
  });
});

describe("ldpc key retry, of values", () => {
  it("keeps the rotations, and drops the values of disclosed groups", async () => {
    const { x, y } = correlatedValues(8, 41, { first: 0, count: 3 * 432 });
    // Alice's values of block 1 have more noise.
    const noisy = x.map((value, i) => (Math.floor(i / 432) === 1 ? 0.75 * value - 0.66 * x[i - 432] : value));
    writeFileSync(at("x.f64"), new Uint8Array(noisy.buffer));
    writeFileSync(at("y.f64"), new Uint8Array(y.buffer));
    await done("cvbob", "cv", "send", at("y.f64"), "--code=wifi-648-432", "--snr=8", "--out", at("cvbob"));
    const root = at("cvbob", "syndromes.ldpc");
    const first = await done("cvalice", "cv", "correct", at("x.f64"), root, "--out", at("cvalice"));
    expect(first.key).toMatchObject({ verified: 2, failed: 1 });
    const bob = at("cvbob", "bob.bin");
    const verdict = at("cvalice", "verdict.ldpc");
    await done("cvbob", "cv", "confirm", bob, root, verdict, "--out", at("cvbob"));
    await done("cvbob", "cv", "retry", bob, root, verdict, "--disclose=200", "--out", at("cvretry"));
    const further = ["--further", at("cvretry", "syndromes.ldpc"), "--out", at("cvalice-retry")];
    const second = await done("cvalice", "cv", "correct", at("x.f64"), root, ...further);
    expect(second.key).toMatchObject({ verified: 1, failed: 0, bits: 432 - 200 });
    const last = [at("cvretry", "syndromes.ldpc"), at("cvalice-retry", "verdict.ldpc")];
    await done("cvbob", "cv", "confirm", bob, ...last, "--out", at("cvretry"));
    await done("cvalice", "accept", at("cvretry", "confirmation.ldpc"), "--out", at("cvalice-retry"));
    const key = bytes("cvretry", "bob.key");
    expect(bytes("cvalice-retry", "alice.key").equals(key)).toBe(true);
    const header = await headerOf("cvretry", "syndromes.ldpc");
    const groups = new Set(disclosedPositions(positionsOf(header), header.retry!, header.seed).groups);
    expect([...key]).toEqual([...bytes("cvbob", "bob.bin").subarray(54, 108)].filter((_, i) => !groups.has(i)));
  });
});

function positionsOf({ punctured, shortened, seed }: StreamHeader) {
  return choosePositions(loadCode("wifi-648-432", { columns: "information" }), punctured, shortened, seed);
}

/** Whether Bob's files list a block as verified in the first retry. */
function verifiedIn(out: string, block: number): boolean {
  const lines = bytes(out, "blocks.csv").toString().trim().split("\n").slice(1);
  return lines[[1, 3, 5].indexOf(block)].split(",")[2] === "verified";
}
