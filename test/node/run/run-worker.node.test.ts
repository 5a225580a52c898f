import { spawnSync } from "node:child_process";
import {
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { hostname } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { InputError } from "../../../src/errors.ts";
import { type writeBytes, writeFileAtomic } from "../../../src/node/disk/disk.ts";
import type { SignsOfLife } from "../../../src/node/disk/folder-lock.ts";
import { openRun } from "../../../src/node/run/run.ts";
import { commitRun, type RunFile, runIdentity, withPoints } from "../../../src/node/run/run-file.ts";
import { RunWorker } from "../../../src/node/run/run-worker.ts";
import { blocksOf, ChunkRows } from "../../../src/simulation/chunks/chunk-block.ts";
import { formatPoints } from "../../../src/simulation/points.ts";
import { formatClaims, formatHeader, formatRecord } from "../../../src/simulation/record.ts";
import { sweepRows } from "../../../src/simulation/sweep.ts";
import { type Task, taskId } from "../../../src/simulation/task.ts";
import { work } from "../../../src/simulation/worker.ts";
import { newFolder } from "../../new-folder.ts";
import { FakeFactory, fakeCounts } from "../../simulation/fake-runner.ts";
import { fakeSweep } from "../../simulation/watched-ledger.ts";
import { fakeRun } from "./fake-run.ts";

const sweep = fakeSweep();
const [task] = sweep.tasks;
const identity = { id: taskId(task), chunkFrames: task.chunkFrames };
const engine = new FakeFactory().description;
const LABELS = { program: "0", engine: "cpu", adapter: "fake", driver: "", host: "other", pid: 4711, worker: "9" };
const RUN = fakeRun(sweep);

let folder: string;
let warnings: string[];
beforeEach(async () => {
  folder = newFolder();
  warnings = [];
  await commitRun(folder, RUN);
});

const warn = (text: string) => void warnings.push(text);

function openStore(worker = "1", options: { write?: typeof writeBytes; signs?: SignsOfLife; run?: RunFile } = {}) {
  const { write, signs, run = RUN } = options;
  return new RunWorker(openRun(folder, warn, signs), { engine, worker, computes: runIdentity(run), signs, write });
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
  return openRun(folder, warn).ledger.chunks(identity).prefix.next;
}

function points(): string {
  const { sweep, points } = openRun(folder, warn);
  return formatPoints(sweepRows(sweep, points));
}

describe("RunWorker", () => {
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

  async function finish(signs?: SignsOfLife): Promise<void> {
    const store = openStore("1", { signs });
    await work({ shared: store, factory: new FakeFactory() });
    store.close();
  }

  async function uninterrupted(): Promise<string> {
    const kept = folder;
    folder = newFolder();
    await commitRun(folder, RUN);
    await finish();
    const text = points();
    rmSync(folder, { recursive: true });
    folder = kept;
    return text;
  }
});

describe("claims", () => {
  let clock = 1000;
  const signs = { now: () => clock };
  const all = (count: number) => ({ limit: 100, count });
  const opened: RunWorker[] = [];
  const open = (worker: string) => {
    const store = openStore(worker, { signs });
    opened.push(store);
    return store;
  };
  afterEach(() => {
    for (const store of opened.splice(0)) store.close();
  });

  /** Writes a shard of a process that claims chunks 0 to 4 and was seen `age` seconds ago. */
  function shardOf(holder: { pid: number; host: string }, age: number, name = "away", more = ""): void {
    mkdirSync(join(folder, "shards"), { recursive: true });
    const file = join(folder, "shards", `${name}.jsonl`);
    const claims = formatClaims([{ first: 0, count: 5 }]);
    writeFileSync(file, `${formatHeader({ task, ...LABELS, ...holder }).line}${claims}${more}`);
    const time = Date.now() / 1000 - age;
    utimesSync(file, time, time);
  }

  const first = async (store: RunWorker) => {
    await store.refresh();
    const claim = await store.claim(identity, all(1));
    if (claim !== undefined) await store.release(claim);
    return claim?.first;
  };

  it("part the chunks between workers, and are given back", async () => {
    const [a, b] = [open("1"), open("2")];
    const claim = await a.claim(identity, { limit: 10, count: 4 });
    expect(claim).toMatchObject({ first: 0, count: 4 });
    await b.refresh();
    expect(await b.claim(identity, { limit: 10, count: 4 })).toMatchObject({ first: 4, count: 4 });
    await a.refresh();
    expect(await a.claim(identity, { limit: 10, count: 4 })).toMatchObject({ first: 8, count: 2 });
    await b.refresh();
    expect(await b.claim(identity, { limit: 10, count: 4 })).toBe(undefined);
    expect(await b.claimed(identity.id)).toHaveLength(3);
    await a.release(claim!);
    await b.refresh();
    expect(await b.claim(identity, { limit: 10, count: 10 })).toMatchObject({ first: 0, count: 4 });
    a.close();
    await b.refresh();
    expect(await b.claim(identity, { limit: 10, count: 10 })).toMatchObject({ first: 8, count: 2 });
  });

  it("at the same moment go to one of the workers, and the other takes the next chunks", async () => {
    const [a, b] = [open("1"), open("2")];
    await a.append(task, blocks(50, 1));
    // Neither has seen the other's line when it chooses.
    const claims = [await a.claim(identity, all(4)), await b.claim(identity, all(4))];
    expect(claims.map((claim) => claim?.first)).toEqual([0, 4]);
  });

  it("of a process that has ended on this host do not count", async () => {
    shardOf({ pid: spawnSync(process.execPath, ["-e", ""]).pid, host: hostname() }, 0);
    expect(await first(open("1"))).toBe(0);
  });

  it.each([
    ["a running process", process.pid, hostname()],
    ["another host", 1, "another-host"],
  ])("count while they show signs of life: %s", async (_, pid, host) => {
    shardOf({ pid, host }, 20);
    const store = open("1");
    expect(await first(store)).toBe(5);
    clock += 9;
    expect(await first(store)).toBe(5);
    // The file server's clock has gone on as well.
    shardOf({ pid, host }, 1000 - clock, "away", "\n");
    await store.refresh();
    clock += 29;
    expect(await first(store)).toBe(5);
    clock += 2;
    expect(await first(store)).toBe(0);
    expect(warnings).toEqual([]);
  });

  it.each([120, -3600])("of another host, of %i s ago, count from their next sign of life on", async (age) => {
    shardOf({ pid: 1, host: "another-host" }, age);
    const store = open("1");
    expect(await first(store)).toBe(0);
    shardOf({ pid: 1, host: "another-host" }, age, "away", "\n");
    expect(await first(store)).toBe(5);
    clock += 30;
    expect(await first(store)).toBe(0);
  });

  it("have a line of text, and show who works", async () => {
    shardOf({ pid: 4711, host: "node7" }, 12);
    shardOf({ pid: 4712, host: "node8" }, 3600, "gone");
    const store = open("2");
    await store.claim(identity, all(2));
    expect(await store.holders(identity.id)).toEqual([
      // More where the machine pauses this process.
      expect.stringMatching(/^process 4711 of node7 \(worker 9\), last sign of life (1[2-9]|[2-9]\d) s ago$/),
      `process ${process.pid} of ${hostname()} (worker 2), last sign of life 0 s ago`,
    ]);
    const run = openRun(folder, warn);
    expect(run.claims.map(({ first, count, holder, isLive }) => [first, count, holder.pid, isLive])).toEqual([
      [0, 5, 4711, true],
      [0, 5, 4712, false],
      [5, 1, process.pid, true],
    ]);
    expect([run.atWork(identity.id), run.atWork("f".repeat(64))]).toEqual([true, false]);
  });

  it("make the speed of the live processes", async () => {
    expect(openRun(folder, warn).speed).toBeUndefined();
    const store = open("2");
    await store.claim(identity, all(4));
    await store.append(task, blocks(0, 2));
    expect(openRun(folder, warn).speed).toEqual({ framesPerSecond: 64, busy: 1 });
    store.close();
    expect(openRun(folder, warn).speed).toBeUndefined();
  });

  it("give signs of life while chunks take long", async () => {
    const store = openStore("1", { signs: { signSeconds: 0.05 } });
    await store.claim(identity, all(1));
    const [file] = shards();
    const { size } = statSync(file);
    await vi.waitFor(() => expect(statSync(file).size).toBeGreaterThan(size + 1), 5000);
    await store.append(task, blocks(0, 1));
    store.close();
    expect(prefix()).toBe(1);
    expect(warnings).toEqual([]);
  });
});

describe("writeFileAtomic", () => {
  it("gives a file that replaces another the permissions that are asked for", () => {
    const file = join(folder, "secret.json");
    writeFileSync(file, "old", { mode: 0o644 });
    writeFileAtomic(file, "new", { mode: 0o600 });
    expect([readFileSync(file, "utf8"), statSync(file).mode & 0o777]).toEqual(["new", 0o600]);
  });
});
