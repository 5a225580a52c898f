import { createHash } from "node:crypto";
import { copyFileSync, cpSync, existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { crc32 } from "node:zlib";
import { beforeAll, describe, expect, it } from "vitest";
import { canonicalJson } from "../../../src/simulation/task.ts";
import { refusal } from "../../cli/run-in-process.ts";
import { newFolder } from "../../new-folder.ts";
import { randomNumbers } from "../../simulation/random.ts";
import { key } from "./key-command.ts";
import { withLedger } from "./killed.ts";

const folder = newFolder();
const at = (...names: string[]) => join(folder, ...names);
const bytes = (...names: string[]) => readFileSync(at(...names));

const BLOCKS = 20;
const BYTES = 54 * BLOCKS;

async function done(...options: string[]) {
  const result = await key(...withLedger(options), "--json");
  expect(result).toMatchObject({ status: 0, stderr: "" });
  return JSON.parse(result.stdout);
}

async function refused(...options: string[]): Promise<string> {
  return refusal(await key(...withLedger(options))).replaceAll(`${folder}/`, "");
}

const SYNDROMES = at("alice", "syndromes.ldpc");
const bob = (...options: string[]) => done("correct", at("b.bin"), SYNDROMES, "--out", at("bob"), ...options);
/** Alice's last step in a folder with a ledger of its own, as if she had received this verdict. */
const aliceWith = (verdict: string, out: string) => {
  if (!existsSync(at(`${out}.ledger`))) cpSync(at("alice.ledger"), at(`${out}.ledger`), { recursive: true });
  return ["confirm", at("a.bin"), SYNDROMES, verdict, "--out", at(out)];
};

let first: { key: { id: string; verified: number } };
let second: { key: { id: string; verified: number; verdictBits: number } };

beforeAll(async () => {
  const random = randomNumbers(21);
  const alice = Uint8Array.from({ length: BYTES }, () => 256 * random());
  const noisy = alice.map((byte) => {
    for (let bit = 0; bit < 8; bit++) if (random() < 0.035) byte ^= 1 << bit;
    return byte;
  });
  writeFileSync(at("a.bin"), alice);
  writeFileSync(at("b.bin"), noisy);
  await done("send", at("a.bin"), "--code=wifi-648-432", "--qber=0.035", "--out", at("alice"));
  first = await bob("--decoder=sum-product form=tanh messages=f16 schedule=layered iterations=2");
  copyFileSync(at("bob", "verdict.ldpc"), at("verdict1.ldpc"));
  second = await bob("--force");
  copyFileSync(at("bob", "verdict.ldpc"), at("verdict2.ldpc"));
});

describe("a verdict belongs to one run and one key (row 2)", () => {
  it("has another key after another try, which counts its public bits", () => {
    expect(first.key.verified).toBeLessThan(second.key.verified);
    expect(first.key.id).not.toBe(second.key.id);
    expect(second.key.verdictBits).toBe(2 * (BLOCKS + 128));
  });

  it("of an earlier try gives no two keys that differ", async () => {
    const alice = await done(...aliceWith(at("verdict1.ldpc"), "old"));
    expect(alice.key.id).toBe(first.key.id);
    expect(await refused("accept", at("old", "confirmation.ldpc"), "--out", at("bob"))).toMatch(
      /^ldpc: old\/confirmation.ldpc: confirms verdict [0-9a-f]{16}, but the one in .* is [0-9a-f]{16}: the other end has a key of another try/,
    );
    expect(existsSync(at("bob", "bob.key"))).toBe(false);
    // A second key from the same run would share bits with the first.
    const again = [...aliceWith(at("verdict2.ldpc"), "old"), "--force"];
    expect(await refused(...again)).toMatch(
      /the key of run [0-9a-f]{16} was made by verdict .*: a second key would share/,
    );
  });

  it("that was changed makes no key, with its checksums mended too", async () => {
    const content = bytes("verdict2.ldpc");
    const header = content.indexOf(10) + 1;
    const changes: Record<string, [(copy: Buffer) => void, RegExp]> = {
      "one verified block less": [
        (copy) => setVerdict(copy, firstWith(copy, 1), 0),
        /its blocks are not those of its header: it was changed/,
      ],
      "a byte that is neither 0 nor 1": [(copy) => setVerdict(copy, 5, 3), /says 3 of block 5: a verdict is 0 or 1/],
    };
    for (const [name, [change, message]] of Object.entries(changes)) {
      const copy = Buffer.from(content);
      change(copy);
      writeFileSync(at("changed.ldpc"), copy);
      expect([name, await refused(...aliceWith(at("changed.ldpc"), "changed"))]).toEqual([
        name,
        expect.stringMatching(message),
      ]);
    }
    // The header fits the change: the keys have another hash.
    const copy = Buffer.from(content);
    const dropped = firstWith(copy, 1);
    const { format, version, checksum: _, ...facts } = JSON.parse(content.subarray(0, header).toString());
    const mask = Buffer.from(Array.from({ length: BLOCKS }, (_, i) => (i === dropped ? 0 : verdictOf(copy, i))));
    const forged = {
      format,
      version,
      ...facts,
      kept: facts.kept - 1,
      bits: facts.bits - 432,
      mask: createHash("sha256").update(mask).digest("hex"),
    };
    const checksum = createHash("sha256").update(canonicalJson(forged)).digest("hex");
    const line = Buffer.from(`${JSON.stringify({ ...forged, checksum })}\n`);
    writeFileSync(at("forged.ldpc"), Buffer.concat([line, ...[...mask].map((byte, i) => record(line, i, byte))]));
    expect(await refused(...aliceWith(at("forged.ldpc"), "forged"))).toMatch(
      /^ldpc: forged.ldpc: its hash is not that of the key here: the keys differ, and none is written/,
    );
    expect(existsSync(at("forged", "alice.key"))).toBe(false);
    expect(existsSync(at("forged", "alice.key.part"))).toBe(false);
  });

  it("gives both the same key, which both call the same", async () => {
    const alice = await done(...aliceWith(at("bob", "verdict.ldpc"), "good"));
    const delivered = await done("accept", at("good", "confirmation.ldpc"), "--out", at("bob"));
    expect([alice.key.id, delivered.key.id]).toEqual([second.key.id, second.key.id]);
    expect(bytes("good", "alice.key").equals(bytes("bob", "bob.key"))).toBe(true);
    expect(existsSync(at("bob", "bob.pending"))).toBe(false);
    expect(await refused("accept", at("good", "confirmation.ldpc"), "--out", at("alice"))).toBe(
      "ldpc: alice: has no key that waits for a confirmation: give the folder of the end that decoded as --out",
    );
  });

  it("takes the pending key away if the other end's differs, and delivers no pending key that was changed", async () => {
    const other = (name: string) => done("correct", at("b.bin"), SYNDROMES, "--out", at(name));
    await other("changed-key");
    // Alice answers the forged verdict, which she could not confirm.
    const line = bytes("forged", "confirmation.ldpc").toString();
    expect(JSON.parse(line)).toMatchObject({ agreed: false });
    const { checksum: _, ...facts } = JSON.parse(line);
    const verdict = JSON.parse(bytes("changed-key", "verdict.ldpc").toString("latin1").split("\n")[0]).checksum;
    const answer = { ...facts, verdict };
    const write = (content: object) => {
      const checksum = createHash("sha256").update(canonicalJson(content)).digest("hex");
      writeFileSync(at("answer.ldpc"), `${JSON.stringify({ ...content, checksum })}\n`);
    };
    const pending = bytes("changed-key", "bob.pending");
    write({ ...answer, agreed: true });
    writeFileSync(
      at("changed-key", "bob.pending"),
      pending.map((byte, i) => (i === 7 ? byte ^ 1 : byte)),
    );
    expect(await refused("accept", at("answer.ldpc"), "--out", at("changed-key"))).toBe(
      "ldpc: changed-key/bob.pending: is not the key of its verdict: it was changed since",
    );
    writeFileSync(at("changed-key", "bob.pending"), pending);
    write(answer);
    expect(await refused("accept", at("answer.ldpc"), "--out", at("changed-key"))).toContain(
      "reports that the keys differ",
    );
    expect(existsSync(at("changed-key", "bob.pending"))).toBe(false);
    expect(existsSync(at("changed-key", "bob.key"))).toBe(false);
  });
});

describe("hashes that somebody else chooses (row 5)", () => {
  it("are refused: a salt by everybody, short hashes by the end that receives them", async () => {
    const alice = ["send", at("a.bin"), "--code=wifi-648-432", "--qber=0.035", "--out", at("salt")];
    expect(await refused(...alice, `--salt=${"0".repeat(32)}`)).toContain("has no option --salt");
    const least = ["correct", at("b.bin"), SYNDROMES, "--out", at("short"), "--least-hash-bits=64"];
    expect(await refused(...least)).toBe(
      "ldpc: alice/syndromes.ldpc: has hashes of 32 bits, less than --least-hash-bits 64: ask the other end for --hash-bits 64",
    );
    const shorter = JSON.parse(bytes("alice", "syndromes.ldpc").toString("latin1").split("\n")[0]);
    const { checksum: _, ...content } = { ...shorter, hashBits: 8 };
    const checksum = createHash("sha256").update(canonicalJson(content)).digest("hex");
    writeFileSync(at("eight.ldpc"), `${JSON.stringify({ ...content, checksum })}\n`);
    expect(await refused("correct", at("b.bin"), at("eight.ldpc"), "--out", at("short"))).toContain("hashBits");
  });

  it("leave an ε that both ends print, a function of the length alone", async () => {
    cpSync(at("alice.ledger"), at("epsilon.ledger"), { recursive: true });
    const { stdout } = await key(
      ...["confirm", at("a.bin"), SYNDROMES, at("verdict2.ldpc")],
      ...["--out", at("epsilon"), `--ledger=${at("epsilon.ledger")}`],
    );
    const degree = Math.ceil((second.key.verified * 432) / 128) + 1;
    expect(stdout).toContain(`\nε_cor       ${(degree / 2 ** 128).toExponential(2)}, `);
    expect(stdout).toContain(`\nkey id      ${second.key.id}: the same at both ends\n`);
  });
});

const RECORD = 13;

function recordAt(content: Buffer, block: number): number {
  return content.indexOf(10) + 1 + block * RECORD;
}

function verdictOf(content: Buffer, block: number): number {
  return content[recordAt(content, block) + 8];
}

function firstWith(content: Buffer, verdict: number): number {
  return Array.from({ length: BLOCKS }, (_, i) => verdictOf(content, i)).indexOf(verdict);
}

/** A record of a verdict, after a header line. */
function record(line: Buffer, block: number, verdict: number): Buffer {
  const bytes = Buffer.alloc(RECORD);
  bytes.writeBigUInt64LE(BigInt(block));
  bytes[8] = verdict;
  bytes.writeUInt32LE(crc32(bytes.subarray(0, 9), crc32(line)), 9);
  return bytes;
}

function setVerdict(content: Buffer, block: number, verdict: number): void {
  record(content.subarray(0, content.indexOf(10) + 1), block, verdict).copy(content, recordAt(content, block));
}
