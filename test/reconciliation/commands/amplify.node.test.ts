import { cpSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { beforeAll, describe, expect, it } from "vitest";
import { packBits, unpackBits } from "../../../src/code/packed-bits.ts";
import { toeplitzHash } from "../../oracle/reconciliation/toeplitz.ts";
import { randomNumbers } from "../../simulation/random.ts";
import { authKeyFile, rawBits } from "../files/key-files.ts";
import { ends, mended } from "./ends.ts";

const { folder, at, done, refused } = ends();
const bytes = (...names: string[]) => new Uint8Array(readFileSync(at(...names)));

const BITS = 20 * 432;
const EVE = "--phase-error=0.001";
const random = randomNumbers(61);
const randomBytes = (count: number) => Uint8Array.from({ length: count }, () => 256 * random());

/** A run up to Bob's verdict. */
async function reconciled(
  alice: string,
  bob: string,
  auth: (end: "alice" | "bob") => string[] = () => [],
  /** Bytes at the beginning that have far more errors than the code corrects. */
  bad = 0,
) {
  const sent = randomBytes(BITS / 8);
  writeFileSync(at(`${alice}.bin`), sent);
  writeFileSync(
    at(`${bob}.bin`),
    sent.map((byte, i) => (random() < (i < bad ? 0.8 : 0.08) ? byte ^ (1 << (8 * random())) : byte)),
  );
  const code = ["--code=wifi-648-432", "--qber=0.01"];
  await done(alice, "send", at(`${alice}.bin`), ...code, ...auth("alice"), "--out", at(alice));
  const syndromes = at(alice, "syndromes.ldpc");
  await done(bob, "correct", at(`${bob}.bin`), syndromes, EVE, ...auth("bob"), "--out", at(bob));
  return ["confirm", at(`${alice}.bin`), syndromes, at(bob, "verdict.ldpc"), "--out", at(alice)];
}

/** The hash of a folder's key by the definition. */
function expectedSecret(out: string, party: string, keyBits: number, length: number): Uint8Array {
  const bitsOf = (name: string, count: number) => unpackBits(bytes(out, name), count);
  return packBits(toeplitzHash(bitsOf(`${party}.key`, keyBits), bitsOf("seed.bin", keyBits - 1), length), length);
}

describe("privacy amplification", () => {
  let confirm: string[];
  let made: { key: { bits: number }; secretKey: { bits: number }; amplified: { bits: number; seed: string } };

  beforeAll(async () => {
    for (const end of ["alice", "bob"] as const) authKeyFile(folder, `${end}.auth`, end, rawBits(16 + 32 * 16, 9));
    const auth = (end: "alice" | "bob") => [`--auth-key=${at(`${end}.auth`)}`];
    confirm = [...(await reconciled("alice", "bob", auth)), ...auth("alice")];
    expect(await refused("alice", ...confirm, "--amplify")).toContain("no secret length is known of this key");
    made = await done("alice", ...confirm, EVE, "--amplify");
  });

  it("gives two ends with two commands each the hash of the definition, by a seed in the sealed confirmation", async () => {
    const sealed = ["accept", at("alice", "confirmation.ldpc"), `--auth-key=${at("bob.auth")}`];
    const accepted = await done("bob", ...sealed, "--out", at("bob"));
    const { bits } = made.secretKey;
    expect(bits).toBeGreaterThan(1000);
    for (const { amplified } of [made, accepted]) expect(amplified).toMatchObject({ bits, keyBits: made.key.bits });
    expect(accepted.amplified.seed).toBe(made.amplified.seed);
    const secret = expectedSecret("alice", "alice", made.key.bits, bits);
    expect(bytes("alice", "alice.secret")).toEqual(secret);
    expect(bytes("bob", "bob.secret")).toEqual(secret);
  });

  // Two hashes of one key, or two keys by one seed, tell Eve more than the secret length allows.
  it("is of a key once: every other hash is refused, and the same one may be made again", async () => {
    const auth = `--auth-key=${at("alice.auth")}`;
    const again = ["amplify", auth, "--out", at("alice"), "--force"];
    writeFileSync(at("other.bin"), randomBytes(BITS / 8));
    writeFileSync(at("constant.bin"), new Uint8Array(BITS / 8).fill(0x81));
    writeFileSync(at("seed.gz"), Buffer.concat([Buffer.from("1f8b08", "hex"), randomBytes(BITS / 8 - 3)]));
    writeFileSync(at("text.bin"), "UUUU".repeat(BITS / 32));
    const before = bytes("alice", "alice.secret");
    // Security is of the run, not of the command.
    expect(await refused("alice", ...again.filter((word) => word !== auth))).toContain("give its file as --auth-key");
    await done("alice", ...again);
    expect(bytes("alice", "alice.secret")).toEqual(before);
    const hashed = /^the key of run [0-9a-f]{16} was hashed already, to \d+ bits with seed [0-9a-f]{16}: two hashes/;
    expect(await refused("alice", ...again, `--seed-file=${at("other.bin")}`)).toMatch(hashed);
    expect(await refused("alice", ...again, `--seed-file=${at("constant.bin")}`)).toContain(
      "bin: has 2160 ones among 8640 bits: random bits have as many zeros",
    );
    expect(await refused("alice", ...again, `--seed-file=${at("text.bin")}`)).toContain("text.bin: is text");
    expect(await refused("alice", ...again, `--seed-file=${at("seed.gz")}`)).toContain(
      "seed.gz: is compressed by gzip",
    );
    // A confirmation with other statements about Eve is still of the hash that was made; in another folder it has another seed.
    expect(await refused("alice", ...confirm, "--phase-error=0.02", "--amplify", "--force")).toMatch(hashed);
    const elsewhere = [...confirm.slice(0, -3), "--out", at("elsewhere"), auth];
    expect(await refused("alice", ...elsewhere, EVE, "--amplify")).toMatch(hashed);
    expect(await refused("alice", ...again.slice(0, -1))).toContain("exists already");
  });

  it("is of no more bits than the stricter statement about Eve allows, and is refused with another seed and loses nothing", async () => {
    const step = await reconciled("alice2", "bob2");
    const lax = await done("alice2", ...step, "--phase-error=0.0001", "--amplify");
    const strict = await done("bob2", "accept", at("alice2/confirmation.ldpc"), "--out", at("bob2"));
    expect(strict.secretKey.bits).toBe(lax.secretKey.bits);
    expect(bytes("bob2", "bob.secret")).toEqual(bytes("alice2", "alice.secret"));
    // One bit of the seed, with its record's checksum mended.
    rmSync(at("alice2"), { recursive: true });
    const third = await reconciled("alice3", "bob3");
    await done("alice3", ...third, EVE, "--amplify");
    const content = readFileSync(at("alice3", "confirmation.ldpc"));
    const header = content.indexOf(10) + 1;
    content[header + 8] ^= 1;
    mended(content.subarray(0, header), content.subarray(header), 8 + 4096 + 4).copy(content, header);
    writeFileSync(at("changed.ldpc"), content);
    const changed = ["accept", at("changed.ldpc"), "--out", at("bob3")];
    expect(await refused("bob3", ...changed)).toContain("changed.ldpc: its seed is not that of its header");
    await done("bob3", "accept", at("alice3", "confirmation.ldpc"), "--out", at("bob3"));
    expect(bytes("bob3", "bob.secret")).toEqual(bytes("alice3", "alice.secret"));
    // The seed of one key hashes no other.
    const fourth = await reconciled("alice4", "bob4");
    cpSync(at("alice3.ledger"), at("alice4.ledger"), { recursive: true });
    cpSync(at("alice3", "seed.bin"), at("alice4", "seed.bin"));
    expect(await refused("alice4", ...fourth, EVE, "--amplify")).toMatch(/seed [0-9a-f]{16} has hashed another key/);
  });

  it("hashes the keys of a run and its retry as one string to one length, once", async () => {
    const first = await reconciled("a5", "b5", undefined, 8 * 54);
    const alone = await done("a5", ...first, EVE);
    expect(alone.key).toMatchObject({ failed: 8 });
    await done("b5", "accept", at("a5", "confirmation.ldpc"), "--out", at("b5"));
    const [sent, syndromes, verdict] = first.slice(1, 4);
    await done("a5", "retry", sent, syndromes, verdict, "--disclose=96", "--out", at("a6"));
    const further = at("a6", "syndromes.ldpc");
    const retried = ["correct", at("b5.bin"), syndromes, "--further", further, EVE, "--out", at("b6")];
    const { secretKey: lone } = await done("b5", ...retried);
    const confirm = ["confirm", sent, further, at("b6", "verdict.ldpc"), EVE, "--amplify", "--out", at("a6")];
    expect(await refused("a5", ...confirm, "--together", at("b5"), at("a5"))).toContain(
      "--together names 2 folders, but the run has 1 earlier keys",
    );
    expect(await refused("a5", ...confirm, "--together", at("b5"))).toContain("alice.key");
    const joint = await done("a5", ...confirm, "--together", at("a5"));
    const accept = ["accept", at("a6", "confirmation.ldpc"), "--out", at("b6")];
    expect(await refused("b5", ...accept)).toContain("1 earlier keys as one string: name their folders by --together");
    await done("b5", ...accept, "--together", at("b5"));
    // One length of all that both keys have, and more than the two would have alone.
    const { keyBits, bits } = joint.amplified;
    expect(keyBits).toBe(alone.key.bits + joint.key.bits);
    expect(joint.secretKey).toMatchObject({ bits, together: bits, promised: 0 });
    expect(bits).toBeGreaterThan(lone.promised + lone.bits);
    const both = ["a5", "a6"].flatMap((out, i) => [
      ...unpackBits(bytes(out, "alice.key"), [alone, joint][i].key.bits as number),
    ]);
    const seed = unpackBits(bytes("a6", "seed.bin"), keyBits - 1);
    expect(bytes("a6", "alice.secret")).toEqual(packBits(toeplitzHash(Uint8Array.from(both), seed, bits), bits));
    expect(bytes("b6", "bob.secret")).toEqual(bytes("a6", "alice.secret"));
    // Neither key is hashed again, alone or by itself; the same hash may be made again.
    writeFileSync(at("fresh.bin"), randomBytes(BITS / 8));
    const again = (out: string) => ["amplify", "--force", "--out", at(out)];
    const fresh = `--seed-file=${at("fresh.bin")}`;
    expect(await refused("a5", ...again("a5"), fresh)).toContain(
      "was hashed already, in one string with that of a retry",
    );
    expect(await refused("a5", ...again("a6"))).toContain("--together with its 1 earlier keys");
    await done("a5", ...again("a6"), "--together", at("a5"));
    await done("b5", ...again("b6"), "--together", at("b5"));
    expect(bytes("a6", "alice.secret")).toEqual(bytes("b6", "bob.secret"));
  });

  it("hashes both keys of a run of both ends, by a seed that it draws", async () => {
    const sent = randomBytes(BITS / 8);
    for (const name of ["c.bin", "d.bin"]) writeFileSync(at(name), sent);
    const both = ["both", at("c.bin"), at("d.bin"), "--code=wifi-648-432", "--qber=0.01", "--out", at("both")];
    const { secretKey, key: reconciledKey } = await done("both", ...both, EVE);
    const { files } = await done("both", "amplify", "--out", at("both"));
    expect(files).toEqual([at("both", "alice.secret"), at("both", "bob.secret")]);
    const secret = expectedSecret("both", "bob", reconciledKey.bits, secretKey.bits);
    for (const party of ["alice", "bob"]) expect(bytes("both", `${party}.secret`)).toEqual(secret);
  });
});
