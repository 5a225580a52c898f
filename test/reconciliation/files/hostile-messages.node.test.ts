import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import * as engines from "../../../src/cli/options/decoder.ts";
import { packBits } from "../../../src/code/packed-bits.ts";
import { InputError } from "../../../src/errors.ts";
import * as codes from "../../../src/node/codes/codes.ts";
import { acceptKey, makeKey } from "../../../src/reconciliation/commands/key.ts";
import { BITS, reconcileBlocks, type Step, type StepWork, VALUES } from "../../../src/reconciliation/commands/run.ts";
import { correlatedValues } from "../../../src/reconciliation/core/estimation.ts";
import { SYNDROMES } from "../../../src/reconciliation/files/headers.ts";
import { DisclosureLedger } from "../../../src/reconciliation/files/ledger.ts";
import { RecordReader } from "../../../src/reconciliation/files/record-file.ts";
import { randomNumbers } from "../../simulation/random.ts";
import { ALL } from "../../sweep.ts";
import { noisyBits } from "../commands/ends.ts";
import { key as keyCommand } from "../commands/key-command.ts";
import { Mutations } from "./mutated-files.ts";

// For more cases: GFQ_LDPC_MUTATIONS=1000000 npx vitest run --project node test/reconciliation/files/hostile-messages.node.test.ts
const MUTATIONS = Number(process.env.GFQ_LDPC_MUTATIONS ?? (ALL ? 1500 : 500));
const SEED = Number(process.env.GFQ_LDPC_SEED ?? 1);

// Looking up codes by name in a folder takes most of the time of reading a header, and is not under test here.
const { isPackagedCode, loadCode } = codes;
const spies: { mockRestore(): void }[] = [
  vi.spyOn(codes, "isPackagedCode").mockImplementation(remembered(isPackagedCode)),
  vi.spyOn(codes, "loadCode").mockImplementation(remembered(loadCode)),
];
afterAll(() => {
  for (const spy of spies) spy.mockRestore();
});

function remembered<Arguments extends unknown[], Result>(compute: (...options: Arguments) => Result) {
  const known = new Map<string, Result>();
  return (...options: Arguments): Result => {
    const key = JSON.stringify(options);
    const found = known.get(key) ?? compute(...options);
    known.set(key, found);
    return found;
  };
}

/** Folder for files that are written and removed a hundred thousand times: in memory if the system has such a folder. */
const folder = mkdtempSync(join(existsSync("/dev/shm") ? "/dev/shm" : tmpdir(), "gfq-ldpc-hostile-"));
afterAll(() => rmSync(folder, { recursive: true }));
const at = (...names: string[]) => join(folder, ...names);

const LENGTH = 5 * 432;
const CHANGED = at("changed.ldpc");

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
let pending: Buffer;

beforeAll(async () => {
  for (const name of ["made", "device"]) mkdirSync(at(name));
  // One block fails.
  const [alice, bob] = noisyBits(81, LENGTH, (bit) => (Math.floor(bit / 432) === 2 ? 0.3 : 0.02));
  writeFileSync(at("a.bin"), packBits(alice, LENGTH));
  writeFileSync(at("b.bin"), packBits(bob, LENGTH));
  const command = async (...options: string[]) =>
    expect(await keyCommand(...options, `--ledger=${at("ledger")}`)).toMatchObject({ status: 0, stderr: "" });
  await command("send", at("a.bin"), "--code=wifi-648-432", "--qber=0.02", "--out", at("alice"));
  const syndromes = at("alice", "syndromes.ldpc");
  await command("correct", at("b.bin"), syndromes, "--out", at("bob"));
  await command("confirm", at("a.bin"), syndromes, at("bob", "verdict.ldpc"), "--out", at("alice"));
  const { x, y } = correlatedValues(4, 83, { first: 0, count: 4000 });
  writeFileSync(at("x.f64"), new Uint8Array(x.buffer));
  // In the unit of a link with V_A 16.
  writeFileSync(at("y.f64"), new Uint8Array(y.map((value) => 2 * value).buffer));
  await command("estimate", at("x.f64"), "--disclose=4", "--modulation-variance=16", "--out", at("alice"));
  key = readFileSync(at("alice", "alice.key"));
  expect(key.length).toBe((4 * 432) / 8);
  pending = readFileSync(at("bob", "bob.pending"));
  const lookups = ["begin", "find", "require", "requireAuth", "conclude", "noteKey", "forget", "keysUntil"] as const;
  for (const method of lookups) {
    spies.push(vi.spyOn(DisclosureLedger.prototype, method).mockResolvedValue(undefined as never));
  }
  spies.push(
    vi.spyOn(engines, "openChosenEngine").mockImplementation(async () => {
      throw new Error(DEVICE);
    }),
  );
});

/** Runs a step as a command does, without the ledger, whose entries do not depend on the file. */
async function run(step: Step, out: string, more: object = {}): Promise<void> {
  const open: { close(): Promise<void> }[] = [];
  const progress = { start() {}, stop() {}, say() {} } as unknown as StepWork["progress"];
  const options = { out: at(out), force: true, hashBits: 32, leastHashBits: 32, decoder: "sum-product", ...more };
  const opened: StepWork["opened"] = (file) => {
    open.push(file);
    return file;
  };
  const signal = new AbortController().signal;
  try {
    await step({ options: { cv: false, ...options } as unknown as StepWork["options"], progress, signal, opened });
  } finally {
    for (const file of open) await file.close();
  }
}

/** A step that ends where it would use the device. */
async function untilDevice(step: Step, more: object): Promise<Reading> {
  try {
    await run(step, "device", more);
  } catch (error) {
    if ((error as Error).message === DEVICE) return DEVICE;
    throw error;
  }
  throw new Error("used no device");
}

async function decoded(syndromes: string): Promise<Reading> {
  const found = await untilDevice(reconcileBlocks(BITS, { decoding: at("b.bin"), syndromes }), {});
  // The device takes the records one batch after the other.
  const file = await RecordReader.open(syndromes, SYNDROMES);
  try {
    await file.read(0, file.header.blocks);
  } finally {
    await file.close();
  }
  return found;
}

/** Bob's estimate from disclosed values, before he discloses anything himself. */
function estimated(disclosed: string): Promise<Reading> {
  const link = { shotNoise: 0.6, detectorEfficiency: 1, electronicNoise: 0, epsilonPe: 0.05 };
  const options = { cv: true, code: "wifi-648-432", disclosed, ...link };
  return untilDevice(reconcileBlocks(VALUES, { reference: at("y.f64"), disclosed }), options);
}

/** Alice's key from a verdict. */
async function made(syndromes: string, verdict: string): Promise<Reading> {
  await run(makeKey({ reference: at("a.bin"), syndromes, verdict }), "made");
  const found = at("made", "alice.key");
  return { key: existsSync(found) ? taken(found) : undefined };
}

/** Bob's key from a confirmation. */
async function delivered(confirmation: string): Promise<Reading> {
  // A negative confirmation removes the pending key.
  writeFileSync(at("bob", "bob.pending"), pending);
  await run(acceptKey(confirmation), "bob");
  return { key: taken(at("bob", "bob.key")) };
}

/** Reads and removes a file. */
function taken(path: string): Buffer {
  const content = readFileSync(path);
  rmSync(path);
  return content;
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
      const sentFiles = Object.fromEntries(Object.entries(KINDS).map(([name, { sent }]) => [name, readFileSync(sent)]));
      const counts = { refused: 0, device: 0, key: 0, none: 0 };
      for (let i = 0; i < MUTATIONS; i++) {
        const name = mutations.pick(Object.keys(KINDS));
        const { payload, readers } = KINDS[name];
        const mended = mutations.chance(0.6);
        const original = sentFiles[name];
        const content = mended ? mutations.forged(original, payload) : mutations.damaged(original);
        writeFileSync(CHANGED, content);
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
        for (const path of [at("made", "alice.key"), at("bob", "bob.key"), at("device", "bob.pending")]) {
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
