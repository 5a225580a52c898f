import { readdirSync, readFileSync, rmSync, statSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import type { Party } from "../../../src/reconciliation/files/headers.ts";
import { addAuthBits, newAuthKey, noteUse, repeatsItself } from "../../../src/reconciliation/files/make-key.ts";
import { newFolder } from "../../new-folder.ts";
import { rawBits } from "./key-files.ts";

let folder: string;
beforeEach(() => {
  folder = newFolder();
});
const at = (...names: string[]) => join(folder, ...names);

const OLD = rawBits(16 + 8 * 32 + 5, 1);
const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString("hex");
const concat = (...parts: Uint8Array[]) => Uint8Array.from(Buffer.concat(parts));

/** Takes bits as a new key of an end. */
function take(bytes: Uint8Array, end: Party = "alice", slot = 0) {
  const id = hex(bytes.subarray(0, 16));
  return noteUse(at("memory"), { bytes, file: "new.bin" }, { id, end, key: id, file: "x.auth", slot });
}

describe("bits with a part of bits that were made into a key", () => {
  it.each(["alice", "bob"] as const)("are refused at %s's end, at every offset of either file", (end) => {
    take(OLD);
    for (let offset = 0; offset + 31 <= OLD.length - 5; offset++) {
      // Every offset modulo the groups of the new bits, too.
      const before = rawBits(17 + ((7 * offset) % 32), 100 + offset);
      const bytes = concat(before, OLD.subarray(offset, offset + 31), rawBits(40, 500 + offset));
      expect(() => take(bytes, end), `offset ${offset}`).toThrow(
        /^new\.bin: has bytes \d+ to \d+ that were made into a key of alice's end before \(.*-alice says where\)/,
      );
    }
    expect(readdirSync(at("memory")).length).toBe(2);
  });

  it("are found among the bits of many keys, and fresh bits are not refused", () => {
    for (let seed = 0; seed < 50; seed++) take(rawBits(16 + 64 * 32, 1000 + seed));
    expect(() => take(concat(rawBits(16, 2), rawBits(16 + 64 * 32, 1031).subarray(16)))).toThrow("that were made into");
  });

  it("are refused within one file, at every offset", () => {
    for (let offset = 0; offset < 64; offset++) {
      const part = rawBits(31, 7);
      expect(repeatsItself(concat(rawBits(40, 3), part, rawBits(offset, 4), part, rawBits(9, 5)))).toBe(true);
    }
    for (let seed = 0; seed < 50; seed++) expect(repeatsItself(rawBits(5000, 2000 + seed))).toBe(false);
  });

  it("are the other end's of the same key, and of no other", () => {
    take(OLD);
    take(OLD, "bob");
    for (const end of ["alice", "bob"] as const) expect(() => take(OLD, end)).toThrow(`a key of ${end}'s end before`);
    // The same bits in other slots of the other end would be used for other messages.
    const added = rawBits(16 + 64, 9);
    take(added, "alice", 8);
    expect(() => take(added, "bob", 10)).toThrow("that were made into a key of alice's end");
    expect(() => take(added.slice(0, -32), "bob", 8)).toThrow("that were made into a key of alice's end");
    take(added, "bob", 8);
  });

  it("stay fresh if no key was made of them", () => {
    take(OLD)();
    expect(() => take(concat(rawBits(16, 2), OLD.subarray(16)))).not.toThrow();
  });

  it("are not compared with a damaged memory", () => {
    take(OLD);
    const note = at("memory", `${hex(OLD.subarray(0, 16))}-alice`);
    truncateSync(note, statSync(note).size - 1);
    expect(() => take(rawBits(80, 6))).toThrow("is damaged: the bits that it is about are not known without it");
    rmSync(note);
    writeFileSync(at("memory", "secret"), "");
    expect(() => take(rawBits(80, 6))).toThrow("secret: is damaged");
  });

  it("are not in the memory, which only their user reads", () => {
    take(OLD);
    const names = readdirSync(at("memory"));
    expect(names.sort()).toEqual([`${hex(OLD.subarray(0, 16))}-alice`, "secret"]);
    for (const name of names) {
      expect(statSync(at("memory", name)).mode & 0o777).toBe(0o600);
      // The id is public, the bits behind it are not.
      for (let i = 16; i + 8 <= OLD.length; i++) {
        expect(readFileSync(at("memory", name)).includes(Buffer.from(OLD.subarray(i, i + 8)))).toBe(false);
      }
    }
  });
});

describe("key files of used bits behind other first bytes", () => {
  const from = (bytes: Uint8Array) => {
    writeFileSync(at("raw"), bytes, { mode: 0o600 });
    return { bits: at("raw"), messages: 1, keep: false, memory: at("memory") };
  };
  const forged = concat(rawBits(16, 21), OLD.subarray(16));

  it("are made by no command, at no end, with no kind of key", async () => {
    newAuthKey(at("alice.auth"), "alice", "one-time", from(OLD));
    newAuthKey(at("other.auth"), "alice", "one-time", from(rawBits(16 + 64, 22)));
    for (const end of ["alice", "bob"] as const) {
      for (const mode of ["one-time", "long-lived"] as const) {
        expect(() => newAuthKey(at("new.auth"), end, mode, from(forged))).toThrow(
          "that were made into a key of alice's",
        );
      }
    }
    for (const name of ["alice.auth", "other.auth"]) {
      await expect(addAuthBits(at(name), from(forged))).rejects.toThrow("that were made into a key of alice's end");
    }
    expect(readdirSync(folder).sort()).toEqual(["alice.auth", "memory", "other.auth", "raw"]);
  });
});
