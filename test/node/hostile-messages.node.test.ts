import { createHash } from "node:crypto";
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { crc32 } from "node:zlib";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { requireBare } from "../../src/cli/reconcile-messages.ts";
import type { ReconcileArguments } from "../../src/cli/reconcile-options.ts";
import { receivedStream } from "../../src/cli/reconcile-plan.ts";
import { newValueStream } from "../../src/cli/reconcile-value-plan.ts";
import { packBits } from "../../src/code/packed-bits.ts";
import { InputError } from "../../src/errors.ts";
import { openBitFile } from "../../src/node/bit-file.ts";
import { openDisclosed } from "../../src/node/disclosed-file.ts";
import { KeyFile } from "../../src/node/key-file.ts";
import { deliverKey } from "../../src/node/pending-key.ts";
import { keepVerified } from "../../src/node/reconcile-key.ts";
import { SYNDROMES } from "../../src/node/reconciliation-headers.ts";
import { RecordReader } from "../../src/node/record-file.ts";
import { openValueFile } from "../../src/node/value-file.ts";
import { valueMoments } from "../../src/node/value-sequence.ts";
import { openVerdict } from "../../src/node/verdict-file.ts";
import { correlatedValues } from "../../src/reconciliation/correlated-values.ts";
import { canonicalJson } from "../../src/simulation/task.ts";
import { ldpc } from "../cli/run-in-process.ts";
import { randomNumbers } from "../simulation/random.ts";

// More: GFQ_LDPC_MUTATIONS=1000000 npx vitest run --project node test/node/hostile-messages.node.test.ts
const MUTATIONS = Number(process.env.GFQ_LDPC_MUTATIONS ?? 500);
const SEED = Number(process.env.GFQ_LDPC_SEED ?? 1);

const folder = mkdtempSync(join(tmpdir(), "gfq-ldpc-hostile-"));
afterAll(() => rmSync(folder, { recursive: true }));
const at = (...names: string[]) => join(folder, ...names);

const BITS = 5 * 432;
/** Payload bytes of the files' records. */
const FILES = { "syndromes.ldpc": 27 + 4, "verdict.ldpc": 1, "confirmation.ldpc": 0, "disclosed.ldpc": 64 } as const;
type Name = keyof typeof FILES;
const good = {} as Record<Name, Buffer>;
let key: Buffer;

beforeAll(async () => {
  const random = randomNumbers(81);
  const alice = Array.from({ length: BITS }, () => Math.floor(2 * random()));
  // One block fails.
  const bob = alice.map((bit, i) => bit ^ (random() < (Math.floor(i / 432) === 2 ? 0.3 : 0.02) ? 1 : 0));
  writeFileSync(at("a.bin"), packBits(alice, BITS));
  writeFileSync(at("b.bin"), packBits(bob, BITS));
  const run = async (...options: string[]) =>
    expect(await ldpc("reconcile", "--engine=cpu", "--quiet", ...options, `--ledger=${at("ledger")}`)).toMatchObject({
      ...{ status: 0, stderr: "" },
    });
  await run("--alice", at("a.bin"), "--code=wifi-648-432", "--qber=0.02", "--out", at("alice"));
  const syndromes = ["--syndromes", at("alice", "syndromes.ldpc")];
  await run("--bob", at("b.bin"), ...syndromes, "--out", at("bob"));
  await run("--alice", at("a.bin"), ...syndromes, "--verdict", at("bob", "verdict.ldpc"), "--out", at("alice"));
  const { x, y } = correlatedValues(4, 83, { first: 0, count: 4000 });
  writeFileSync(at("x.f64"), new Uint8Array(x.buffer));
  // In the unit of a link with V_A 16.
  writeFileSync(at("y.f64"), new Uint8Array(y.map((value) => 2 * value).buffer));
  await run("--cv", "--alice", at("x.f64"), "--disclose=4", "--modulation-variance=16", "--out", at("alice"));
  good["disclosed.ldpc"] = readFileSync(at("alice", "disclosed.ldpc"));
  good["syndromes.ldpc"] = readFileSync(at("alice", "syndromes.ldpc"));
  good["verdict.ldpc"] = readFileSync(at("bob", "verdict.ldpc"));
  good["confirmation.ldpc"] = readFileSync(at("alice", "confirmation.ldpc"));
  key = readFileSync(at("alice", "alice.key"));
  expect(key.length).toBe((4 * 432) / 8);
});

const random = randomNumbers(SEED);
const below = (count: number) => Math.floor(count * random());
const pick = <T>(items: readonly T[]): T => items[below(items.length)];

/** Values that have broken readers. */
const NASTY: readonly unknown[] = [
  ...[0, -1, 1, 0.5, 31, 2 ** 31, 2 ** 32, 2 ** 52, 2 ** 53, 1e308, -0, null, true, "", "0", [], {}],
  ...[
    "../x",
    "/etc/passwd",
    "\u001b[2J",
    "\ud800",
    "a".repeat(3000),
    "0".repeat(64),
    "f".repeat(64),
    [[[[[[[[[]]]]]]]]],
  ],
];

/** A copy that was damaged on its way, without mending: never the same bytes. */
function damaged(content: Buffer): Buffer {
  for (;;) {
    const copy = pick([flipped, cut, grown, spliced])(content);
    if (!copy.equals(content)) return copy;
  }
}

function flipped(content: Buffer): Buffer {
  const copy = Buffer.from(content);
  for (let flips = 1 + below(4); flips > 0; flips--) copy[below(copy.length)] ^= 1 << below(8);
  return copy;
}

const cut = (content: Buffer) => Buffer.from(content.subarray(0, below(content.length)));
const grown = (content: Buffer) =>
  Buffer.concat([content, Buffer.from(Array.from({ length: 1 + below(40) }, () => below(256)))]);

function spliced(content: Buffer): Buffer {
  const copy = Buffer.from(content);
  const length = below(60);
  copy.copy(copy, below(copy.length - length), below(copy.length - length), undefined);
  return copy;
}

/** A copy that somebody made who mends all checksums: another header or other payloads. */
function forged(content: Buffer, payload: number): Buffer {
  const end = content.indexOf(10) + 1;
  const { checksum: _, ...header } = JSON.parse(content.subarray(0, end).toString());
  if (random() < 0.6) mutateObject(header);
  const checksum = createHash("sha256").update(canonicalJson(header)).digest("hex");
  const line = Buffer.from(`${JSON.stringify({ ...header, checksum })}\n`);
  const bytes = 8 + payload + 4;
  const records = Buffer.from(payload === 0 ? [] : content.subarray(end));
  for (let i = 0; (i + 1) * bytes <= records.length; i++) {
    const record = records.subarray(i * bytes, (i + 1) * bytes);
    if (random() < 0.2) record[8 + below(payload)] = below(256);
    record.writeUInt32LE(crc32(record.subarray(0, bytes - 4), crc32(line)), bytes - 4);
  }
  return Buffer.concat([line, records]);
}

function mutateObject(value: Record<string, unknown>): void {
  const name = pick(Object.keys(value));
  const inner = value[name];
  const kind = random();
  if (typeof inner === "object" && inner !== null && kind < 0.8) mutateObject(inner as Record<string, unknown>);
  else if (kind < 0.1) delete value[name];
  else if (kind < 0.2) value[pick(["retry", "gaussian", "__proto__", "qber", "toString"])] = pick(NASTY);
  else if (typeof inner === "number" && kind < 0.6) value[name] = inner + pick([-1, 1, 8, 432]);
  else value[name] = pick(NASTY);
}

/** What an end makes of a file: a key, nothing, or the sentence by which it refuses. */
type Outcome = { readonly key?: Buffer; readonly refusal?: string };

async function outcome(work: () => Promise<Buffer | undefined>): Promise<Outcome> {
  try {
    return { key: await work() };
  } catch (error) {
    // Anything else is a mistake of ours.
    if (!(error instanceof InputError)) throw error;
    return { refusal: error.message };
  }
}

/** Bob, until the device comes in. */
async function received(path: string): Promise<undefined> {
  const file = await RecordReader.open(path, SYNDROMES);
  try {
    requireBare(file);
    const { header } = file;
    if ("gaussian" in header) throw new InputError("is of values");
    const input = await openBitFile(at("b.bin"), { expected: { bits: header.bits, of: path } });
    await input.close();
    receivedStream({} as ReconcileArguments, header, path);
    await file.read(0, header.blocks);
  } finally {
    await file.close();
  }
}

/** What Bob estimates of disclosed values, until he tells anything. */
async function estimated(path: string): Promise<undefined> {
  const open: { close(): Promise<void> }[] = [];
  try {
    const disclosed = await openDisclosed(path);
    open.push(disclosed);
    requireBare(disclosed);
    const file = await openValueFile(at("y.f64"), { values: disclosed.header.values, of: path });
    open.push(file);
    const reference = { file, moments: await valueMoments(file) };
    const link = { shotNoise: "0.6", detectorEfficiency: "1", electronicNoise: "0", epsilonPe: "0.05" };
    const options = { code: "wifi-648-432", disclosed: path, ...link } as unknown as ReconcileArguments;
    const { stream } = await newValueStream(options, { reference, disclosed, open });
    expect(stream.gaussian.snr).toBeGreaterThan(0);
    expect(Number.isFinite(stream.gaussian.snr)).toBe(true);
  } finally {
    for (const file of open) await file.close();
  }
}

/** Alice's key by a verdict, as `ldpc reconcile` makes it. */
async function made(syndromesPath: string, verdictPath: string): Promise<Buffer | undefined> {
  const open: { close(): Promise<void> }[] = [];
  const target = KeyFile.create(at("made.key"));
  try {
    const syndromes = await RecordReader.open(syndromesPath, SYNDROMES);
    open.push(syndromes);
    const verdict = await openVerdict(verdictPath, syndromes.header, syndromes.id, syndromesPath);
    open.push(verdict);
    for (const file of [syndromes, verdict]) requireBare(file);
    const input = await openBitFile(at("a.bin"), { expected: { bits: syndromes.header.bits, of: syndromesPath } });
    open.push(input);
    await keepVerified({ input, syndromes, verdict, key: target });
    const { hashKey, hash } = verdict.header;
    if (Buffer.from(target.hash(Buffer.from(hashKey, "hex"))).toString("hex") !== hash) return undefined;
    return Buffer.from(target.read(0, target.bits)!);
  } finally {
    target.discard();
    for (const file of open) await file.close();
  }
}

/** Bob's key by a confirmation. */
async function delivered(confirmation: string): Promise<Buffer> {
  mkdirSync(at("deliver"), { recursive: true });
  for (const name of ["bob.pending", "verdict.ldpc"]) copyFileSync(at("bob", name), at("deliver", name));
  rmSync(at("deliver", "bob.key"), { force: true });
  const check = async (file: Parameters<typeof requireBare>[0]) => requireBare(file);
  await deliverKey({ folder: at("deliver"), confirmation, force: false, check });
  return readFileSync(at("deliver", "bob.key"));
}

/** Where a file is as it was sent. */
function sent(name: Name): string {
  return name === "verdict.ldpc" ? at("bob", name) : at("alice", name);
}

async function all(name: Name, path: string): Promise<Outcome[]> {
  if (name === "disclosed.ldpc") return [await outcome(() => estimated(path))];
  if (name === "confirmation.ldpc") return [await outcome(() => delivered(path))];
  if (name === "verdict.ldpc") return [await outcome(() => made(sent("syndromes.ldpc"), path))];
  return [await outcome(() => received(path)), await outcome(() => made(path, sent("verdict.ldpc")))];
}

describe("files of the other end, mutated", () => {
  it("give the key if they are as they were sent", async () => {
    for (const name of ["verdict.ldpc", "confirmation.ldpc"] as const)
      expect(await all(name, sent(name))).toEqual([{ key }]);
    expect(await all("disclosed.ldpc", sent("disclosed.ldpc"))).toEqual([{ key: undefined }]);
    expect(await all("syndromes.ldpc", sent("syndromes.ldpc"))).toEqual([{ key: undefined }, { key }]);
  });

  it(
    `never give another key, and never anything if they were damaged (${MUTATIONS} mutations, seed ${SEED})`,
    async () => {
      const counts = { refused: 0, harmless: 0 };
      for (let i = 0; i < MUTATIONS; i++) {
        const name = pick(Object.keys(FILES) as Name[]);
        const mends = random() < 0.6;
        const content = mends ? forged(good[name], FILES[name]) : damaged(good[name]);
        writeFileSync(at("mutated.ldpc"), content);
        for (const { key: found, refusal } of await all(name, at("mutated.ldpc"))) {
          const which = `mutation ${i} of ${name}, seed ${SEED}: ${JSON.stringify(content.toString("latin1")).slice(0, 600)}`;
          if (refusal !== undefined) {
            counts.refused++;
            expect(refusal, which).toMatch(/^[\P{Cc}]+$/u);
          } else {
            counts.harmless++;
            // What came as it was sent but for its checksums may pass: other syndromes spoil blocks, which their hashes show.
            expect(mends, which).toBe(true);
            if (found !== undefined) expect(found.equals(key), which).toBe(true);
          }
        }
        expect(existsSync(at("made.key"))).toBe(false);
      }
      // Both happen, or nothing was tested.
      expect(counts.refused).toBeGreaterThan(MUTATIONS / 2);
      expect(counts.harmless).toBeGreaterThan(0);
    },
    Math.max(120_000, 20 * MUTATIONS),
  );
});
