import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { sha256 } from "@noble/hashes/sha2.js";
import { afterAll, describe, expect, it } from "vitest";
import { packBits } from "../../../src/code/packed-bits.ts";
import type { Engine } from "../../../src/engine/engine.ts";
import { reconcileStream } from "../../../src/reconciliation/commands/run.ts";
import { drawPrivateBits, fillRandom } from "../../../src/reconciliation/core/ends.ts";
import { type FolderRun, ReconciliationFolder, unfinishedRun } from "../../../src/reconciliation/files/folder.ts";
import { HASH_KEY_BYTES } from "../../../src/reconciliation/files/hashes.ts";
import { blockLengths, type JournalHeader, type StreamHeader } from "../../../src/reconciliation/files/headers.ts";
import { newFolder } from "../../new-folder.ts";
import { randomNumbers } from "../../simulation/random.ts";

const root = newFolder();
afterAll(() => rmSync(root, { recursive: true }));

/** 13 blocks of 10 bits. The last block has only 4 bits. */
const STREAM: StreamHeader = {
  code: { name: "none", columns: "all", hash: "0".repeat(64), n: 12, checks: 9 },
  punctured: 1,
  shortened: 1,
  seed: 1,
  hashBits: 32,
  salt: "000102030405060708090a0b0c0d0e0f",
  qber: 0.1,
  bits: 124,
  blocks: 13,
};
const HEADER: JournalHeader = { stream: STREAM, files: {}, decoding: { decoder: "none", parameter: 0.1 } };
const LENGTHS = blockLengths(STREAM, 0, 13);
const random = randomNumbers(3);
const BLOCKS = LENGTHS.map((length) => Array.from({ length }, () => Math.floor(2 * random())));
/** Blocks that are not verified. */
const LOST = [2, 9];
const KEY = BLOCKS.filter((_, i) => !LOST.includes(i)).flat();

/** Replaces both ends, with their data. */
function ends() {
  const reads: [number, number][] = [];
  const bitsOf = (first: number, count: number) =>
    Uint8Array.from(
      BLOCKS.slice(first, first + count).flatMap((bits) => [...packBits(bits, bits.length), 0].slice(0, 2)),
    );
  const reference = {
    blocksMaximum: 3,
    release: () => {},
    async encode(first: number, lengths: readonly number[]) {
      const count = lengths.length;
      reads.push([first, count]);
      const bits = bitsOf(first, count);
      const payloads = lengths.flatMap((_, i) => {
        const block = first + i;
        return [16 * block, 16 * block, ...hash(block, bits.subarray(2 * i, 2 * i + 2))];
      });
      return { payloads: Uint8Array.from(payloads), bits, privateBits: drawPrivateBits(count, 1, fillRandom) };
    },
  };
  const decoding = {
    blocksMaximum: 5,
    release: () => {},
    async decode(first: number, { length: count }: readonly number[]) {
      const verified = Uint8Array.from({ length: count }, (_, i) => (LOST.includes(first + i) ? 0 : 1));
      const bits = bitsOf(first, count).map((byte, i) => byte * verified[i >> 1]);
      const counts = new Uint32Array(count);
      return { bits, verified, converged: verified, iterations: counts, corrected: counts, seconds: 0 };
    },
  };
  return { reads, reference, decoding };
}

function hash(block: number, bits: Uint8Array): Uint8Array {
  const length = LENGTHS[block];
  const prefix = [...Array(16).keys(), block, 0, 0, 0, 0, 0, 0, 0, length, 0, 0, 0];
  return sha256(Uint8Array.from([...prefix, ...bits.subarray(0, Math.ceil(length / 8))])).subarray(0, 4);
}

/** A verdict with fixed random bytes, so that files can be compared. */
const VERDICT = { attempt: 1, hashKey: new Uint8Array(HASH_KEY_BYTES).fill(7) };

const run = (name: string, force = false): FolderRun => ({
  folder: join(root, name),
  header: HEADER,
  ends: { reference: true, decoding: true },
  force,
});

/** Opens a folder as a new process would. */
function open(name: string, force = false): Promise<ReconciliationFolder> {
  return ReconciliationFolder.open(run(name, force));
}

async function work(
  folder: ReconciliationFolder,
  stopAfter = 13,
  sides: Partial<ReturnType<typeof ends>> = ends(),
  stream = STREAM,
) {
  const abort = new AbortController();
  const engine = { runsInFlight: 2, info: { engine: "cpu", software: true } } as Engine;
  const work = { header: { ...HEADER, stream }, sides, folder, engine, unit: "bit/s" };
  await reconcileStream(work, abort.signal, () => {
    if (folder.blocks >= stopAfter) abort.abort();
  });
}

async function reference(): Promise<Record<string, Buffer>> {
  const folder = await make("reference");
  await work(folder);
  folder.finish(VERDICT);
  return contents("reference");
}

async function make(name: string): Promise<ReconciliationFolder> {
  mkdirSync(join(root, name), { recursive: true });
  return open(name);
}

function contents(name: string): Record<string, Buffer> {
  return Object.fromEntries(readdirSync(join(root, name)).map((file) => [file, readFileSync(join(root, name, file))]));
}

describe("ReconciliationFolder", () => {
  it("goes on after any number of blocks, and has the verified blocks in its keys", async () => {
    const expected = await reference();
    expect(Object.keys(expected).sort()).toEqual([
      ...["alice.key", "blocks.csv", "bob.key", "syndromes.ldpc", "verdict.ldpc"],
    ]);
    for (const file of ["alice.key", "bob.key"]) expect([...expected[file]]).toEqual([...packBits(KEY, KEY.length)]);
    for (let blocks = 1; blocks <= 13; blocks++) {
      const name = `after-${blocks}`;
      const first = await make(name);
      await work(first, blocks);
      const { blocks: before } = first;
      first.close();
      expect(unfinishedRun(join(root, name))).toEqual(HEADER);
      const second = await open(name);
      expect(second.blocks).toBe(before);
      const sides = ends();
      await work(second, 13, sides);
      // Finished blocks are not read again.
      for (const [block] of sides.reads) expect(block).toBeGreaterThanOrEqual(before);
      expect(second.totals()).toMatchObject({ blocks: 13, verified: 11, keyBits: KEY.length });
      second.finish(VERDICT);
      expect(contents(name)).toEqual(expected);
      expect(unfinishedRun(join(root, name))).toBeUndefined();
    }
  });

  it("keeps nothing that a crash of the machine has spoilt", async () => {
    const expected = contents("reference");
    const spoil: Record<string, [number, (path: string) => void]> = {
      // Bit 33 of a key is in block 4, because the key lacks block 2.
      "bob.key.part": [
        4,
        (path) =>
          writeFileSync(
            path,
            readFileSync(path).map((byte, i) => (i === 4 ? byte ^ 0x40 : byte)),
          ),
      ],
      "alice.key.part": [3, (path) => truncateSync(path, 3)],
      "syndromes.ldpc.part": [6, (path) => truncateSync(path, readFileSync(path).indexOf(10) + 1 + 6 * 18 + 17)],
      "journal.ldpc.part": [5, (path) => truncateSync(path, readFileSync(path).indexOf(10) + 1 + 5 * 29 + 28)],
    };
    for (const [file, [blocks, change]] of Object.entries(spoil)) {
      const name = `spoilt-${file}`;
      const first = await make(name);
      await work(first, 10);
      first.close();
      change(join(root, name, file));
      const second = await open(name);
      expect([file, second.blocks]).toEqual([file, blocks]);
      await work(second);
      second.finish(VERDICT);
      expect(contents(name)).toEqual(expected);
    }
  });

  it("keeps only the private bits from which the syndromes were made", async () => {
    const name = "spoilt-private";
    mkdirSync(join(root, name));
    const { decoding: _, ...header } = HEADER;
    const alone = { ...run(name), header, ends: { reference: true, decoding: false } };
    const { reference } = ends();
    const first = await ReconciliationFolder.open(alone);
    await work(first, 5, { reference });
    const { blocks } = first;
    first.close();
    expect(blocks).toBeLessThan(13);
    const path = join(root, name, "private.bin.part");
    const drawn = readFileSync(path);
    // Only the user may read these files, since digests of single bits reveal the bits.
    for (const file of ["private.bin.part", "journal.ldpc.part"]) {
      expect(statSync(join(root, name, file)).mode & 0o777).toBe(0o600);
    }
    const same = await ReconciliationFolder.open(alone);
    expect(same.blocks).toBe(blocks);
    same.close();
    // Block 4 has bit 4.
    writeFileSync(
      path,
      drawn.map((byte, i) => (i === 0 ? byte ^ 0x08 : byte)),
    );
    const second = await ReconciliationFolder.open(alone);
    expect(second.blocks).toBe(4);
    await work(second, 13, { reference });
    second.finish();
    const [made] = readFileSync(join(root, name, "private.bin"));
    expect(made & 0xf0).toBe(drawn[0] & 0xf0);
  });

  it("continues an interrupted finish", async () => {
    const expected = contents("reference");
    const order = ["verdict.ldpc", "blocks.csv", "syndromes.ldpc", "alice.key", "bob.key"];
    for (let finished = 0; finished <= order.length; finished++) {
      const name = `finishing-${finished}`;
      const first = await make(name);
      await work(first);
      first.close();
      const at = (file: string) => join(root, name, file);
      for (const file of order.slice(0, finished)) {
        if (existsSync(at(`${file}.part`))) renameSync(at(`${file}.part`), at(file));
        else writeFileSync(at(file), expected[file]);
      }
      const second = await open(name);
      expect(second.blocks).toBe(13);
      second.finish(VERDICT);
      expect(contents(name)).toEqual(expected);
    }
  });

  it("leaves a whole syndrome file of another run in the place of a lost one", async () => {
    const first = await make("lost");
    await work(first, 5);
    first.close();
    const path = join(root, "lost", "syndromes.ldpc");
    rmSync(`${path}.part`);
    const stream = { ...STREAM, salt: "f".repeat(32) };
    mkdirSync(join(root, "other"));
    const other = await ReconciliationFolder.open({ ...run("other"), header: { ...HEADER, stream } });
    await work(other, 13, ends(), stream);
    other.finish(VERDICT);
    const whole = readFileSync(join(root, "other", "syndromes.ldpc"));
    writeFileSync(path, whole);
    await expect(open("lost")).rejects.toThrow(/syndromes.ldpc: is of another run than the unfinished one here/);
    expect(readFileSync(path).equals(whole)).toBe(true);
    const forced = await open("lost", true);
    expect(forced.blocks).toBe(0);
    await work(forced);
    forced.finish(VERDICT);
    expect(contents("lost")).toEqual(contents("reference"));
  });

  it("overwrites finished files with force only, and leaves no trace if nothing was done", async () => {
    const expected = contents("reference");
    await expect(open("reference")).rejects.toThrow(/syndromes.ldpc: exists already: --force overwrites it$/);
    const forced = await open("reference", true);
    forced.close();
    expect(contents("reference")).toEqual(expected);
    const again = await open("reference", true);
    await work(again, 5);
    // The old files stay until the new files are complete.
    for (const [file, content] of Object.entries(expected)) expect(contents("reference")[file]).toEqual(content);
    again.close();
    await expect(open("reference")).rejects.toThrow(/--force/);
    const last = await open("reference", true);
    expect(last.blocks).toBeGreaterThanOrEqual(5);
    await work(last);
    last.finish(VERDICT);
    expect(contents("reference")).toEqual(expected);
  });
});

it("reconcileStream works by batches that both ends take, few at once", async () => {
  const folder = await make("batches");
  let [inFlight, most] = [0, 0];
  const { reads, reference, decoding } = ends();
  const slow = {
    ...decoding,
    async decode(...blocks: Parameters<typeof decoding.decode>) {
      most = Math.max(most, ++inFlight);
      await new Promise((resolve) => setTimeout(resolve, 5));
      inFlight--;
      return decoding.decode(...blocks);
    },
  };
  await work(folder, 13, { reference, decoding: slow });
  expect(Math.max(...reads.map(([, count]) => count))).toBe(3);
  expect(most).toBe(2);
  folder.finish(VERDICT);
  expect(contents("batches")).toEqual(contents("reference"));
});
