import { spawnSync } from "node:child_process";
import {
  chmodSync,
  copyFileSync,
  cpSync,
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { AuthKey } from "../../../src/reconciliation/files/auth-key.ts";
import { WegmanCarter } from "../../../src/reconciliation/files/hashes.ts";
import type { Party } from "../../../src/reconciliation/files/headers.ts";
import { addAuthBits } from "../../../src/reconciliation/files/make-key.ts";
import { newFolder } from "../../new-folder.ts";
import { sharedKeys } from "../../oracle/reconciliation/shared-slot.ts";
import { compiled } from "../../setup/compiled.ts";
import { itIf } from "../../sweep.ts";
import { authKeyFile, rawBits } from "./key-files.ts";
import { overheard, receive, send } from "./messages.ts";

/** Whether this user may mount files, in a namespace of its own. */
const canMount = spawnSync("unshare", ["-rm", "mount", "--bind", "/dev/null", "/dev/zero"]).status === 0;

const RAW = rawBits(16 + 8 * 32, 11);
const keyAt = (slot: number) => Buffer.from(RAW.subarray(16 + 32 * slot, 16 + 32 * (slot + 1)));

let folder: string;
const keys: AuthKey[] = [];
const at = (...names: string[]) => join(folder, ...names);

beforeEach(() => {
  folder = newFolder();
  for (const end of ["alice", "bob"] as const) {
    mkdirSync(at(end));
    authKeyFile(at(end), "auth", end, RAW);
  }
});
afterEach(() => {
  for (const key of keys.splice(0)) key.close();
  rmSync(folder, { recursive: true });
});

function open(path: string): AuthKey {
  const key = AuthKey.open(path);
  keys.push(key);
  return key;
}

let sent = 0;
/** Sends a message with unique content. @returns its path. */
function sends(end: Party, key = at(end, "auth")): string {
  sent++;
  return send(open(key), end, at(`message-${sent}`), sent);
}
const receives = (end: Party, path: string, key = at(end, "auth")) =>
  receive(open(key), end === "alice" ? "bob" : "alice", path);
const slotOf = (path: string) => overheard(path).slot;

/** The key of a slot, if two messages reveal it. */
function found(first: string, second: string): Uint8Array | undefined {
  const candidates = sharedKeys(overheard(first), overheard(second));
  return candidates.find((key) => [0, 1, 2, 3, 4, 5, 6, 7].some((slot) => Buffer.compare(key, keyAt(slot)) === 0));
}

describe("a key file", () => {
  it("gives each message bits of its own, in the sender's half, and keeps none that were used", async () => {
    const [first, second] = [sends("alice"), sends("alice")];
    expect([slotOf(first), slotOf(second)]).toEqual([0, 2]);
    for (const slot of [0, 2]) expect(readFileSync(at("alice", "auth")).includes(keyAt(slot))).toBe(false);
    for (const slot of [1, 3, 4]) expect(readFileSync(at("alice", "auth")).includes(keyAt(slot))).toBe(true);
    await receives("bob", first);
    await receives("bob", second);
    for (const slot of [0, 2]) expect(readFileSync(at("bob", "auth")).includes(keyAt(slot))).toBe(false);
    expect(slotOf(sends("bob"))).toBe(3);
    expect(open(at("alice", "auth")).state).toMatchObject({ sent: 2, messagesLeft: { sent: 2, heard: 4 } });
    expect(open(at("bob", "auth")).state).toMatchObject({ sent: 3, heard: 2, messagesLeft: { sent: 2, heard: 2 } });
  });

  it("has an algebra that finds r and s if a slot is shared", () => {
    const [first, second] = [sends("alice"), sends("alice")];
    expect(found(first, second)).toBeUndefined();
    // The second message is tagged with the bits of the first.
    const tag = new WegmanCarter(keyAt(0));
    tag.update(overheard(second).bytes);
    const shared = sharedKeys(overheard(first), { bytes: overheard(second).bytes, tag: tag.digest() });
    expect(shared).toContainEqual(Uint8Array.from(keyAt(0)));
  });

  it("goes on behind used bits when bits are added", async () => {
    const first = sends("alice");
    const more = rawBits(16 + 4 * 32, 12);
    for (const end of ["alice", "bob"] as const) {
      writeFileSync(at("more"), more);
      await addAuthBits(at(end, "auth"), { bits: at("more"), messages: 1, keep: false, memory: at(end, "memory") });
    }
    const others = [sends("alice"), sends("alice"), sends("alice"), sends("alice"), sends("alice")];
    expect(others.map(slotOf)).toEqual([2, 4, 6, 8, 10]);
    for (const path of [first, ...others]) await receives("bob", path);
    // With the first message that uses added bits.
    expect(found(first, others[3])).toBeUndefined();
    expect(() => sends("alice")).toThrow("has no bits left for messages of alice");
    writeFileSync(at("more"), more);
    const again = addAuthBits(at("bob", "auth"), { bits: at("more"), messages: 1, keep: false, memory: at("other") });
    await expect(again).rejects.toThrow("more: is in the key already: take fresh bits");
  });

  it("is refused where it is a copy, has two names, or is the other end's", () => {
    copyFileSync(at("alice", "auth"), at("copy"));
    expect(() => sends("alice", at("copy"))).toThrow("is a copy of a key file, or was restored from one");
    expect(() => sends("bob", at("alice", "auth"))).toThrow("is the key file of alice's end, but this step is bob's");
    symlinkSync(at("alice", "auth"), at("link"));
    expect(slotOf(sends("alice", at("link")))).toBe(0);
    expect(readdirSync(at("alice"))).toContain(`${open(at("alice", "auth")).state.endId}.sent-0`);
    linkSync(at("alice", "auth"), at("second"));
    expect(() => sends("alice", at("second"))).toThrow("has a second name (hard link)");
    expect(() => sends("alice")).toThrow("has a second name (hard link)");
  });

  itIf(canMount, "is refused where it is mounted by itself, beside other names of used slots", () => {
    mkdirSync(at("mounted here"));
    writeFileSync(at("mounted here", "auth"), "");
    const mounted = 'mount --bind "$0" "$1" && exec "$2" "$3" key show "$1"';
    const words = [at("alice", "auth"), at("mounted here", "auth"), process.execPath, compiled("src/cli/main.ts")];
    const { status, stderr } = spawnSync("unshare", ["-rm", "sh", "-c", mounted, ...words], { encoding: "utf8" });
    expect([status, stderr]).toEqual([1, expect.stringContaining("auth: is mounted by itself: mount its folder")]);
  });

  it("is reported if other users can read it", () => {
    chmodSync(at("alice", "auth"), 0o644);
    expect(open(at("alice", "auth")).summary.notices).toEqual([
      expect.stringContaining("can be read by other users of this machine: chmod 600 "),
    ]);
  });
});

describe("an old copy of a key file", () => {
  it("put over the file with all the names beside it brings no slot back", () => {
    sends("alice");
    cpSync(at("alice"), at("backup"), { recursive: true });
    const before = [sends("alice"), sends("alice")];
    for (const name of readdirSync(at("backup")).filter((name) => !name.endsWith(".memory"))) {
      writeFileSync(at("alice", name), readFileSync(at("backup", name)));
    }
    expect(slotOf(sends("alice"))).toBe(6);
    expect(before.map(slotOf)).toEqual([2, 4]);
  });

  it.each(["auth", "renamed"])("put over the file brings no slot back under the name %s", (name) => {
    copyFileSync(at("alice", "auth"), at("backup"));
    const before = sends("alice");
    // cp keeps the file and overwrites its content.
    writeFileSync(at("alice", "auth"), readFileSync(at("backup")));
    renameSync(at("alice", "auth"), at("alice", name));
    const after = [sends("alice", at("alice", name)), sends("alice", at("alice", name))];
    expect([before, ...after].map(slotOf)).toEqual([0, 2, 4]);
    expect(found(before, after[0])).toBeUndefined();
    expect(readFileSync(at("alice", name)).includes(keyAt(0))).toBe(false);
  });

  it("restored, moved without its names and renamed brings no slot back on this machine", async () => {
    copyFileSync(at("alice", "auth"), at("backup"));
    const before = [sends("alice"), sends("alice")];
    for (const message of before) await receives("bob", message);
    const answer = sends("bob");
    await receives("alice", answer);
    writeFileSync(at("alice", "auth"), readFileSync(at("backup")));
    mkdirSync(at("elsewhere"));
    const moved = at("elsewhere", "renamed");
    renameSync(at("alice", "auth"), moved);
    const after = sends("alice", moved);
    expect([...before, after].map(slotOf)).toEqual([0, 2, 4]);
    expect(before.map((message) => found(message, after))).toEqual([undefined, undefined]);
    await receives("bob", after);
    // The accepted message is known too: the same one may be read again, and no other in its slot.
    await receives("alice", answer, moved);
    const twin = twinOf("bob");
    for (const message of before) await receives("bob", message, twin);
    const other = sends("bob", twin);
    expect([answer, other].map(slotOf)).toEqual([3, 3]);
    await expect(receives("alice", other, moved)).rejects.toThrow("is not the message that was accepted in slot 3");
    expect(readFileSync(moved).includes(keyAt(0))).toBe(false);
  });

  it.each(["beside the file", "in the user's state folder"])(
    "brings no slot back if the names %s are lost",
    (where) => {
      copyFileSync(at("alice", "auth"), at("backup"));
      const before = [sends("alice"), sends("alice")];
      const { endId } = open(at("alice", "auth")).state;
      const state = join(process.env.XDG_STATE_HOME!, "gfq-ldpc", "auth-slots", endId);
      const lost = where === "beside the file" ? at("alice") : state;
      for (const name of readdirSync(lost).filter((each) => each.startsWith(`${endId}.`))) rmSync(join(lost, name));
      writeFileSync(at("alice", "auth"), readFileSync(at("backup")));
      expect([...before, sends("alice")].map(slotOf)).toEqual([0, 2, 4]);
    },
  );

  it("is not used without a place for the names of its slots", () => {
    const { endId } = open(at("alice", "auth")).state;
    const state = join(process.env.XDG_STATE_HOME!, "gfq-ldpc", "auth-slots");
    mkdirSync(state, { recursive: true });
    writeFileSync(join(state, endId), "no folder");
    expect(() => sends("alice")).toThrow(endId);
    rmSync(join(state, endId));
    expect(slotOf(sends("alice"))).toBe(0);
  });

  it("put in the file's place is refused", () => {
    copyFileSync(at("alice", "auth"), at("backup"));
    sends("alice");
    renameSync(at("backup"), at("alice", "auth"));
    expect(() => sends("alice")).toThrow("is a copy of a key file, or was restored from one");
    // The inode number of a removed file is often reused for the next file.
    for (let i = 0; i < 10; i++) {
      copyFileSync(at("alice", "auth"), at("next"));
      rmSync(at("alice", "auth"));
      copyFileSync(at("next"), at("alice", "auth"));
      expect(() => sends("alice")).toThrow("is a copy of a key file, or was restored from one");
    }
  });

  it("used elsewhere, undetected there, is found out by the other end, which has deleted the bits", async () => {
    const first = sends("alice");
    await receives("bob", first);
    // A copy on another machine, whose file system happens to give it the same inode number.
    const twin = twinOf("alice");
    const second = sends("alice", twin);
    expect(slotOf(second)).toBe(0);
    // The attack: an eavesdropper with both messages finds the key of the slot …
    expect(found(first, second)).toEqual(Uint8Array.from(keyAt(0)));
    // … but cannot use it, because the slot is taken.
    await expect(receives("bob", second)).rejects.toThrow("is not the message that was accepted in slot 0");
    const forged = forge(second, keyAt(0));
    await expect(receives("bob", forged)).rejects.toThrow("is not the message that was accepted in slot 0");
    // An answer to the first message also detects the twin, which has sent nothing in slot 2.
    const answer = sends("bob");
    await expect(receives("alice", answer, twin)).rejects.toThrow(/another end|did not send|three ends/);
  });
});

/** A key file with the same bits for the same end, as if no message had been sent. */
function twinOf(end: Party): string {
  mkdirSync(at(`${end}-twin`), { recursive: true });
  return authKeyFile(at(`${end}-twin`), "auth", end, RAW);
}

/** Writes another message under a key that was found. @returns its path. */
function forge(path: string, key: Uint8Array): string {
  const content = Buffer.from(readFileSync(path));
  const at = content.length - 160;
  const tag = new WegmanCarter(key);
  tag.update(content.subarray(0, at + 128));
  content.set(tag.digest(), at + 128);
  writeFileSync(`${path}.forged`, content);
  return `${path}.forged`;
}

describe("the receiver", () => {
  it("accepts a slot once, in rising order, and the same message again", async () => {
    const messages = [sends("alice"), sends("alice"), sends("alice")];
    await receives("bob", messages[0]);
    await receives("bob", messages[0]);
    await receives("bob", messages[2]);
    await expect(receives("bob", messages[1])).rejects.toThrow(
      "is in slot 2, but the last message accepted is in slot 4: messages are accepted once and in rising order",
    );
    await receives("bob", messages[0]);
    await receives("bob", messages[2]);
  });

  it("says which message has not come", async () => {
    const [first, , third] = [sends("alice"), sends("alice"), sends("alice")];
    const bob = open(at("bob", "auth"));
    await receive(bob, "alice", first);
    expect(bob.summary.missed).toEqual([]);
    await receive(bob, "alice", third);
    expect(bob.summary.missed).toEqual([2]);
  });

  it("refuses a forgery with a key that was found later, and a message that no end sent", async () => {
    const message = sends("alice");
    await receives("bob", message);
    const changed = readFileSync(message);
    changed[60] ^= 1;
    writeFileSync(message, changed);
    await expect(receives("bob", forge(message, keyAt(0)))).rejects.toThrow(/damaged|accepted in slot 0/);
  });
});

describe("a third end with the same bits", () => {
  it("has other slots if it answers another message, and is refused", async () => {
    const [first, second] = [sends("alice"), sends("alice")];
    const third = twinOf("bob");
    await receives("bob", first);
    await receives("bob", second, third);
    const [bobs, thirds] = [sends("bob"), sends("bob", third)];
    expect([slotOf(bobs), slotOf(thirds)]).toEqual([1, 3]);
    expect(found(bobs, thirds)).toBeUndefined();
    await receives("alice", bobs);
    await expect(receives("alice", thirds)).rejects.toThrow(
      /comes from end [0-9a-f]{32}, but this key belongs to this end and end [0-9a-f]{32}: a third end has it/,
    );
    // From then on Alice's messages name the end that they are for.
    await expect(receives("bob", sends("alice"), third)).rejects.toThrow(/is for end [0-9a-f]{32}, but this end is/);
  });

  it("that answers the same message shares a slot whose bits are of no use any more", async () => {
    const message = sends("alice");
    const third = twinOf("bob");
    await receives("bob", message);
    await receives("bob", message, third);
    const [bobs, thirds] = [sends("bob"), sends("bob", third)];
    await receives("alice", bobs);
    expect(found(bobs, thirds)).toEqual(Uint8Array.from(keyAt(1)));
    await expect(receives("alice", thirds)).rejects.toThrow("is not the message that was accepted in slot 1");
    await expect(receives("alice", forge(thirds, keyAt(1)))).rejects.toThrow("accepted in slot 1");
  });
});

describe("a long-lived secret", () => {
  it("makes keys that are deleted in the same way, and tags of all that was said", async () => {
    for (const end of ["alice", "bob"] as const) authKeyFile(at(end), "long", end, rawBits(32, 13), "long-lived");
    const [alice, bob] = [at("alice", "long"), at("bob", "long")];
    const first = sends("alice", alice);
    await receives("bob", first, bob);
    const second = sends("bob", bob);
    await receives("alice", second, alice);
    expect(slotOf(second)).toBe(1);
    expect(open(alice).state).toMatchObject({ mode: "long-lived", slots: 32, sent: 0, heard: 1 });
    const content = readFileSync(sends("alice", alice));
    content[content.length - 1] ^= 1;
    writeFileSync(at("changed"), content);
    await expect(receives("bob", at("changed"), bob)).rejects.toThrow("has a wrong tag");
    await expect(receives("bob", sends("alice"), bob)).rejects.toThrow(/is sealed with key/);
  });
});
