import { createHash } from "node:crypto";
import { copyFileSync, cpSync, existsSync, writeFileSync } from "node:fs";
import { beforeAll, describe, expect, it } from "vitest";
import { ends, forge, mended, noisyBytes, partsOf } from "./ends.ts";

const { at, bytes, run, done, refused } = ends();

const BLOCKS = 20;
const RECORD = 13;
const SYNDROMES = at("alice", "syndromes.ldpc");
const bob = (...options: string[]) => done("", "correct", at("b.bin"), SYNDROMES, "--out", at("bob"), ...options);
/** Alice's last step in a folder with a ledger of its own, as if she had received this verdict. */
const aliceWith = (verdict: string, out: string) => {
  if (!existsSync(at(`${out}.ledger`))) cpSync(at("alice.ledger"), at(`${out}.ledger`), { recursive: true });
  return ["confirm", at("a.bin"), SYNDROMES, verdict, "--out", at(out)];
};

let first: { key: { id: string; verified: number } };
let second: { key: { id: string; verified: number; verdictBits: number } };

beforeAll(async () => {
  const [alice, noisy] = noisyBytes(21, 54 * BLOCKS, () => 0.035);
  writeFileSync(at("a.bin"), alice);
  writeFileSync(at("b.bin"), noisy);
  await done("", "send", at("a.bin"), "--code=wifi-648-432", "--qber=0.035", "--out", at("alice"));
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
    const alice = await done("", ...aliceWith(at("verdict1.ldpc"), "old"));
    expect(alice.key.id).toBe(first.key.id);
    expect(await refused("", "accept", at("old", "confirmation.ldpc"), "--out", at("bob"))).toMatch(
      /^old\/confirmation.ldpc: confirms verdict [0-9a-f]{16}, but the one in .* is [0-9a-f]{16}: the other end has a key of another try/,
    );
    expect(existsSync(at("bob", "bob.key"))).toBe(false);
    // A second key from the same run would share bits with the first.
    expect(await refused("", ...aliceWith(at("verdict2.ldpc"), "old"), "--force")).toMatch(
      /the key of run [0-9a-f]{16} was made by verdict .*: a second key would share/,
    );
  });

  it("that was changed makes no key, with its checksums mended too", async () => {
    const content = bytes("verdict2.ldpc");
    const { header, records } = partsOf(content);
    const line = content.subarray(0, -records.length);
    const mask = Buffer.from(Array.from({ length: BLOCKS }, (_, i) => records[i * RECORD + 8]));
    const dropped = mask.indexOf(1);
    const withByte = (block: number, byte: number) => {
      const changed = Buffer.from(records);
      changed[block * RECORD + 8] = byte;
      return mended(line, changed, RECORD);
    };
    const makes = async (name: string, file: Buffer) => {
      writeFileSync(at(`${name}.ldpc`), file);
      return refused("", ...aliceWith(at(`${name}.ldpc`), name));
    };
    const less = withByte(dropped, 0);
    expect(await makes("less", Buffer.concat([line, less]))).toMatch(/its blocks are not those of its header: it was/);
    expect(await makes("no-bit", Buffer.concat([line, withByte(5, 3)]))).toContain("says 3 of block 5: a verdict is");
    // The header fits the change: the keys have another hash.
    mask[dropped] = 0;
    const facts = { kept: header.kept - 1, bits: header.bits - 432 };
    const forged = { ...header, ...facts, mask: createHash("sha256").update(mask).digest("hex") };
    expect(await makes("forged", forge(forged, less, RECORD))).toMatch(
      /^forged.ldpc: its hash is not that of the key here: the keys differ, and none is written/,
    );
    expect([existsSync(at("forged", "alice.key")), existsSync(at("forged", "alice.key.part"))]).toEqual([false, false]);
  });

  it("gives both the same key, which both call the same", async () => {
    const alice = await done("", ...aliceWith(at("bob", "verdict.ldpc"), "good"));
    const delivered = await done("", "accept", at("good", "confirmation.ldpc"), "--out", at("bob"));
    expect([alice.key.id, delivered.key.id]).toEqual([second.key.id, second.key.id]);
    expect(bytes("good", "alice.key").equals(bytes("bob", "bob.key"))).toBe(true);
    expect(existsSync(at("bob", "bob.pending"))).toBe(false);
    expect(await refused("", "accept", at("good", "confirmation.ldpc"), "--out", at("alice"))).toBe(
      "alice: has no key that waits for a confirmation: give the folder of the end that decoded as --out",
    );
  });

  it("takes the pending key away if the other end's differs, and delivers no pending key that was changed", async () => {
    await done("", "correct", at("b.bin"), SYNDROMES, "--out", at("changed-key"));
    // Alice answers the forged verdict, which she could not confirm.
    const { header } = partsOf(bytes("forged", "confirmation.ldpc"));
    expect(header).toMatchObject({ agreed: false });
    const answer = { ...header, verdict: partsOf(bytes("changed-key", "verdict.ldpc")).id };
    const accept = (content: object) => {
      writeFileSync(at("answer.ldpc"), forge(content));
      return refused("", "accept", at("answer.ldpc"), "--out", at("changed-key"));
    };
    const pending = bytes("changed-key", "bob.pending");
    writeFileSync(
      at("changed-key", "bob.pending"),
      pending.map((byte, i) => (i === 7 ? byte ^ 1 : byte)),
    );
    expect(await accept({ ...answer, agreed: true })).toBe(
      "changed-key/bob.pending: is not the key of its verdict: it was changed since",
    );
    writeFileSync(at("changed-key", "bob.pending"), pending);
    expect(await accept(answer)).toContain("reports that the keys differ");
    expect(existsSync(at("changed-key", "bob.pending"))).toBe(false);
    expect(existsSync(at("changed-key", "bob.key"))).toBe(false);
  });
});

describe("hashes that somebody else chooses (row 5)", () => {
  it("are refused: a salt by everybody, short hashes by the end that receives them", async () => {
    const alice = ["send", at("a.bin"), "--code=wifi-648-432", "--qber=0.035", "--out", at("salt")];
    expect(await refused("", ...alice, `--salt=${"0".repeat(32)}`)).toContain("has no option --salt");
    const least = ["correct", at("b.bin"), SYNDROMES, "--out", at("short"), "--least-hash-bits=64"];
    expect(await refused("", ...least)).toBe(
      "alice/syndromes.ldpc: has hashes of 32 bits, less than --least-hash-bits 64: ask the other end for --hash-bits 64",
    );
    writeFileSync(at("eight.ldpc"), forge({ ...partsOf(bytes("alice", "syndromes.ldpc")).header, hashBits: 8 }));
    expect(await refused("", "correct", at("b.bin"), at("eight.ldpc"))).toContain("hashBits");
  });

  it("leave an ε that both ends print, a function of the length alone", async () => {
    const { stdout } = await run("", ...aliceWith(at("verdict2.ldpc"), "epsilon"));
    const degree = Math.ceil((second.key.verified * 432) / 128) + 1;
    expect(stdout).toContain(`\nε_cor       ${(degree / 2 ** 128).toExponential(2)}, `);
    expect(stdout).toContain(`\nkey id      ${second.key.id}: the same at both ends\n`);
  });
});
