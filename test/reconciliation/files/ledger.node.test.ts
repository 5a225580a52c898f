import { createHash } from "node:crypto";
import { readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { openBitFile } from "../../../src/reconciliation/files/bit-file.ts";
import {
  bitIdentity,
  type DataIdentity,
  DisclosureLedger,
  sharesData,
  valueIdentity,
} from "../../../src/reconciliation/files/ledger.ts";
import { openValueFile } from "../../../src/reconciliation/files/value-file.ts";
import { newFolder } from "../../new-folder.ts";
import { gaussianNumbers, randomNumbers } from "../../simulation/random.ts";

const folder = newFolder();
const at = (...names: string[]) => join(folder, ...names);

function randomBytes(count: number, seed: number): Uint8Array {
  const random = randomNumbers(seed);
  return Uint8Array.from({ length: count }, () => 256 * random());
}

async function bits(content: Uint8Array): Promise<DataIdentity> {
  writeFileSync(at("bits"), content);
  const file = await openBitFile(at("bits"));
  const found = await bitIdentity(file);
  await file.close();
  return found;
}

async function values(name: string, content: Float32Array | Float64Array): Promise<DataIdentity> {
  writeFileSync(at(name), new Uint8Array(content.buffer, content.byteOffset, content.byteLength));
  const file = await openValueFile(at(name));
  const found = await valueIdentity(file);
  await file.close();
  return found;
}

describe("the identity of data", () => {
  it("finds a part again wherever it begins, in strings of several parts too", async () => {
    const whole = randomBytes(2.5 * 2 ** 20, 1);
    const long = await bits(whole);
    expect(long.marks.length).toBeGreaterThan(300);
    expect(long.marks.length).toBeLessThan(3000);
    for (const begin of [1, 2 ** 20 - 5000, 2 ** 21 + 7]) {
      expect(sharesData(await bits(whole.subarray(begin, begin + 100_000)), long)).toBe(true);
    }
    expect(sharesData(await bits(randomBytes(100_000, 2)), long)).toBe(false);
    const short = await bits(whole.subarray(0, 200));
    expect(short.marks.length).toBeGreaterThan(5);
    expect(sharesData(short, await bits(whole.subarray(17, 400)))).toBe(true);
  });

  it("does not depend on how the file was read", async () => {
    // The sequence is read in two parts, and windows overlap both.
    const whole = randomBytes(2 ** 20 + 64, 3);
    const view = new DataView(whole.buffer);
    const sha256 = (bytes: Uint8Array) => createHash("sha256").update(bytes).digest("hex");
    const marks: string[] = [];
    for (let i = 0; i + 32 <= whole.length; i++) {
      const chosen = Math.imul(view.getUint32(i, true) ^ 0x5bd1e995, 0x9e3779b1) >>> 21 === 0;
      if (chosen) marks.push(sha256(whole.subarray(i, i + 32)).slice(0, 16));
    }
    expect(await bits(whole)).toEqual({ sha256: sha256(whole), marks: marks.sort() });
  });

  it("is of values, not of their file's type", async () => {
    const gaussian = gaussianNumbers(4);
    const doubles = Float64Array.from({ length: 3000 }, () => gaussian());
    const [a, b] = [await values("x.f64", doubles), await values("x.f32", Float32Array.from(doubles))];
    expect(a.marks).toEqual(b.marks);
    expect(a.marks.length).toBeGreaterThan(200);
    expect(a.sha256).not.toBe(b.sha256);
    expect(sharesData(a, await values("y.f64", doubles.subarray(1000)))).toBe(true);
    expect(
      sharesData(
        a,
        await values(
          "z.f64",
          Float64Array.from(doubles, () => gaussian()),
        ),
      ),
    ).toBe(false);
  });
});

describe("the ledger", () => {
  const run = "1".repeat(64);
  const other = "2".repeat(64);
  const claim = (id: string, identity: DataIdentity, root = id) => ({
    run: id,
    root,
    folder: "/out",
    data: [{ party: "alice" as const, file: "a.bin", identity }],
  });

  it("lets a run and its retries use data, and no other", async () => {
    const ledger = new DisclosureLedger(at("one"));
    const data = await bits(randomBytes(1000, 5));
    await ledger.begin(claim(run, data));
    await ledger.begin(claim(run, data));
    await expect(ledger.begin(claim(other, data))).rejects.toThrow(
      /^a\.bin: was used already \(run 1{16} of .*\); it is unfinished: go on with it, or drop it there with --force$/,
    );
    await ledger.disclose(run, "alice", 100, false);
    await expect(ledger.begin(claim(other, data))).rejects.toThrow(/may tell the key: take fresh data/);
    await ledger.begin(claim(other, data, run));
    await ledger.disclose(other, "alice", 11, true);
    expect(await ledger.find(run, "bob")).toBeUndefined();
    expect(await ledger.find(other, "alice")).toMatchObject({ root: run, verdicts: 1, publicBits: 11, state: "told" });
  });

  it("lets one first run and its retries go on from a disclosed file", async () => {
    const ledger = new DisclosureLedger(at("disclosed"));
    const data = await bits(randomBytes(1000, 9));
    const [message, retry, retried] = ["a".repeat(64), "b".repeat(64), "c".repeat(64)];
    const disclosed = { every: 4, seed: "0".repeat(32), values: 248 };
    const of = (id: string, first?: string) => ({ ...claim(id, data, message), first });
    const identity = { party: "alice" as const, file: "a.bin", identity: data };
    await expect(ledger.requireDisclosed(message, identity)).rejects.toThrow(
      /holds nothing about disclosed file a{16}/,
    );
    await ledger.begin({ ...of(message), disclosed });
    await ledger.disclose(message, "alice", 64, false);
    expect(await ledger.disclosureOf(data, "alice")).toEqual(disclosed);
    expect(await ledger.disclosureOf(data, "bob")).toBe(undefined);
    await ledger.requireDisclosed(message, identity);
    const others = await bits(randomBytes(1000, 10));
    await expect(ledger.requireDisclosed(message, { ...identity, identity: others })).rejects.toThrow(
      /^a\.bin: is not the sequence of disclosed file a{16}/,
    );
    // Another choice of values, and a run that continues none.
    for (const id of [retry, run]) {
      await expect(ledger.begin(claim(id, data))).rejects.toThrow(
        /^a\.bin: was disclosed already \(file a{16} of .*, one group in 4\): go on from that file/,
      );
    }
    await ledger.begin(of(run, run));
    await ledger.begin(of(run, run));
    await ledger.disclose(run, "alice", 100, true);
    await expect(ledger.begin(of(other, other))).rejects.toThrow(/^a\.bin: was used already \(run 1{16}/);
    // Retries by either end.
    await ledger.begin(of(retry, run));
    await ledger.conclude(run, "alice", "d".repeat(64), 10);
    const next = { run: retried, root: message, parent: run, verdict: "d".repeat(64), party: "alice" as const };
    await ledger.beginRetry({ ...next, folder: "/out" });
    expect(await ledger.find(retried, "alice")).toMatchObject({ root: message, first: run, parent: run });
    await expect(ledger.begin(of(other, other))).rejects.toThrow(/was used already/);
  });

  it("forgets runs without a disclosure, and nothing else", async () => {
    const ledger = new DisclosureLedger(at("two"));
    const data = await bits(randomBytes(1000, 6));
    await ledger.begin(claim(run, data));
    await ledger.forget(run);
    await ledger.begin(claim(other, data));
    await ledger.disclose(other, "alice", 1, false);
    await ledger.forget(other);
    await expect(ledger.begin(claim(run, data))).rejects.toThrow(/was used already/);
  });

  it("stops where it cannot be read", async () => {
    const ledger = new DisclosureLedger(at("three"));
    const data = await bits(randomBytes(1000, 7));
    await ledger.begin(claim(run, data));
    const [name] = readdirSync(at("three"));
    writeFileSync(at("three", name), "{}");
    await expect(ledger.begin(claim(other, data))).rejects.toThrow(
      /json: is damaged: the used data are unknown without it/,
    );
  });

  it("is used by one process at a time", async () => {
    const data = await bits(randomBytes(1000, 8));
    const outcomes = await Promise.allSettled(
      ["3", "4", "5", "6"].map((digit) => new DisclosureLedger(at("four")).begin(claim(digit.repeat(64), data))),
    );
    expect(outcomes.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected", "rejected", "rejected"]);
  });

  it("is the user's unless it is said", () => {
    expect(new DisclosureLedger().folder).toBe(join(process.env.XDG_STATE_HOME!, "gfq-ldpc", "reconcile"));
  });
});
