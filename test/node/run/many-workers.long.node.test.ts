import { spawnSync } from "node:child_process";
import { appendFileSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { hostname } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { openRun } from "../../../src/node/run/run.ts";
import { commitRun, runIdentity, shardFolder } from "../../../src/node/run/run-file.ts";
import { RunWorker } from "../../../src/node/run/run-worker.ts";
import { blocksOf, type ChunkRange, ChunkRows } from "../../../src/simulation/chunks/chunk-block.ts";
import { formatClaims, formatHeader, formatRecord } from "../../../src/simulation/record.ts";
import { type SharedLedger, work } from "../../../src/simulation/worker.ts";
import { newFolder } from "../../new-folder.ts";
import { compiled } from "../../setup/compiled.ts";
import { FakeFactory, fakeCounts } from "../../simulation/fake-runner.ts";
import { fakeSweep } from "../../simulation/watched-ledger.ts";
import { fakeRun } from "./fake-run.ts";

const sweep = fakeSweep({ points: [1], rule: { maxErrors: 1_000_000, maxFrames: 1e9 } });
const [task] = sweep.tasks;
const RUN = fakeRun(sweep);

let folder: string;
const closed: { close(): void }[] = [];
beforeEach(async () => {
  folder = newFolder();
  await commitRun(folder, RUN);
});
afterEach(() => {
  for (const each of closed.splice(0)) each.close();
  rmSync(folder, { recursive: true, force: true });
});

/** Chunks of a claim. The number of records matters here, not the work of ten seconds. */
const CHUNKS = 8;

const LABELS = { program: "0", engine: "cpu", adapter: "fake", driver: "", host: "host", pid: 1 };

/** Lines of another worker, which has computed the chunks of a claim and claims others. */
function linesOf({ line, section }: ReturnType<typeof formatHeader>, claim: ChunkRange | undefined, next: ChunkRange) {
  if (claim === undefined) return line + formatClaims([next]);
  const rows = ChunkRows.of(Array.from({ length: claim.count }, (_, i) => fakeCounts(task, claim.first + i)));
  const records = [...blocksOf(rows, claim, 10)].map((block) => formatRecord(block, section));
  return records.join("") + formatClaims([next]);
}

/** The store with the milliseconds of processor time of its methods. Time of other processes does not count. */
function timed(store: RunWorker, spent: Map<string, number>): SharedLedger {
  return new Proxy(store, {
    get(target, name) {
      const member = Reflect.get(target, name, target);
      if (typeof member !== "function") return member;
      return async (...args: unknown[]) => {
        const begin = process.cpuUsage();
        try {
          return await member.apply(target, args);
        } finally {
          const { user, system } = process.cpuUsage(begin);
          spent.set(String(name), (spent.get(String(name)) ?? 0) + (user + system) / 1000);
        }
      };
    },
  });
}

describe("256 workers on one folder", () => {
  /**
   * Seconds that a worker computes between two claims, and the largest share that the ledger may take of them on a loaded machine. A quiet
   * machine takes 0.9 %.
   */
  const [CLAIM_SECONDS, SHARE] = [10, 0.05];
  const ROUNDS = 3;

  it(`cost each less than ${100 * SHARE} % of its time`, async () => {
    const labels = { ...LABELS, host: hostname(), pid: process.pid };
    const others = Array.from({ length: 255 }, (_, i) => formatHeader({ task, ...labels, worker: String(i + 2) }));
    mkdirSync(shardFolder(folder), { recursive: true });
    const claims: (ChunkRange | undefined)[] = others.map(() => undefined);
    const abort = new AbortController();
    const spent = new Map<string, number>();
    let rounds = 0;
    let next = 0;
    // At each claim, the measured worker meets the records that all other workers have made meanwhile.
    const factory = new FakeFactory({
      chunksMaximum: CHUNKS,
      runsInFlight: 1,
      beforeRun: () => {
        for (const [i, header] of others.entries()) {
          next += CHUNKS;
          const claim = { first: next, count: CHUNKS };
          appendFileSync(join(shardFolder(folder), `other-${i}.jsonl`), linesOf(header, claims[i], claim));
          claims[i] = claim;
        }
        // The first claim compiles the functions that all later claims use.
        if (rounds === 0) spent.clear();
        if (++rounds > ROUNDS) abort.abort();
      },
    });
    const measured = new RunWorker(
      openRun(folder, () => {}),
      {
        engine: factory.description,
        worker: "1",
        computes: runIdentity(RUN),
      },
    );
    closed.push(measured);
    await work({ shared: timed(measured, spent), factory, signal: abort.signal });
    const seconds = [...spent.values()].reduce((sum, time) => sum + time, 0) / 1000 / (rounds - 1);
    console.log(`${(1e3 * seconds).toFixed(1)} ms of ledger for a claim among ${others.length + 1} workers`);
    expect(openRun(folder, () => {}).claims.filter(({ isLive }) => isLive).length).toBeGreaterThanOrEqual(255);
    expect(seconds).toBeLessThan(SHARE * CLAIM_SECONDS);
  });
});

describe("a run of 50,000 records", () => {
  const [RECORDS, SHARDS] = [50_000, 256];
  /** Seconds of processor time, which depends little on the machine's load: 1 to 3. Adding blocks shard by shard takes minutes for twice the records. */
  const SECONDS = 15;

  it("has a status and a merge whose times do not grow with the square of its records", async () => {
    const blocks = blocksOf(ChunkRows.of([fakeCounts(task, 0)]), { first: 0, count: 1 }, 0.1);
    const [{ counts, wrong }] = [...blocks];
    mkdirSync(shardFolder(folder), { recursive: true });
    for (let shard = 0; shard < SHARDS; shard++) {
      const { line, section } = formatHeader({ task, ...LABELS, worker: String(shard) });
      const lines = Array.from({ length: Math.ceil(RECORDS / SHARDS) }, (_, i) => {
        // Workers alternate.
        const first = i * SHARDS + shard;
        const moved = wrong?.map((value, at) => (at === 0 ? first : value));
        return formatRecord({ first, count: 1, counts, seconds: 0.1, wrong: moved }, section);
      });
      writeFileSync(join(shardFolder(folder), `host-${shard}-m0.jsonl`), [line, ...lines].join(""));
    }
    expect(readdirSync(shardFolder(folder))).toHaveLength(SHARDS);
    expect(ldpc("status", folder)).toContain("50,176 chunks done");
    const merged = join(folder, "merged");
    expect(ldpc("merge", folder, "--out", merged)).toContain("802,816 new frames");
    expect(readdirSync(shardFolder(merged))).toHaveLength(SHARDS);
  });

  /** @returns a command's output. */
  function ldpc(...args: string[]): string {
    const clock = join(folder, "processor-time");
    const { status, stdout, stderr } = spawnSync(process.execPath, [compiled("src/cli/main.ts"), ...args], {
      encoding: "utf8",
      env: { ...process.env, CLOCK: clock, NODE_OPTIONS: `${process.env.NODE_OPTIONS ?? ""} --import=${WRITES_CLOCK}` },
    });
    expect(status, stderr).toBe(0);
    expect(stderr).not.toMatch(/damaged/);
    const seconds = Number(readFileSync(clock, "utf8")) / 1e6;
    console.log(`${args[0]}: ${seconds.toFixed(1)} s`);
    expect(seconds).toBeGreaterThan(0);
    expect(seconds).toBeLessThan(SECONDS);
    return `${stdout}${stderr}`;
  }
});

/** A module whose process writes its microseconds of processor time to the file CLOCK at its end. */
const WRITES_CLOCK = `data:text/javascript,${encodeURIComponent(`
  import { writeFileSync } from "node:fs";
  process.on("exit", () => {
    const { user, system } = process.cpuUsage();
    writeFileSync(process.env.CLOCK, String(user + system));
  });`)}`;
