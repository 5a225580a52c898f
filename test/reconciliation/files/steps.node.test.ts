import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, beforeEach, expect, it } from "vitest";
import { InputError } from "../../../src/errors.ts";
import {
  AcceptedMessages,
  AuthKey,
  KeySlots,
  type MessageMemory,
  readKeyHeader,
} from "../../../src/reconciliation/files/auth-key.ts";
import { addAuthBits, newAuthKey } from "../../../src/reconciliation/files/make-key.ts";
import { newFolder } from "../../new-folder.ts";
import { heldSteps, withSteps } from "../../node/file-system-steps.ts";
import { authKeyFile, rawBits } from "./key-files.ts";
import { overheard, send } from "./messages.ts";

// A process stops at each call to the file system while another does its whole work, or is killed there.

const stepsOf = (count: number, stride = 5) => heldSteps(count, stride);

let folder: string;
let key: string;
let fresh: Buffer;
let sent = 0;
// Folders that the first use of all makes are no steps of the others.
beforeAll(() => mkdirSync(join(process.env.XDG_STATE_HOME!, "gfq-ldpc", "auth-slots"), { recursive: true }));
beforeEach(() => {
  folder = newFolder();
});

/** Makes a key file for a step, in a folder without the raw bits. */
function begin(name: string): void {
  mkdirSync(join(folder, name));
  key = authKeyFile(join(folder, name), "auth", "alice", rawBits(16 + 32 * 24, 41));
  rmSync(`${key}.memory`, { recursive: true });
  fresh = readFileSync(key);
}

function sends(): string {
  const auth = AuthKey.open(key);
  sent++;
  try {
    return send(auth, "alice", join(folder, `message-${sent}`), sent);
  } finally {
    auth.close();
  }
}

const slotOf = (path: string) => overheard(path).slot;

it.each([
  ["sends", () => {}],
  ["sends after an old copy was put over the file", () => writeFileSync(key, fresh)],
])("gives two slots to two processes, of which one %s while the other is held at any step", async (_, first) => {
  begin("alone");
  sends();
  const { steps } = await withSteps(sends, () => {});
  expect(steps).toBeGreaterThan(30);
  for (const held of stepsOf(steps)) {
    begin(`step-${held}`);
    const all = [sends()];
    const { value, error } = await withSteps(sends, (step) => {
      if (step !== held) return;
      first();
      all.push(sends(), sends());
    });
    expect([held, error]).toEqual([held, undefined]);
    const slots = [...all, value!].map(slotOf);
    expect([held, new Set(slots).size]).toEqual([held, 4]);
    expect([held, all.map(slotOf)]).toEqual([held, all.map(slotOf).sort((a, b) => a - b)]);
  }
});

it("wastes a slot at most if the process is killed at any step", async () => {
  begin("alone");
  const { steps } = await withSteps(sends, () => {});
  for (const held of stepsOf(steps)) {
    begin(`step-${held}`);
    const before = [sends()];
    await withSteps(sends, (step) => {
      // The killed process does nothing after this.
      if (step >= held) throw new Error("killed");
    });
    // Whatever was written before, an old copy that is moved without the names beside it brings no slot back.
    if (held % 2 === 1) {
      writeFileSync(key, fresh);
      mkdirSync(join(folder, `moved-${held}`));
      renameSync(key, join(folder, `moved-${held}`, "renamed"));
      key = join(folder, `moved-${held}`, "renamed");
    }
    const after = [sends(), sends()];
    const slots = [...before, ...after].map(slotOf);
    expect([held, slots[0], slots[2] <= 6, new Set(slots).size]).toEqual([held, 0, true, 3]);
    const left = readFileSync(key);
    for (const slot of slots) {
      expect(left.includes(Buffer.from(rawBits(16 + 32 * 24, 41).subarray(16 + 32 * slot, 48 + 32 * slot)))).toBe(
        false,
      );
    }
  }
});

it.each(["a new key", "an addition"])(
  "never makes bits into two keys if the disk fails at any step of %s",
  async (what) => {
    const raw = rawBits(16 + 32 * 4, 42);
    const at = (name: string) => join(folder, "keys", name);
    const from = { bits: at("raw"), messages: 1, keep: true, memory: at("memory") };
    const make = (out: string) => newAuthKey(at(out), "alice", "one-time", from);
    const work = () => (what === "a new key" ? make("first") : addAuthBits(at("first"), from));
    const prepare = () => {
      rmSync(at(""), { recursive: true, force: true });
      mkdirSync(at(""));
      if (what === "an addition") authKeyFile(at(""), "first", "alice", rawBits(16 + 32 * 4, 43));
      writeFileSync(at("raw"), raw, { mode: 0o600 });
    };
    const hasBits = (out: string) =>
      existsSync(at(out)) &&
      readKeyHeader(readFileSync(at(out)).subarray(0, 4096), out).ids.includes(
        Buffer.from(raw.subarray(0, 16)).toString("hex"),
      );
    prepare();
    const { steps } = await withSteps(work, () => {});
    expect(steps).toBeGreaterThan(20);
    let second = 0;
    for (const held of stepsOf(steps, 2)) {
      prepare();
      await withSteps(work, (step) => {
        if (step === held) throw Object.assign(new Error("EIO"), { code: "EIO" });
      });
      try {
        make("second");
        second++;
      } catch (error) {
        expect([held, error]).toEqual([held, expect.any(InputError)]);
      }
      expect([held, hasBits("first") && hasBits("second")]).toEqual([held, false]);
    }
    // A key that could not be made leaves its bits fresh.
    expect(second).toBeGreaterThan(0);
  },
);

function memoryOf(digit: number): MessageMemory {
  const bytes = (count: number) => new Uint8Array(count).fill(digit);
  return { digest: bytes(32), accepted: { hashKey: bytes(32), hash: bytes(16), from: "ab".repeat(16) } };
}

/** Another process accepts Bob's message in a slot. @returns the error. */
function accepts(slot: number, digit: number): string | undefined {
  const slots = KeySlots.open(key);
  try {
    return new AcceptedMessages(slots).accept(slot, memoryOf(digit));
  } finally {
    slots.close();
  }
}

function remembered(slot: number): number | undefined {
  const slots = KeySlots.open(key);
  try {
    return new AcceptedMessages(slots).memory(slot)?.digest[0];
  } finally {
    slots.close();
  }
}

it.each([
  ["one message in a slot", 1],
  ["messages of two slots, and deletes their bits", 3],
])("accepts %s, however two processes that have one each are held", async (_, slot) => {
  begin("alone");
  const { steps } = await withSteps(
    () => accepts(1, 1),
    () => {},
  );
  for (const held of stepsOf(steps)) {
    begin(`step-${held}`);
    let other: string | undefined = "not called";
    const { value, error } = await withSteps(
      () => accepts(1, 1),
      (step) => {
        if (step === held) other = accepts(slot, 2);
      },
    );
    expect([held, error]).toEqual([held, undefined]);
    const accepted = [value, other].flatMap((fault, i) => (fault === undefined ? [i + 1] : []));
    expect([held, accepted.length]).toEqual([held, slot === 1 ? 1 : 2]);
    expect([held, remembered(1), remembered(slot)]).toEqual([held, accepted[0], accepted.at(-1)]);
    const slots = KeySlots.open(key);
    expect([held, slots.key(1), slots.key(slot)]).toEqual([held, undefined, undefined]);
    slots.close();
  }
});
