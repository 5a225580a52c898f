import { appendFileSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { writeBytes, writeFileAtomic } from "../../src/node/disk.ts";
import { LedgerStore, readLedger } from "../../src/node/ledger-store.ts";
import { formatPoints } from "../../src/simulation/points.ts";
import { sweepPoints, sweepRows } from "../../src/simulation/sweep.ts";
import { taskId } from "../../src/simulation/task.ts";
import { work } from "../../src/simulation/worker.ts";
import { FakeFactory, fakeCounts } from "../simulation/fake-runner.ts";
import { fakeSweep } from "../simulation/memory-ledger.ts";

const sweep = fakeSweep();
const [task] = sweep.tasks;
const id = taskId(task);
const engine = new FakeFactory().description;

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "ldpc-ledger-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function run(first: number, count: number) {
  return { counts: Array.from({ length: count }, (_, i) => fakeCounts(task, first + i)), seconds: 0.5 };
}

async function fill(chunks: number): Promise<void> {
  const store = new LedgerStore(folder, { engine, worker: "1" });
  const claim = await store.claim(id, chunks, chunks);
  if (claim === undefined) throw new Error("nothing to claim");
  await store.append(claim, run(claim.first, claim.count));
  await store.release(claim);
  store.close();
}

function shards(): string[] {
  return readdirSync(join(folder, "shards")).map((name) => join(folder, "shards", name));
}

function points(): string {
  return formatPoints(sweepRows(sweep, sweepPoints(sweep, readLedger(folder))));
}

describe("LedgerStore", () => {
  it("keeps one line per chunk, and others see it", async () => {
    const reader = new LedgerStore(folder, { engine, worker: "2" });
    await fill(3);
    await reader.refresh();
    expect([...reader.ledger.chunks(id).counts.keys()]).toEqual([0, 1, 2]);
    expect(reader.ledger.chunks(id).seconds).toBeCloseTo(0.5, 12);
    const lines = readFileSync(shards()[0], "utf8").trimEnd().split("\n");
    expect(lines).toHaveLength(3);
    expect(JSON.parse(lines[1])).toMatchObject({ task: id, chunk: 1, frames: 16, adapter: "fake", worker: "1" });
    expect(lines[1]).not.toContain("blue");
    // No shard without chunks.
    reader.close();
    expect(shards()).toHaveLength(1);
  });

  it("passes over a torn last line, whose chunk is then done again", async () => {
    await fill(5);
    const [file] = shards();
    const text = readFileSync(file, "utf8");
    const begin = text.trimEnd().lastIndexOf("\n") + 1;
    for (const length of [begin + 1, begin + 40, text.length - 2, text.length - 1]) {
      writeFileSync(file, text.slice(0, length));
      expect([...readLedger(folder).chunks(id).counts.keys()]).toEqual([0, 1, 2, 3]);
    }
    const store = new LedgerStore(folder, { engine, worker: "2" });
    expect(await store.claim(id, 9, 9)).toMatchObject({ first: 4, count: 5 });
    store.close();
  });

  it("goes on reading where a line was not complete", async () => {
    await fill(2);
    const [file] = shards();
    const text = readFileSync(file, "utf8");
    writeFileSync(file, text.slice(0, -30));
    const store = new LedgerStore(folder, { engine, worker: "2" });
    expect(store.ledger.chunks(id).counts.size).toBe(1);
    appendFileSync(file, text.slice(-30));
    await store.refresh();
    expect(store.ledger.chunks(id).counts.size).toBe(2);
    store.close();
  });

  it("refuses a damaged line before the last, with file and line", async () => {
    await fill(3);
    const [file] = shards();
    const lines = readFileSync(file, "utf8").split("\n");
    lines[1] = lines[1].slice(5);
    writeFileSync(file, lines.join("\n"));
    expect(() => readLedger(folder)).toThrow(`${file}:2: not a line of JSON`);
  });

  it("refuses a chunk that differs between shards and names both", async () => {
    await fill(3);
    const [file] = shards();
    const second = readFileSync(file, "utf8").split("\n")[1];
    const other = join(folder, "shards", "zzz.jsonl");
    writeFileSync(other, `${second}\n`);
    expect(readLedger(folder).chunks(id).counts.size).toBe(3);
    writeFileSync(other, `${second.replace(/"iterations":(\d)/, '"iterations":9$1')}\n`);
    expect(() => readLedger(folder)).toThrow(`${other}:1: chunk 1`);
    expect(() => readLedger(folder)).toThrow(`${file}:2`);
  });

  it("reads lines longer than one block of the file in whole", async () => {
    await fill(3);
    const [file] = shards();
    const text = readFileSync(file, "utf8");
    writeFileSync(file, text.repeat(1 + Math.ceil(2_500_000 / text.length)));
    expect(readLedger(folder).chunks(id).counts.size).toBe(3);
  });

  it("keeps whole lines when the disk is full, and goes on when there is space again", async () => {
    const expected = await uninterrupted();
    let left = 4000;
    const write = (descriptor: number, bytes: Uint8Array) => {
      // As a file system does it: what still fits is written, then the error.
      writeBytes(descriptor, bytes.subarray(0, Math.max(0, left)));
      left -= bytes.length;
      if (left < 0) throw Object.assign(new Error("ENOSPC: no space left on device, write"), { code: "ENOSPC" });
    };
    const store = new LedgerStore(folder, { engine, worker: "1", write });
    await expect(work({ sweep, shared: store, factory: new FakeFactory() })).rejects.toThrow(
      /shards.*\.jsonl: cannot be written: no space left on the disk/,
    );
    store.close();
    expect(readdirSync(join(folder, "claims"))).toEqual([]);
    const [file] = shards();
    expect(readFileSync(file, "utf8")).toMatch(/\}\n$/);
    expect(readLedger(folder).chunks(id).counts.size).toBeGreaterThan(2);
    await finish();
    expect(points()).toBe(expected);
  });

  async function finish(): Promise<void> {
    const store = new LedgerStore(folder, { engine, worker: "1" });
    await work({ sweep, shared: store, factory: new FakeFactory() });
    store.close();
  }

  async function uninterrupted(): Promise<string> {
    const kept = folder;
    folder = mkdtempSync(join(tmpdir(), "ldpc-ledger-"));
    await finish();
    const text = points();
    rmSync(folder, { recursive: true });
    folder = kept;
    return text;
  }
});

describe("claims", () => {
  it("part the chunks between workers and are gone after release", async () => {
    const [a, b] = ["1", "2"].map((worker) => new LedgerStore(folder, { engine, worker }));
    const first = await a.claim(id, 10, 4);
    expect(first).toMatchObject({ first: 0, count: 4 });
    expect(await b.claim(id, 10, 4)).toMatchObject({ first: 4, count: 4 });
    expect(await a.claim(id, 10, 4)).toMatchObject({ first: 8, count: 2 });
    expect(await b.claim(id, 10, 4)).toBe(undefined);
    expect(await b.claim("f".repeat(64), 10, 4)).toMatchObject({ first: 0, count: 4 });
    if (first) await a.release(first);
    expect(await b.claim(id, 10, 10)).toMatchObject({ first: 0, count: 4 });
    a.close();
    b.close();
    expect(readdirSync(join(folder, "claims"))).toEqual([]);
  });
});

describe("writeFileAtomic", () => {
  it("leaves the old file and nothing else when it fails", () => {
    const file = join(folder, "points.csv");
    writeFileAtomic(file, "old\n");
    const full = () => {
      throw Object.assign(new Error("full"), { code: "ENOSPC" });
    };
    expect(() => writeFileAtomic(file, "new\n", full)).toThrow(`${file}: cannot be written: no space left`);
    expect(readFileSync(file, "utf8")).toBe("old\n");
    expect(readdirSync(folder)).toEqual(["points.csv"]);
    expect(() => writeFileAtomic(join(file, "below"), "x")).toThrow(/cannot be written: .*file/);
  });
});
