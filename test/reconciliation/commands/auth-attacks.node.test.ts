import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { beforeAll, describe, expect, it, vi } from "vitest";
import { packBits } from "../../../src/code/packed-bits.ts";
import { AuthKey } from "../../../src/reconciliation/files/auth-key.ts";
import { ldpc } from "../../cli/run-in-process.ts";
import { sharedKeys } from "../../oracle/reconciliation/shared-slot.ts";
import { authKeyFile, rawBits } from "../files/key-files.ts";
import { overheard } from "../files/messages.ts";
import { ends, KEY, mended, noisyBits } from "./ends.ts";

// Attacks by commands that an honest user could give. Each tries to use one slot for the tags of two messages, or to decode a message that
// was not authenticated.

const { folder, at, ...machines } = ends();

const BLOCKS = 3;
const BITS = BLOCKS * 432;
const RAW = rawBits(16 + 12 * 32, 21);
const SYNDROMES = at("alice", "syndromes.ldpc");
const VERDICT = at("bob", "verdict.ldpc");

function run(end: "alice" | "bob", options: readonly string[], ledger = at(`${end}.ledger`)) {
  const keyFile = options.some((option) => option.startsWith(KEY)) ? [] : [KEY];
  return machines.run(end, ...options, ...keyFile, "--ledger", ledger);
}

async function done(end: "alice" | "bob", ...options: string[]) {
  const result = await run(end, options);
  expect(result).toMatchObject({ status: 0, stderr: "" });
  return result.stdout;
}

const send = (data: string, out: string) => ["send", at(data), "--code=wifi-648-432", "--qber=0.02", "--out", at(out)];
const decode = (out = "bob") => ["correct", at("b.bin"), SYNDROMES, "--out", at(out)];
const conclude = ["confirm", at("a.bin"), SYNDROMES, VERDICT, "--out", at("alice")];
const deliver = ["accept", at("alice", "confirmation.ldpc"), "--out", at("bob")];

/** Expects that no two sealed files share a slot, and that the two shortest reveal no key. The algebra takes seconds for longer files. */
function expectNoSharedSlot(...names: string[]): void {
  const all = names.map((name) => overheard(at(name)));
  expect(new Set(all.map(({ slot }) => slot)).size).toBe(all.length);
  const slots = Array.from({ length: 12 }, (_, slot) => Buffer.from(RAW.subarray(16 + 32 * slot, 48 + 32 * slot)));
  const [first, second] = all.sort((a, b) => a.bytes.length - b.bytes.length);
  const found = sharedKeys(first, second);
  expect(found.filter((key) => slots.some((slot) => slot.equals(key)))).toEqual([]);
}

beforeAll(async () => {
  const [alice, bob] = noisyBits(31, BITS, () => 0.02);
  const others = [32, 33].map((seed) => noisyBits(seed, BITS, () => 0)[0]);
  for (const [i, bits] of [alice, bob, ...others].entries())
    writeFileSync(at(`${"abcd"[i]}.bin`), packBits(bits, BITS));
  for (const end of ["alice", "bob"] as const) authKeyFile(folder, `${end}.auth`, end, RAW);
  await done("alice", ...send("a.bin", "alice"));
});

describe("ldpc key with --auth-key", () => {
  it("decodes only the authenticated content, even if the file is rewritten after its check", async () => {
    const path = at("alice", "syndromes.ldpc");
    const content = readFileSync(path);
    const changed = Buffer.from(content);
    const header = content.indexOf(10) + 1;
    // Change a bit of the last block's hash, and the checksum of its record to match.
    const size = (content.length - 160 - header) / BLOCKS;
    const record = changed.subarray(header + 2 * size, header + 3 * size);
    record[size - 6] ^= 1;
    mended(content.subarray(0, header), record, size).copy(record);
    const check = AuthKey.prototype.check;
    const spy = vi.spyOn(AuthKey.prototype, "check").mockImplementation(async function (this: AuthKey, ...given) {
      await check.apply(this, given);
      writeFileSync(path, changed);
    });
    const { status, stderr } = await run("bob", decode("rewritten"));
    spy.mockRestore();
    writeFileSync(path, content);
    expect([status, stderr]).toEqual([
      1,
      "ldpc: alice/syndromes.ldpc: was changed while it was read: nothing of it is used, get it again",
    ]);
    expect(existsSync(at("rewritten"))).toBe(false);
  });

  it("refuses raw bits as a key, and names the command that converts them", async () => {
    writeFileSync(at("raw.bin"), RAW);
    const { stderr } = await run("bob", [...decode("raw"), `--auth-key=${at("raw.bin")}`]);
    expect(stderr).toContain(
      "raw.bin: is no key file of ldpc key: secret random bits are made into one, once at each end: ldpc key new-auth",
    );
  });

  it("takes no slot twice in a run whose later steps have another home", async () => {
    await done("bob", ...decode());
    const elsewhere = await run("alice", conclude, at("other-home"));
    expect([elsewhere.status, elsewhere.stderr]).toEqual([
      1,
      expect.stringMatching(
        /^ldpc: other-home: holds nothing about run [0-9a-f]{16}, of which alice's end has done earlier steps: give the --ledger that they had, or the HOME and XDG_STATE_HOME$/,
      ),
    ]);
    expect(existsSync(at("alice", "alice.key"))).toBe(false);
    await done("alice", ...conclude);
    expect((await run("bob", deliver, at("other-home"))).stderr).toMatch(/^ldpc: other-home: holds nothing about run /);
    await done("bob", ...deliver);
    expect(readFileSync(at("bob", "bob.key")).equals(readFileSync(at("alice", "alice.key")))).toBe(true);
    expectNoSharedSlot("alice/syndromes.ldpc", "bob/verdict.ldpc", "alice/confirmation.ldpc");
  });

  it("goes on behind used slots when fresh bits are added at both ends", async () => {
    const fresh = rawBits(16 + 8 * 32, 22);
    for (const end of ["alice", "bob"]) {
      writeFileSync(at("fresh.bin"), fresh, { mode: 0o600 });
      expect((await ldpc("key", "add", at(`${end}.auth`), at("fresh.bin"), `--keep-bits`)).stderr).toBe("");
    }
    await done("alice", ...send("c.bin", "second"));
    expectNoSharedSlot("alice/syndromes.ldpc", "bob/verdict.ldpc", "alice/confirmation.ldpc", "second/syndromes.ldpc");
  });

  it("refuses the answers of a third end, whose key has other slots", async () => {
    // A second Bob on his own machine receives the second run.
    authKeyFile(folder, "third.auth", "bob", RAW);
    const third = ["correct", at("c.bin"), at("second", "syndromes.ldpc"), "--out", at("third")];
    const { stderr } = await run("bob", [...third, `--auth-key=${at("third.auth")}`], at("third.ledger"));
    expect(stderr).toMatch(
      /second\/syndromes\.ldpc: is for end [0-9a-f]{32}, but this end is [0-9a-f]{32}: three ends have this key/,
    );
    expect(existsSync(at("third"))).toBe(false);
  });

  it("stops where an unfinished run of this folder is not in the ledger", async () => {
    // A killed process leaves a block in the journal and no file under its final name.
    const unfinished = at("unfinished");
    const spy = vi.spyOn(AuthKey.prototype, "seal").mockImplementation(() => {
      throw new Error("killed here");
    });
    expect((await run("alice", send("d.bin", "unfinished"))).status).not.toBe(0);
    spy.mockRestore();
    expect(readdirSync(unfinished)).toContain("journal.ldpc.part");
    expect((await run("alice", send("d.bin", "unfinished"), at("other-home"))).stderr).toMatch(
      /^ldpc: other-home: holds nothing about run [0-9a-f]{16}, of which alice's end has done earlier steps/,
    );
    await done("alice", ...send("d.bin", "unfinished"));
  });
});
