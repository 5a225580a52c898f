import { existsSync, readdirSync, writeFileSync } from "node:fs";
import { beforeAll, describe, expect, it, vi } from "vitest";
import { packBits } from "../../../src/code/packed-bits.ts";
import { AuthKey } from "../../../src/reconciliation/files/auth-key.ts";
import { authKeyFile, rawBits } from "../files/key-files.ts";
import { ends, KEY, mended, noisyBits } from "./ends.ts";

const { folder, at, bytes, run } = ends();

async function done(end: string, ...options: string[]): Promise<string> {
  const result = await run(end, ...options);
  expect(result).toMatchObject({ status: 0, stderr: "" });
  return result.stdout;
}

const BITS = 3 * 432;
const SYNDROMES = at("alice", "syndromes.ldpc");
/** Key bytes for three messages from Alice and two from Bob. */
const KEY_BYTES = 16 + 5 * 32;
/** Distance of the slot number from the end of a sealed file. */
const SLOT_FROM_END = 160 - 16;
const slotOf = (content: Buffer) => content.readBigUInt64LE(content.length - SLOT_FROM_END);

beforeAll(async () => {
  const [alice, bob] = noisyBits(71, BITS, () => 0.02);
  writeFileSync(at("a.bin"), packBits(alice, BITS));
  writeFileSync(at("b.bin"), packBits(bob, BITS));
  for (const end of ["alice", "bob"] as const) authKeyFile(folder, `${end}.auth`, end, rawBits(KEY_BYTES, 5));
  authKeyFile(folder, "other.auth", "bob", rawBits(KEY_BYTES, 6));
  const code = ["--code=wifi-648-432", "--qber=0.02"];
  const said = await done("alice", "send", at("a.bin"), ...code, "--out", at("alice"), KEY);
  expect(said).toContain("\nmessages    authenticated: --auth-key has bits for 2 more of this end's\n");
});

describe("ldpc key with --auth-key", () => {
  const bob = (syndromes: string, out: string, keyFile = KEY) => [
    ...["correct", at("b.bin"), syndromes, "--out", at(out), keyFile],
  ];

  it("refuses a changed file with correct checksums, and a file from a third end", async () => {
    const content = bytes("alice", "syndromes.ldpc");
    const [header, size] = [content.indexOf(10) + 1, 8 + 27 + 4 + 4];
    const changed = Buffer.from(content);
    // Change a bit of the first syndrome, and the checksum of its record to match.
    changed[header + 8] ^= 1;
    mended(content.subarray(0, header), changed.subarray(header, header + size), size).copy(changed, header);
    writeFileSync(at("changed.ldpc"), changed);
    const wrong = /has a wrong tag: it was changed on its way, or made with another key$/;
    expect((await run("eve", ...bob(at("changed.ldpc"), "eve"))).stderr).toMatch(wrong);
    expect(
      (await run("eve", ...bob(at("alice", "syndromes.ldpc"), "eve", `--auth-key=${at("other.auth")}`))).stderr,
    ).toMatch(
      /is sealed with key [0-9a-f]{32}, not with [0-9a-f]{32}: both ends make their key files from the same bits$/,
    );
    // Every byte is authenticated, including the bytes of the seal and of the tag. The slot must be Alice's.
    for (const back of [1, 16, 32, 60, 100, 135]) {
      const copy = Buffer.from(content);
      copy[copy.length - back] ^= 0x80;
      writeFileSync(at("changed.ldpc"), copy);
      expect((await run("eve", ...bob(at("changed.ldpc"), "eve"))).stderr).toMatch(wrong);
    }
    for (const [slot, fault] of [
      [1n, "which is not alice's"],
      [6n, "but the key has 5 slots"],
      [2n ** 60n, "but the key has 5 slots"],
      [2n, "has a wrong tag"],
    ] as const) {
      const copy = Buffer.from(content);
      copy.writeBigUInt64LE(slot, copy.length - SLOT_FROM_END);
      writeFileSync(at("changed.ldpc"), copy);
      expect((await run("eve", ...bob(at("changed.ldpc"), "eve"))).stderr).toContain(fault);
    }
    writeFileSync(at("bare.ldpc"), content.subarray(0, -160));
    expect((await run("eve", ...bob(at("bare.ldpc"), "eve"))).stderr).toContain(
      "has no tag: the other end must say --auth-key",
    );
    const unchecked = ["correct", at("b.bin"), SYNDROMES, "--out", at("eve")];
    expect((await run("eve", ...unchecked)).stderr).toContain("ends with a tag: give --auth-key to check it");
    expect(existsSync(at("eve"))).toBe(false);
  });

  it("decodes only the authenticated content, even if the file is rewritten after its check", async () => {
    const content = bytes("alice", "syndromes.ldpc");
    const [header, size] = [content.indexOf(10) + 1, 8 + 27 + 4 + 4];
    const changed = Buffer.from(content);
    // A bit of the last block's hash, and the checksum of its record to match.
    const record = changed.subarray(header + 2 * size, header + 3 * size);
    record[size - 6] ^= 1;
    mended(content.subarray(0, header), record, size).copy(record);
    const check = AuthKey.prototype.check;
    const spy = vi.spyOn(AuthKey.prototype, "check").mockImplementation(async function (this: AuthKey, ...given) {
      await check.apply(this, given);
      writeFileSync(SYNDROMES, changed);
    });
    const { status, stderr } = await run("bob", ...bob(SYNDROMES, "rewritten"));
    spy.mockRestore();
    writeFileSync(SYNDROMES, content);
    expect([status, stderr]).toEqual([
      1,
      "ldpc: alice/syndromes.ldpc: was changed while it was read: nothing of it is used, get it again",
    ]);
    expect(existsSync(at("rewritten"))).toBe(false);
  });

  it("tags every file that passes between the ends, each with key bits of its own", async () => {
    const said = await done("bob", ...bob(at("alice", "syndromes.ldpc"), "bob"));
    expect(said).toMatch(
      /\nmessages {4}authenticated: forged with probability \d\.\d\de-3\d at most; --auth-key has bits for 1 more/,
    );
    const last = ["confirm", at("a.bin"), SYNDROMES, at("bob", "verdict.ldpc"), "--out", at("alice")];
    // Steps with another home know nothing of the earlier ones, and take no slot.
    const elsewhere = ["--ledger", at("other-home.ledger"), KEY];
    expect((await run("alice", ...last, ...elsewhere)).stderr).toMatch(
      /^ldpc: other-home.ledger: holds nothing about run [0-9a-f]{16}, of which alice's end has done earlier steps: give the --ledger that they had, or the HOME and XDG_STATE_HOME$/,
    );
    expect(existsSync(at("alice", "alice.key"))).toBe(false);
    expect(await done("alice", ...last, KEY)).toContain("; --auth-key has bits for 1 more");
    const slots = ["alice/syndromes.ldpc", "bob/verdict.ldpc", "alice/confirmation.ldpc"].map((name) =>
      slotOf(bytes(name)),
    );
    expect(slots).toEqual([0n, 1n, 2n]);
    // Alice refuses her own message when it returns as Bob's.
    const reflected = ["accept", at("bob", "verdict.ldpc"), "--out", at("bob"), KEY];
    expect((await run("bob", ...reflected)).stderr).toContain("is a file of gfq-ldpc verdict");
    const accept = ["accept", at("alice", "confirmation.ldpc"), "--out", at("bob")];
    expect((await run("bob", ...accept, ...elsewhere)).stderr).toMatch(
      /^ldpc: other-home.ledger: holds nothing about run /,
    );
    await done("bob", ...accept, KEY);
    expect(bytes("bob", "bob.key").equals(bytes("alice", "alice.key"))).toBe(true);
    // The key's hash under another hash key would be public, too.
    const again = await run("bob", ...bob(at("alice", "syndromes.ldpc"), "again"));
    expect(again.status).toBe(1);
    // Refused before the decoding, whose first line would name the blocks.
    expect(again.stderr).toMatch(
      /^ldpc: the key of run [0-9a-f]{16} was made by verdict [0-9a-f]{16}: another verdict would disclose more of it$/,
    );
    expect(existsSync(at("again"))).toBe(false);
  });

  it("stops where an unfinished run of this folder is not in the ledger", async () => {
    const send = ["send", at("c.bin"), "--code=wifi-648-432", "--qber=0.02", "--out", at("unfinished"), KEY];
    writeFileSync(at("c.bin"), packBits(noisyBits(72, BITS, () => 0)[0], BITS));
    // A killed process leaves a block in the journal and no file under its final name.
    const spy = vi.spyOn(AuthKey.prototype, "seal").mockImplementation(() => {
      throw new Error("killed here");
    });
    expect((await run("alice", ...send)).status).not.toBe(0);
    spy.mockRestore();
    expect(readdirSync(at("unfinished"))).toContain("journal.ldpc.part");
    expect((await run("alice", ...send, "--ledger", at("other-home.ledger"))).stderr).toMatch(
      /^ldpc: other-home.ledger: holds nothing about run [0-9a-f]{16}, of which alice's end has done earlier steps/,
    );
    await done("alice", ...send);
    expect(slotOf(bytes("unfinished", "syndromes.ldpc"))).toBe(4n);
  });

  it("takes no key bits twice, and says when they are used up", async () => {
    const more = ["send", at("b.bin"), "--code=wifi-648-432", "--qber=0.02", "--out", at("more"), KEY];
    const { status, stderr } = await run("alice", ...more, "--force");
    expect(status).toBe(1);
    expect(stderr).toBe(
      "ldpc: alice.auth: has no bits left for messages of alice: add fresh ones at both ends with ldpc key add, or make a new key",
    );
    expect(readdirSync(at("more"))).not.toContain("syndromes.ldpc");
  });

  it("is missed in words, and has no use where both ends are here", async () => {
    const plain = ["send", at("a.bin"), "--code=wifi-648-432", "--qber=0.02", "--out", at("plain")];
    expect(await done("plain", ...plain)).toContain("\nmessages    are not authenticated: ");
    const both = ["both", at("a.bin"), at("b.bin"), "--code=wifi-648-432", "--qber=0.02", "--out", at("both")];
    expect(await done("both", ...both)).not.toContain("messages");
    expect((await run("both2", ...both, "--force", KEY)).stderr).toContain("ldpc key both has no option --auth-key");
  });
});
