import {
  appendFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { InputError } from "../../../src/errors.ts";
import { writeBytes, writeFileAtomic } from "../../../src/node/disk/disk.ts";
import { LedgerStore } from "../../../src/node/run/ledger-store.ts";
import { commitRun, type RunFile, runIdentity, withPoints } from "../../../src/node/run/run-file.ts";
import { RunReader } from "../../../src/node/run/run-reader.ts";
import { blocksOf } from "../../../src/simulation/chunks/chunk-block.ts";
import { ChunkRows } from "../../../src/simulation/chunks/chunk-rows.ts";
import { formatPoints } from "../../../src/simulation/points.ts";
import { formatHeader, formatRecord } from "../../../src/simulation/record.ts";
import { sweepRows } from "../../../src/simulation/sweep.ts";
import { type Task, taskId } from "../../../src/simulation/task.ts";
import { work } from "../../../src/simulation/worker.ts";
import { FakeFactory, fakeCounts } from "../../simulation/fake-runner.ts";
import { fakeSweep } from "../../simulation/watched-ledger.ts";
import { fakeRun } from "./fake-run.ts";

const sweep = fakeSweep();
const [task] = sweep.tasks;
const identity = { id: taskId(task), chunkFrames: task.chunkFrames };
const engine = new FakeFactory().description;
const LABELS = { program: "0", engine: "cpu", adapter: "fake", driver: "", host: "other", worker: "9" };
const RUN = fakeRun(sweep);

let folder: string;
let warnings: string[];
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), "ldpc-ledger-"));
  warnings = [];
  await commitRun(folder, RUN);
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const warn = (text: string) => void warnings.push(text);

function openStore(worker = "1", options: { write?: typeof writeBytes; run?: RunFile } = {}) {
  const { write, run = RUN } = options;
  return new LedgerStore(new RunReader(folder, warn), { engine, worker, computes: runIdentity(run), write });
}

function blocks(first: number, count: number, of: Task = task) {
  const rows = ChunkRows.of(Array.from({ length: count }, (_, i) => fakeCounts(of, first + i)));
  return [...blocksOf(rows, { first, count }, 0.5)];
}

/** Writes a shard with a record for each of these chunks. */
async function fill(...chunks: readonly number[]): Promise<void> {
  const store = openStore();
  for (const chunk of chunks) await store.append(task, blocks(chunk, 1));
  store.close();
}

function shards(): string[] {
  return readdirSync(join(folder, "shards")).map((name) => join(folder, "shards", name));
}

/** Number of chunks from the first on that a new reader of the folder finds without a gap. */
function prefix(): number {
  warnings = [];
  return new RunReader(folder, warn).ledger.chunks(identity).prefix.next;
}

function points(): string {
  const reader = new RunReader(folder, warn);
  return formatPoints(sweepRows(reader.sweep, reader.points));
}

describe("LedgerStore", () => {
  it("keeps a header and a line per block, which other processes see", async () => {
    const reader = openStore("2");
    const store = openStore();
    await store.append(task, blocks(0, 3));
    await reader.refresh();
    expect(reader.ledger.chunks(identity).prefix.next).toBe(3);
    expect(reader.ledger.chunks(identity).seconds).toBeCloseTo(0.5, 5);
    const lines = () => readFileSync(shards()[0], "utf8").trimEnd().split("\n");
    expect(lines()).toHaveLength(3);
    expect(JSON.parse(lines()[0])).toMatchObject({ task, adapter: "fake", worker: "1", engine: "cpu" });
    expect(lines()[0]).not.toContain("software");
    expect(JSON.parse(lines()[1])).toMatchObject({ first: 0, chunks: 2, frames: 32 });
    // A header precedes the first record and each change of the task.
    await store.append(sweep.tasks[1], blocks(0, 1, sweep.tasks[1]));
    await store.append(sweep.tasks[1], blocks(1, 1, sweep.tasks[1]));
    expect(lines().map((line) => line.startsWith('{"format"'))).toEqual([true, false, false, true, false, false]);
    store.close();
    // Without chunks there is no shard.
    reader.close();
    expect(shards()).toHaveLength(1);
  });

  it("passes over a torn last line, whose chunk is then done again", async () => {
    await fill(0, 1, 2, 3, 4);
    const [file] = shards();
    const text = readFileSync(file, "utf8");
    const begin = text.trimEnd().lastIndexOf("\n") + 1;
    for (const length of [begin + 1, begin + 40, text.length - 2, text.length - 1]) {
      writeFileSync(file, text.slice(0, length));
      expect(prefix()).toBe(4);
      expect(warnings).toEqual([]);
    }
    const store = openStore("2");
    expect(await store.claim(identity, { limit: 9, count: 9 })).toMatchObject({ first: 4 });
    store.close();
  });

  it("goes on reading where a line was not complete", async () => {
    await fill(0, 1);
    const [file] = shards();
    const text = readFileSync(file, "utf8");
    writeFileSync(file, text.slice(0, -30));
    const store = openStore("2");
    expect(store.ledger.chunks(identity).prefix.next).toBe(1);
    appendFileSync(file, text.slice(-30));
    await store.refresh();
    expect(store.ledger.chunks(identity).prefix.next).toBe(2);
    store.close();
  });

  it("does not count a damaged line, says where it is, and does its chunks again", async () => {
    const expected = await uninterrupted();
    await fill(0, 1, 2);
    const [file] = shards();
    const lines = readFileSync(file, "utf8").split("\n");
    const changed = lines[2].replace(/"iterations":(\d)/, '"iterations":9$1');
    expect(changed).not.toBe(lines[2]);
    writeFileSync(file, [lines[0], lines[1], changed, lines[3], ""].join("\n"));
    expect(prefix()).toBe(1);
    expect(warnings).toEqual([
      `${file}:3: the line is damaged: its checksum is not that of its text; it does not count, and its chunks are computed again`,
    ]);
    await finish();
    expect(points()).toBe(expected);
  });

  it("counts nothing of a shard whose header is damaged, and says so once", async () => {
    await fill(0, 1, 2);
    const [file] = shards();
    const text = readFileSync(file, "utf8");
    writeFileSync(file, text.replace('"worker":"1"', '"worker":"2"'));
    expect(prefix()).toBe(0);
    expect(warnings).toHaveLength(1);
    expect(warnings[0]).toMatch(/jsonl:1: the line is damaged: .*; this and 3 more lines do not count/);
    writeFileSync(file, `${"x".repeat(3 * 2 ** 20)}\n${text}`);
    expect(prefix()).toBe(0);
    expect(warnings[0]).toMatch(/jsonl:1: the line is damaged: it has more than a mebibyte/);
  });

  it("refuses a chunk that differs between shards and names both", async () => {
    await fill(0, 1, 2);
    const [file] = shards();
    const { line, section } = formatHeader({ task, ...LABELS });
    const other = join(folder, "shards", "zzz.jsonl");
    const [block] = blocks(1, 1);
    writeFileSync(other, line + formatRecord(block, section));
    expect(prefix()).toBe(3);
    const { iterations, iterationsCorrect } = block.counts;
    const counts = { ...block.counts, iterations: iterations + 1, iterationsCorrect: iterationsCorrect + 1 };
    writeFileSync(other, line + formatRecord({ ...block, counts, wrong: undefined }, section));
    expect(() => prefix()).toThrow(`${other}:2: chunk 1 has other counts than at ${file}:3`);
  });

  it("refuses a shard of another run", async () => {
    await fill(0);
    const other = formatHeader({ task: { ...task, seed: 2 }, ...LABELS });
    writeFileSync(join(folder, "shards", "zzz.jsonl"), other.line);
    expect(() => prefix()).toThrow(/zzz\.jsonl:1: .*another run.*its seed is 2, not 1; move it out of this folder/);
  });

  it("passes over folders and broken links among the shards", async () => {
    await fill(0, 1);
    mkdirSync(join(folder, "shards", "a.jsonl"));
    symlinkSync("/nowhere", join(folder, "shards", "b.jsonl"));
    expect(prefix()).toBe(2);
    expect(warnings.map((text) => text.replace(folder, ""))).toEqual([
      "/shards/a.jsonl: is not a file; it is passed over",
      "/shards/b.jsonl: is not a file; it is passed over",
    ]);
  });

  it("says that the folder is gone when it is renamed under way", async () => {
    const store = openStore();
    await store.append(task, blocks(0, 1));
    renameSync(folder, `${folder}-moved`);
    try {
      await expect(store.refresh()).rejects.toThrow(
        /the folder is gone, renamed or removed under way: go on with --out/,
      );
      await expect(store.claim(identity, { limit: 9, count: 1 })).rejects.toThrow(InputError);
      store.close();
    } finally {
      renameSync(`${folder}-moved`, folder);
    }
    expect(prefix()).toBe(1);
  });

  it("reads another command's additions to run.json, and refuses another run's", async () => {
    const store = openStore();
    await commitRun(folder, withPoints({ ...RUN, stopping: { maxErrors: 500, maxFrames: 1e6 } }, [0.5, 7]));
    await store.refresh();
    expect(store.sweep.rule).toMatchObject({ maxErrors: 500, maxFrames: 1e6 });
    expect(store.sweep.tasks.map(({ channel }) => channel.value)).toEqual([0.5, 1, 1.5, 7]);
    rmSync(join(folder, "run.json"));
    await commitRun(folder, withPoints({ ...RUN, seed: 9 }, RUN.points));
    await expect(store.refresh()).rejects.toThrow(/the folder is now that of another run: its seed is 9, not 1/);
    store.close();
  });

  it("writes nothing of a task that its worker does not compute", async () => {
    expect(() => openStore("1", { run: withPoints({ ...RUN, decoder: "ems iterations=10" }, RUN.points) })).toThrow(
      /another run than this worker computes: its decoder/,
    );
    const store = openStore();
    await expect(store.append({ ...task, seed: 2 }, blocks(0, 1))).rejects.toThrow(/its seed is 2, not 1/);
    store.close();
    expect(readdirSync(folder)).not.toContain("shards");
  });

  it("begins another shard where somebody has changed its own", async () => {
    const store = openStore();
    await store.append(task, blocks(0, 1));
    appendFileSync(shards()[0], "rubbish");
    await store.append(task, blocks(1, 1));
    truncateSync(shards().find((file) => file.endsWith("-2.jsonl"))!, 10);
    await store.append(task, blocks(2, 1));
    await store.append(task, blocks(3, 1));
    store.close();
    expect(shards()).toHaveLength(3);
    expect(prefix()).toBe(1);
    expect(new RunReader(folder, warn).ledger.chunks(identity).chunks).toBe(3);
    // The store does not read its own records back from shards.
    expect(store.ledger.chunks(identity).prefix.next).toBe(4);
  });

  it("keeps whole lines when the disk is full, and goes on when there is space again", async () => {
    const expected = await uninterrupted();
    let left = 4000;
    const write = (descriptor: number, bytes: Uint8Array) => {
      // A full file system writes the bytes that still fit, then fails.
      writeBytes(descriptor, bytes.subarray(0, Math.max(0, left)));
      left -= bytes.length;
      if (left < 0) throw Object.assign(new Error("ENOSPC: no space left on device, write"), { code: "ENOSPC" });
    };
    const store = openStore("1", { write });
    await expect(work({ shared: store, factory: new FakeFactory() })).rejects.toThrow(
      /shards.*\.jsonl: cannot be written: no space left on the disk/,
    );
    store.close();
    expect(readdirSync(join(folder, "claims"))).toEqual([]);
    const [file] = shards();
    expect(readFileSync(file, "utf8")).toMatch(/\}\n$/);
    expect(prefix()).toBeGreaterThan(2);
    expect(warnings).toEqual([]);
    await finish();
    expect(points()).toBe(expected);
  });

  async function finish(): Promise<void> {
    const store = openStore();
    await work({ shared: store, factory: new FakeFactory() });
    store.close();
  }

  async function uninterrupted(): Promise<string> {
    const kept = folder;
    folder = mkdtempSync(join(tmpdir(), "ldpc-ledger-"));
    await commitRun(folder, RUN);
    await finish();
    const text = points();
    rmSync(folder, { recursive: true });
    folder = kept;
    return text;
  }
});

describe("writeFileAtomic", () => {
  it("leaves the old file and nothing else when it fails", () => {
    const file = join(folder, "points.csv");
    writeFileAtomic(file, "old\n");
    const full = () => {
      throw Object.assign(new Error("full"), { code: "ENOSPC" });
    };
    expect(() => writeFileAtomic(file, "new\n", { write: full })).toThrow(`${file}: cannot be written: no space left`);
    expect(readFileSync(file, "utf8")).toBe("old\n");
    expect(readdirSync(folder).sort()).toEqual(["points.csv", "run.json"]);
    expect(() => writeFileAtomic(join(file, "below"), "x")).toThrow(/cannot be written: .*file/);
  });

  it("gives a file that replaces another the permissions that are asked for", () => {
    const file = join(folder, "secret.json");
    writeFileSync(file, "old", { mode: 0o644 });
    writeFileAtomic(file, "new", { mode: 0o600 });
    expect([readFileSync(file, "utf8"), statSync(file).mode & 0o777]).toEqual(["new", 0o600]);
  });
});
