import { describe, expect, it } from "vitest";
import { speedOf, workText } from "../../../src/cli/status/work-text.ts";
import type { ListedClaim } from "../../../src/node/run/claim-list.ts";
import { ShardWorkers } from "../../../src/node/run/shard-workers.ts";
import type { TaskChunks } from "../../../src/simulation/chunks/task-chunks.ts";
import { ZERO_COUNTS } from "../../../src/simulation/counts.ts";
import type { ShardHeader } from "../../../src/simulation/record.ts";
import type { SweepPoint } from "../../../src/simulation/sweep.ts";
import { fakeSweep } from "../../simulation/watched-ledger.ts";

const [task] = fakeSweep().tasks;
const points = [{ all: { chunks: 1200 } as TaskChunks }, { all: { chunks: 34 } as TaskChunks }] as SweepPoint[];

function header(host: string, adapter: string): ShardHeader {
  return { task, program: "0", engine: "gpu", adapter, driver: "", host, worker: "1" };
}

function claim(host: string, pid: number, age: number, isLive: boolean, first = 0): ListedClaim {
  return { task: "0", first, count: 16, holder: { host, pid, worker: "1" }, age, isLive };
}

/** Workers that have recorded blocks of frames in the given seconds. */
function workersOf(...shards: readonly (readonly [file: string, adapter: string, frames: number, seconds: number])[]) {
  const workers = new ShardWorkers();
  for (const [file, adapter, frames, seconds] of shards) {
    const host = file.split("-")[0];
    const block = { first: 0, count: 1, counts: { ...ZERO_COUNTS, frames }, seconds };
    workers.add(block, header(host, adapter), `/run/shards/${file}`);
  }
  return workers.list;
}

describe("who works on a run", () => {
  const workers = workersOf(
    ["node7-4711-m1.jsonl", "H100, card 0", 5000, 5],
    ["node7-4711-m1-2.jsonl", "H100, card 0", 5000, 5],
    ["node7-4712-m2.jsonl", "H100, card 1", 30_000, 10],
    ["node8-1-m0.jsonl", "L40S", 700, 1],
    ["node9-9-m0.jsonl", "L40S", 42, 1],
  );
  const claims = [
    claim("node7", 4711, 3, true),
    claim("node7", 4711, 3, true, 16),
    claim("node7", 4712, 130, true, 32),
    claim("node8", 1, 3600, false, 48),
    { task: "0", first: 64, count: 1, age: 5, isLive: false },
  ];

  it("is printed with chunks, devices and speeds", () => {
    expect(workText(points, { claims, workers }).split("\n")).toEqual([
      "1,234 chunks done; 48 claimed by 2 workers; 17 stale: claimed by workers without a sign of life",
      "",
      "host              process  device        frames  frames/s  state",
      "────────────────  ───────  ────────────  ──────  ────────  ────────────────────────────────────",
      "node7                4711  H100, card 0  10,000     1,000  at work, last sign of life 3 s ago",
      "node7                4712  H100, card 1  30,000     3,000  at work, last sign of life 2 min ago",
      "names no process                              0            stale, last sign of life 5 s ago",
      "node8                   1  L40S             700            stale, last sign of life 60 min ago",
      "1 more worker has ended, with 42 frames",
    ]);
  });

  it("has the speed of the live ones alone", () => {
    const speed = speedOf({ claims, workers });
    expect(speed?.framesPerSecond).toBeCloseTo(4000);
    expect(speed?.busy).toBe(2);
    expect(speedOf({ claims: claims.slice(3), workers })).toBeUndefined();
  });

  it("escapes the name of a device, and has no speed without engine seconds", () => {
    const odd = workersOf(["node7-4711-m1.jsonl", "H100\u001b[2J", 16, 0]);
    const line = workText(points, { claims: claims.slice(0, 1), workers: odd }).split("\n")[4];
    expect(line).toMatch(/^node7 +4711 +H100\\u\{1b\}\[2J +16 {2,}at work, last sign of life 3 s ago$/);
  });

  it("explains a clock that is ahead, which makes claims look stale", () => {
    const text = workText(points, { claims: [claim("node8", 1, -3600, false)], workers });
    expect(text).toContain("stale, its clock is ahead of this one\n");
    expect(text).toMatch(/\nthe clock of the file server is 60 min ahead of this host's: .*$/);
  });

  it("counts a speed over the last half minute", () => {
    const slowed = workersOf(
      ["a-1-m.jsonl", "", 1_000_000, 100],
      ...Array.from({ length: 300 }, () => ["a-1-m.jsonl", "", 100, 1] as const),
    );
    expect(slowed[0].framesPerSecond).toBeGreaterThan(99);
    expect(slowed[0].framesPerSecond).toBeLessThan(120);
  });
});
