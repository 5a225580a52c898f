import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sha256 } from "@noble/hashes/sha2.js";
import { afterAll, describe, expect, it } from "vitest";
import { packBits } from "../../../src/code/packed-bits.ts";
import type { BitFile } from "../../../src/reconciliation/files/bit-file.ts";
import { type FolderRun, ReconciliationFolder, unfinishedRun } from "../../../src/reconciliation/files/folder.ts";
import { HASH_KEY_BYTES } from "../../../src/reconciliation/files/hashes.ts";
import { blockLengths, type JournalHeader, type StreamHeader } from "../../../src/reconciliation/files/headers.ts";
import { bitBlocks, decodingSide, reconcileStream, referenceSide } from "../../../src/reconciliation/files/sides.ts";
import { randomNumbers } from "../../simulation/random.ts";

const root = mkdtempSync(join(tmpdir(), "gfq-ldpc-folder-"));
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

/** Replaces an engine and both ends. */
function ends() {
  const calls: number[] = [];
  const strings: [number, number][] = [];
  const input: BitFile = {
    path: "string",
    bits: 124,
    close: async () => {},
    async read(first, lengths, stride) {
      strings.push([first, lengths.length]);
      const bytes = new Uint8Array(lengths.length * stride);
      for (let i = 0; i < lengths.length; i++) bytes.set(packBits(BLOCKS[first / 10 + i], lengths[i]), i * stride);
      return bytes;
    },
  };
  const alice = {
    blocksMaximum: 3,
    async encode({ first, count, bits }: { first: number; count: number; bits: Uint8Array }) {
      calls.push(count);
      const hashes = new Uint8Array(4 * count);
      for (let i = 0; i < count; i++) hashes.set(hash(first + i, bits.subarray(2 * i, 2 * i + 2)), 4 * i);
      return { syndromes: Uint8Array.from({ length: 2 * count }, (_, i) => 16 * (first + (i >> 1))), hashes };
    },
  };
  const bob = {
    blocksMaximum: 5,
    async correct({ first, count, bits }: { first: number; count: number; bits: Uint8Array }) {
      const verified = Uint8Array.from({ length: count }, (_, i) => (LOST.includes(first + i) ? 0 : 1));
      const kept = bits.map((byte, i) => byte * verified[i >> 1]);
      const counts = new Uint32Array(count);
      return { bits: kept, verified, converged: verified, iterations: counts, corrected: counts, seconds: 0 };
    },
  };
  const read = bitBlocks(input, STREAM);
  return {
    calls,
    strings,
    reference: referenceSide(
      alice,
      read,
      async (blocks) => ({ message: await alice.encode(blocks), bits: blocks.bits }),
      STREAM,
    ),
    decoding: decodingSide(bob, read, (blocks) => bob.correct(blocks), STREAM),
  };
}

/** Hash of a block: salt, index, number of bits, bits. */
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

async function work(output: ReconciliationFolder, stopAfter = 13): Promise<ReturnType<typeof ends>> {
  const made = ends();
  const abort = new AbortController();
  await reconcileStream({
    stream: STREAM,
    ...made,
    batchBlocks: 4,
    runsInFlight: 2,
    output,
    signal: abort.signal,
    progress: () => {
      if (output.blocks >= stopAfter) abort.abort();
    },
  });
  return made;
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
  it("has the verified blocks in its keys", async () => {
    const files = await reference();
    expect(Object.keys(files).sort()).toEqual(["alice.key", "blocks.csv", "bob.key", "syndromes.ldpc", "verdict.ldpc"]);
    expect([...files["alice.key"]]).toEqual([...packBits(KEY, KEY.length)]);
    expect(files["bob.key"].equals(files["alice.key"])).toBe(true);
    rmSync(join(root, "reference"), { recursive: true });
  });

  it("goes on after any number of blocks", async () => {
    const expected = await reference();
    for (let blocks = 1; blocks <= 13; blocks++) {
      const name = `after-${blocks}`;
      const first = await make(name);
      await work(first, blocks);
      const { blocks: before } = first;
      first.close();
      expect(unfinishedRun(join(root, name))).toEqual(HEADER);
      const second = await open(name);
      expect(second.blocks).toBe(before);
      const { strings } = await work(second);
      // Finished blocks are not read again.
      for (const [position] of strings) expect(position).toBeGreaterThanOrEqual(10 * before);
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
      "journal.ldpc.part": [5, (path) => truncateSync(path, readFileSync(path).indexOf(10) + 1 + 5 * 21 + 20)],
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
    const stream = { stream: STREAM, reference, batchBlocks: 4, runsInFlight: 1 };
    const first = await ReconciliationFolder.open(alone);
    const abort = new AbortController();
    const progress = () => first.blocks >= 8 && abort.abort();
    await reconcileStream({ ...stream, output: first, signal: abort.signal, progress });
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
    await reconcileStream({ ...stream, output: second });
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
    const { reference, decoding } = ends();
    await reconcileStream({ stream, reference, decoding, batchBlocks: 4, runsInFlight: 1, output: other });
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

describe("reconcileStream", () => {
  it("reads and works by batches that both ends take, few at once", async () => {
    const folder = await make("batches");
    let inFlight = 0;
    let most = 0;
    const { reference, decoding, calls, strings } = ends();
    const slow = {
      ...decoding,
      async decode(...blocks: Parameters<typeof decoding.decode>) {
        most = Math.max(most, ++inFlight);
        await new Promise((resolve) => setTimeout(resolve, 5));
        inFlight--;
        return decoding.decode(...blocks);
      },
    };
    await reconcileStream({
      stream: STREAM,
      reference,
      decoding: slow,
      batchBlocks: 4,
      runsInFlight: 2,
      output: folder,
    });
    expect(calls.reduce((sum, count) => sum + count, 0)).toBe(13);
    expect(Math.max(...calls)).toBe(3);
    expect(Math.max(...strings.map(([, count]) => count))).toBe(3);
    expect(most).toBe(2);
    folder.finish(VERDICT);
    expect(contents("batches")).toEqual(contents("reference"));
  });
});
