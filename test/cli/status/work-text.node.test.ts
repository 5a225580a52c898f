import { describe, expect, it } from "vitest";
import { workText } from "../../../src/cli/status.ts";
import type { RunClaim, RunProcess } from "../../../src/node/run/run.ts";
import { liveSpeed } from "../../../src/node/run/run.ts";
import type { TaskChunks } from "../../../src/simulation/chunks/task-chunks.ts";
import type { SweepPoint } from "../../../src/simulation/sweep.ts";

const points = [{ all: { chunks: 1200 } as TaskChunks }, { all: { chunks: 34 } as TaskChunks }] as SweepPoint[];

function claim(host: string, pid: number, age: number, isLive: boolean, first = 0): RunClaim {
  return { task: "0", first, count: 16, holder: { host, pid, worker: "1" }, age, isLive };
}

function ran(host: string, pid: number, adapter: string, frames: number, framesPerSecond: number): RunProcess {
  return { host, pid, worker: "1", engine: "gpu", adapter, frames, framesPerSecond };
}

describe("who works on a run", () => {
  const processes = [
    ran("node7", 4711, "H100, card 0", 10_000, 1000),
    ran("node7", 4712, "H100, card 1", 30_000, 3000),
    ran("node8", 1, "L40S", 700, 700),
    ran("node9", 9, "L40S", 42, 42),
  ];
  const claims = [
    claim("node7", 4711, 3, true),
    claim("node7", 4711, 3, true, 16),
    claim("node7", 4712, 130, true, 32),
    claim("node8", 1, 3600, false, 48),
  ];

  it("is printed with chunks, devices and speeds", () => {
    expect(workText(points, { claims, processes }).split("\n")).toEqual([
      "1,234 chunks done; 48 claimed by 2 workers; 16 stale: claimed by workers without a sign of life",
      "",
      "host   process  device        frames  frames/s  state",
      "─────  ───────  ────────────  ──────  ────────  ────────────────────────────────────",
      "node7     4711  H100, card 0  10,000     1,000  at work, last sign of life 3 s ago",
      "node7     4712  H100, card 1  30,000     3,000  at work, last sign of life 2 min ago",
      "node8        1  L40S             700            stale, last sign of life 60 min ago",
      "1 more worker has ended, with 42 frames",
    ]);
  });

  it("has the speed of the live ones alone", () => {
    const speed = liveSpeed({ claims, processes });
    expect(speed?.framesPerSecond).toBeCloseTo(4000);
    expect(speed?.busy).toBe(2);
    expect(liveSpeed({ claims: claims.slice(3), processes })).toBeUndefined();
  });

  it("escapes the name of a device, and has no speed without engine seconds", () => {
    const odd = [ran("node7", 4711, "H100\u001b[2J", 16, Number.POSITIVE_INFINITY)];
    const line = workText(points, { claims: claims.slice(0, 1), processes: odd }).split("\n")[4];
    expect(line).toMatch(/^node7 +4711 +H100\\u\{1b\}\[2J +16 {2,}at work, last sign of life 3 s ago$/);
  });

  it("explains a clock that is ahead, which makes claims look stale", () => {
    const text = workText(points, { claims: [claim("node8", 1, -3600, false)], processes });
    expect(text).toContain("stale, its clock is ahead of this one\n");
    expect(text).toMatch(/\nthe clock of the file server is 60 min ahead of this host's: .*$/);
  });
});
