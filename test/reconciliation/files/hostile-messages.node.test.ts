import { existsSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { packBits } from "../../../src/code/packed-bits.ts";
import { InputError } from "../../../src/errors.ts";
import * as codes from "../../../src/node/codes/codes.ts";
import { requireBare } from "../../../src/reconciliation/commands/messages.ts";
import type { ReconcileArguments } from "../../../src/reconciliation/commands/options.ts";
import { receivedStream, requireKind } from "../../../src/reconciliation/commands/plan.ts";
import { newValueStream } from "../../../src/reconciliation/commands/values.ts";
import { correlatedValues } from "../../../src/reconciliation/core/estimation.ts";
import { openBitFile } from "../../../src/reconciliation/files/bit-file.ts";
import { openDisclosed } from "../../../src/reconciliation/files/disclosed-file.ts";
import { SYNDROMES } from "../../../src/reconciliation/files/headers.ts";
import { deliverKey, keepVerified, openVerdict } from "../../../src/reconciliation/files/key.ts";
import { KeyFile } from "../../../src/reconciliation/files/key-file.ts";
import { RecordReader } from "../../../src/reconciliation/files/record-file.ts";
import { openValueFile, type ValueMoments, valueMoments } from "../../../src/reconciliation/files/value-file.ts";
import { randomNumbers } from "../../simulation/random.ts";
import { key as keyCommand } from "../commands/key-command.ts";
import { memoryFiles } from "./memory-files.ts";
import { Mutations } from "./mutated-files.ts";

// For more cases: GFQ_LDPC_MUTATIONS=1000000 npx vitest run --project node test/reconciliation/files/hostile-messages.node.test.ts
const MUTATIONS = Number(process.env.GFQ_LDPC_MUTATIONS ?? 3000);
const SEED = Number(process.env.GFQ_LDPC_SEED ?? 1);

const { files: memory, restore } = memoryFiles();
// Looking up codes by name in a folder takes most of the time of reading a header, and is not under test here.
const { isPackagedCode, loadCode } = codes;
const lookUps = [
  vi.spyOn(codes, "isPackagedCode").mockImplementation(remembered(isPackagedCode)),
  vi.spyOn(codes, "loadCode").mockImplementation(remembered(loadCode)),
];
afterAll(() => {
  restore();
  for (const spy of lookUps) spy.mockRestore();
});

/** A function that computes its result once for each list of arguments. */
function remembered<Arguments extends unknown[], Result>(compute: (...options: Arguments) => Result) {
  const known = new Map<string, Result>();
  return (...options: Arguments): Result => {
    const key = JSON.stringify(options);
    const found = known.get(key) ?? compute(...options);
    known.set(key, found);
    return found;
  };
}

/** Folder for keys, which are written and removed a hundred thousand times: in memory if the system has such a folder. */
const folder = mkdtempSync(join(existsSync("/dev/shm") ? "/dev/shm" : tmpdir(), "gfq-ldpc-hostile-"));
afterAll(() => rmSync(folder, { recursive: true }));
const at = (...names: string[]) => join(folder, ...names);

const BITS = 5 * 432;
/** Path of a changed file, which exists in memory only. */
const CHANGED = "/memory/changed.ldpc";

/** The reader found no fault, and would use the device next. */
const DEVICE = "asks the device";
/** The key of the blocks that the ends have in common. */
const KEY = "makes the key";

/** A kind of file that the other end sends. */
interface Kind {
  /** Path of the file as it was sent. */
  readonly sent: string;
  /** Payload bytes of a record, 0 for files without records. */
  readonly payload: number;
  /** Result of each reader for the intact file. */
  readonly intact: readonly (typeof DEVICE | typeof KEY)[];
  /** The steps of an end, up to the use of the device or to a key. */
  readonly readers: readonly ((path: string) => Promise<Reading>)[];
}

/** Result of an end that found no fault. */
type Reading = { readonly key: Buffer | undefined } | typeof DEVICE;

const KINDS: Readonly<Record<string, Kind>> = {
  syndromes: {
    sent: at("alice", "syndromes.ldpc"),
    payload: 27 + 4,
    intact: [DEVICE, KEY],
    readers: [decoded, (path) => made(path, KINDS.verdict.sent)],
  },
  verdict: {
    sent: at("bob", "verdict.ldpc"),
    payload: 1,
    intact: [KEY],
    readers: [(path) => made(KINDS.syndromes.sent, path)],
  },
  confirmation: { sent: at("alice", "confirmation.ldpc"), payload: 0, intact: [KEY], readers: [delivered] },
  disclosed: { sent: at("alice", "disclosed.ldpc"), payload: 64, intact: [DEVICE], readers: [estimated] },
};

let key: Buffer;
/** Moments of Bob's values. */
let moments: ValueMoments;

beforeAll(async () => {
  const random = randomNumbers(81);
  const alice = Array.from({ length: BITS }, () => Math.floor(2 * random()));
  // One block fails.
  const bob = alice.map((bit, i) => bit ^ (random() < (Math.floor(i / 432) === 2 ? 0.3 : 0.02) ? 1 : 0));
  writeFileSync(at("a.bin"), packBits(alice, BITS));
  writeFileSync(at("b.bin"), packBits(bob, BITS));
  const run = async (...options: string[]) =>
    expect(await keyCommand(...options, `--ledger=${at("ledger")}`)).toMatchObject({ status: 0, stderr: "" });
  await run("send", at("a.bin"), "--code=wifi-648-432", "--qber=0.02", "--out", at("alice"));
  const syndromes = at("alice", "syndromes.ldpc");
  await run("correct", at("b.bin"), syndromes, "--out", at("bob"));
  await run("confirm", at("a.bin"), syndromes, at("bob", "verdict.ldpc"), "--out", at("alice"));
  const { x, y } = correlatedValues(4, 83, { first: 0, count: 4000 });
  writeFileSync(at("x.f64"), new Uint8Array(x.buffer));
  // In the unit of a link with V_A 16.
  writeFileSync(at("y.f64"), new Uint8Array(y.map((value) => 2 * value).buffer));
  await run("estimate", at("x.f64"), "--disclose=4", "--modulation-variance=16", "--out", at("alice"));
  const values = await openValueFile(at("y.f64"));
  moments = await valueMoments(values);
  await values.close();
  key = readFileSync(at("alice", "alice.key"));
  expect(key.length).toBe((4 * 432) / 8);
  const own = [at("a.bin"), at("b.bin"), at("y.f64"), at("bob", "bob.pending")];
  for (const path of [...own, ...Object.values(KINDS).map(({ sent }) => sent)]) {
    memory.set(path, readFileSync(path));
  }
});

/** Bob's steps until he uses the device. */
async function decoded(path: string): Promise<Reading> {
  const file = await RecordReader.open(path, SYNDROMES);
  try {
    requireBare(file);
    const { header } = file;
    const options = { cv: false } as ReconcileArguments;
    requireKind(options, header, path);
    const input = await openBitFile(at("b.bin"), { expected: { bits: header.bits, of: path } });
    await input.close();
    receivedStream(options, header, path);
    await file.read(0, header.blocks);
    return DEVICE;
  } finally {
    await file.close();
  }
}

/** Bob's estimate from disclosed values, before he discloses anything himself. */
async function estimated(path: string): Promise<Reading> {
  const open: { close(): Promise<void> }[] = [];
  try {
    const disclosed = await openDisclosed(path);
    open.push(disclosed);
    requireBare(disclosed);
    const file = await openValueFile(at("y.f64"), { values: disclosed.header.values, of: path });
    open.push(file);
    const link = { shotNoise: "0.6", detectorEfficiency: "1", electronicNoise: "0", epsilonPe: "0.05" };
    const options = { code: "wifi-648-432", disclosed: path, ...link } as unknown as ReconcileArguments;
    const { stream } = await newValueStream(options, { reference: { ...file, moments }, disclosed, open });
    const { snr } = stream.gaussian;
    if (!(snr > 0 && Number.isFinite(snr))) throw new Error(`estimates an SNR of ${snr}`);
    return DEVICE;
  } finally {
    for (const file of open) await file.close();
  }
}

/** Alice's key from a verdict, as `ldpc key` makes it. */
async function made(syndromesPath: string, verdictPath: string): Promise<Reading> {
  const open: { close(): Promise<void> }[] = [];
  let target: KeyFile | undefined;
  try {
    const syndromes = await RecordReader.open(syndromesPath, SYNDROMES);
    open.push(syndromes);
    const verdict = await openVerdict(verdictPath, syndromes.header, syndromes.id, syndromesPath, async (file) =>
      requireBare(file),
    );
    open.push(verdict);
    requireBare(syndromes);
    const input = await openBitFile(at("a.bin"), { expected: { bits: syndromes.header.bits, of: syndromesPath } });
    open.push(input);
    target = KeyFile.create(at("made.key"));
    await keepVerified({ input, syndromes, verdict, key: target });
    const { hashKey, hash } = verdict.header;
    const found = Buffer.from(target.hash(Buffer.from(hashKey, "hex"))).toString("hex");
    return { key: found === hash ? Buffer.from(target.read(0, target.bits)!) : undefined };
  } finally {
    target?.discard();
    for (const file of open) await file.close();
  }
}

/** Bob's key from a confirmation. */
async function delivered(confirmation: string): Promise<Reading> {
  const pending = at("bob", "bob.pending");
  // A negative confirmation removes the pending key.
  if (!existsSync(pending)) writeFileSync(pending, memory.get(pending)!);
  const check = async (file: Parameters<typeof requireBare>[0]) => requireBare(file);
  const { file } = await deliverKey({
    folder: at("bob"),
    confirmation,
    force: false,
    requireKnown: async () => {},
    conclude: async () => {},
    check,
  });
  const found = readFileSync(file);
  renameSync(file, pending);
  return { key: found };
}

/** A reader's result for a file, or the message of its refusal. */
async function outcome(read: Kind["readers"][number], path: string): Promise<Reading | { readonly refusal: string }> {
  try {
    return await read(path);
  } catch (error) {
    // Any other error is a fault of the program.
    if (!(error instanceof InputError)) throw error;
    return { refusal: error.message };
  }
}

/**
 * The fault of an outcome; undefined for a correct outcome.
 * @param mended whether all checksums of the file are correct.
 */
function fault(found: Awaited<ReturnType<typeof outcome>>, mended: boolean): string | undefined {
  if (typeof found === "object" && "refusal" in found) {
    return /^[\P{Cc}]+$/u.test(found.refusal) ? undefined : `is refused with ${JSON.stringify(found.refusal)}`;
  }
  // A file with correct checksums may pass: wrong syndromes only spoil blocks, which their hashes reveal.
  if (!mended) return "passes, though it is damaged";
  if (found === DEVICE || found.key === undefined || found.key.equals(key)) return undefined;
  return "makes another key";
}

describe("files of the other end, mutated", () => {
  it("are taken if they are as they were sent", async () => {
    for (const [name, { sent, intact, readers }] of Object.entries(KINDS)) {
      const found = [];
      for (const read of readers) found.push(await outcome(read, sent));
      expect([name, ...found]).toEqual([name, ...intact.map((what) => (what === KEY ? { key } : DEVICE))]);
    }
  });

  it(
    `never give another key, and never anything if they were damaged (${MUTATIONS} mutations, seed ${SEED})`,
    async () => {
      const mutations = new Mutations(randomNumbers(SEED));
      const counts = { refused: 0, device: 0, key: 0, none: 0 };
      for (let i = 0; i < MUTATIONS; i++) {
        const name = mutations.pick(Object.keys(KINDS));
        const { sent, payload, readers } = KINDS[name];
        const mended = mutations.chance(0.6);
        const original = memory.get(sent) as Buffer;
        const content = mended ? mutations.forged(original, payload) : mutations.damaged(original);
        memory.set(CHANGED, content);
        for (const read of readers) {
          const found = await outcome(read, CHANGED).catch((error) => {
            throw new Error(`mutation ${i} of ${name}, seed ${SEED}: ${content.toString("latin1")}`, { cause: error });
          });
          const wrong = fault(found, mended);
          if (wrong !== undefined) {
            throw new Error(`mutation ${i} of ${name}, seed ${SEED} ${wrong}: ${content.toString("latin1")}`);
          }
          if (found === DEVICE) counts.device++;
          else if ("refusal" in found) counts.refused++;
          else counts[found.key === undefined ? "none" : "key"]++;
        }
        for (const path of [at("made.key"), at("bob", "bob.key")]) {
          if (existsSync(path)) throw new Error(`mutation ${i} of ${name}, seed ${SEED}, has written ${path}`);
        }
      }
      if (process.env.GFQ_LDPC_MUTATIONS !== undefined) console.info(counts);
      // All outcomes occur, so that each is tested.
      expect(counts.refused).toBeGreaterThan(MUTATIONS / 2);
      for (const count of [counts.device, counts.key]) expect(count).toBeGreaterThan(0);
    },
    Math.max(300_000, 20 * MUTATIONS),
  );
});
