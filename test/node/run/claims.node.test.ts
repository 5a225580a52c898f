import { spawnSync } from "node:child_process";
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { hostname, tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { LeaseOptions } from "../../../src/node/disk/lease-folder.ts";
import { clockAhead, listClaims, tasksAtWork } from "../../../src/node/run/claim-list.ts";
import { ClaimFolder } from "../../../src/node/run/claims.ts";
import type { ChunkRange } from "../../../src/simulation/chunks/chunk-range.ts";
import { TaskChunks } from "../../../src/simulation/chunks/task-chunks.ts";
import { firstFreeRange } from "../../../src/simulation/claims.ts";

const TASK = "0123456789abcdef".repeat(4);
const DIGITS = TASK.slice(0, 16);
const AWAY = { task: TASK, first: 0, count: 5, pid: 1, host: "another-host", worker: "1" };

let run: string;
let clock: number;
const opened: ClaimFolder[] = [];

beforeEach(() => {
  run = mkdtempSync(join(tmpdir(), "ldpc-claims-"));
  clock = 1000;
});
afterEach(() => {
  for (const claims of opened.splice(0)) claims.close();
  rmSync(run, { recursive: true, force: true });
});

/** Opens the folder with a clock that stands still. */
function open(worker = "1", options: LeaseOptions = {}): ClaimFolder {
  const claims = new ClaimFolder(run, worker, { now: () => clock, ...options });
  opened.push(claims);
  return claims;
}

/** Chooses the first unclaimed chunks below a limit. */
function free(limit: number, count: number): (claimed: readonly ChunkRange[]) => ChunkRange | undefined {
  return (claimed) => firstFreeRange(new TaskChunks(16), claimed, { limit, count });
}

function firstFree(claims = open("9")): number | undefined {
  const claim = claims.claim(TASK, free(100, 1));
  if (claim !== undefined) claims.release(claim);
  return claim?.first;
}

function inClaims(name: string): string {
  mkdirSync(join(run, "claims"), { recursive: true });
  return join(run, "claims", name);
}

function claimFile(content: object | string, ageSeconds: number, first = 0): string {
  const file = inClaims(`${DIGITS}-${first}.json`);
  writeFileSync(file, typeof content === "string" ? content : JSON.stringify(content));
  setAge(file, ageSeconds);
  return file;
}

function setAge(file: string, seconds: number): void {
  const time = Date.now() / 1000 - seconds;
  utimesSync(file, time, time);
}

describe("ClaimFolder", () => {
  it("parts the chunks between workers", () => {
    const [a, b] = [open("1"), open("2")];
    const first = a.claim(TASK, free(10, 4));
    expect(first).toEqual({ task: TASK, first: 0, count: 4 });
    expect(b.claim(TASK, free(10, 4))).toMatchObject({ first: 4, count: 4 });
    expect(a.claim(TASK, free(10, 4))).toMatchObject({ first: 8, count: 2 });
    expect(b.claim(TASK, free(10, 4))).toBe(undefined);
    expect(b.claim("f".repeat(64), free(10, 4))).toMatchObject({ first: 0, count: 4 });
    expect(a.claimed(TASK)).toHaveLength(3);
    if (first) a.release(first);
    expect(b.claim(TASK, free(10, 10))).toMatchObject({ first: 0, count: 4 });
    a.close();
    b.close();
    expect(readdirSync(join(run, "claims"))).toEqual([]);
  });

  it("writes the worker and its task", () => {
    open("2").claim(TASK, free(10, 4));
    const text = readFileSync(join(run, "claims", `${DIGITS}-0.json`), "utf8");
    const expected = { task: TASK, first: 0, count: 4, pid: process.pid, host: hostname(), worker: "2" };
    expect(JSON.parse(text)).toMatchObject(expected);
  });

  it("looks again if another worker is faster", () => {
    const [a, b] = [open("1"), open("2")];
    const seen: number[] = [];
    const claim = a.claim(TASK, (claimed) => {
      seen.push(claimed.length);
      if (seen.length < 3) b.claim(TASK, () => ({ first: 2 * (seen.length - 1), count: 2 }));
      return { first: 2 * (seen.length - 1), count: 2 };
    });
    expect(seen).toEqual([0, 1, 2]);
    expect(claim).toMatchObject({ first: 4, count: 2 });
  });

  it("does not claim claimed chunks", () => {
    const claims = open();
    claims.claim(TASK, free(1, 1));
    expect(() => claims.claim(TASK, () => ({ first: 0, count: 1 }))).toThrow("chunk 0 is claimed already");
  });

  it("leaves no claim on a full disk", () => {
    const write = () => {
      throw Object.assign(new Error("full"), { code: "ENOSPC" });
    };
    const claims = open("1", { write });
    expect(() => claims.claim(TASK, free(1, 1))).toThrow(/claims.*-0\.json: cannot be written: no space left/);
    expect(readdirSync(join(run, "claims"))).toEqual([]);
  });

  it("refuses a file in the place of its folder", () => {
    writeFileSync(join(run, "claims"), "");
    expect(() => open()).toThrow(/claims: cannot be written: /);
  });

  it("does not release chunks that another worker has taken over", () => {
    const [a, b] = [open("1"), open("2")];
    const claim = a.claim(TASK, free(1, 1));
    rmSync(join(run, "claims", `${DIGITS}-0.json`));
    b.claim(TASK, free(1, 1));
    if (claim) a.release(claim);
    a.close();
    expect(b.claimed(TASK)).toEqual([{ first: 0, count: 1 }]);
  });
});

describe("claims of other workers", () => {
  it("are taken over at once if their process died on this host", () => {
    const { pid } = spawnSync(process.execPath, ["-e", ""]);
    const claims = open();
    claimFile({ ...AWAY, pid, host: hostname() }, 0);
    expect(firstFree(claims)).toBe(0);
  });

  it.each([
    ["a running process", process.pid, hostname()],
    ["another host", 1, "another-host"],
  ])("are respected while they show signs of life: %s", (_, pid, host) => {
    const claims = open();
    claimFile({ ...AWAY, pid, host }, 20);
    expect(firstFree(claims)).toBe(5);
    clock += 29;
    setAge(claimFile({ ...AWAY, pid, host, beats: 1 }, 20), 0);
    expect(firstFree(claims)).toBe(5);
    clock += 29;
    expect(firstFree(claims)).toBe(5);
    clock += 1;
    expect(firstFree(claims)).toBe(0);
    claimFile({ ...AWAY, pid, host }, 31);
    expect(firstFree(claims)).toBe(0);
  });

  it.each([
    ["empty", "", 0, 1],
    ["empty, from an hour ahead", "", -3600, 1],
    ["from an hour ahead", AWAY, -3600, 5],
    ["not JSON", "{", 0, 1],
    ["without its number of chunks", { pid: 1, host: "another-host" }, 0, 1],
    ["with an impossible one", { ...AWAY, count: -1 }, 0, 1],
  ])("count for one lease if they are %s", (_, content, age, next) => {
    const claims = open();
    claimFile(content, age);
    expect(firstFree(claims)).toBe(next);
    clock += 30;
    expect(firstFree(claims)).toBe(0);
    claims.close();
    expect(readdirSync(join(run, "claims"))).toEqual([]);
  });

  it("are no folders: such a folder is the user's, and stays", () => {
    const claim = inClaims(`${DIGITS}-0.json`);
    mkdirSync(join(claim, "in it"), { recursive: true });
    expect(() => open()).toThrow(`${claim}: is a folder where a lock's file belongs: move it away`);
    expect(readdirSync(claim)).toEqual(["in it"]);
  });

  it("that are stale are removed when a worker starts, for every task", () => {
    claimFile(AWAY, 3600);
    writeFileSync(inClaims("fedcba9876543210-7.json"), JSON.stringify(AWAY));
    setAge(inClaims("fedcba9876543210-7.json"), 3600);
    open();
    expect(readdirSync(join(run, "claims"))).toEqual([]);
  });

  it("and files that are no claims: they stay", () => {
    const names = ["README", `${DIGITS}-x.json`, `${DIGITS}-1.json.bak`, "folder", ".nfs0001", "link"];
    for (const name of names.slice(0, 3)) writeFileSync(inClaims(name), "x");
    mkdirSync(inClaims("folder/below"), { recursive: true });
    writeFileSync(inClaims(".nfs0001"), "");
    symlinkSync("nothing", inClaims("link"));
    const claims = open();
    expect(firstFree(claims)).toBe(0);
    clock += 100;
    expect(firstFree(claims)).toBe(0);
    expect(listClaims(run)).toEqual([]);
    claims.close();
    expect(readdirSync(join(run, "claims")).sort()).toEqual(names.sort());
  });

  it("have a line of text", () => {
    const claims = open("2");
    claimFile({ ...AWAY, pid: 4711, host: "node7" }, 12);
    claims.claim(TASK, free(7, 2));
    expect(claims.holders(TASK)).toEqual([
      {
        range: { first: 0, count: 5 },
        own: false,
        // More where the machine pauses this process.
        text: expect.stringMatching(/^process 4711 of node7 \(worker 1\), last sign of life (1[2-9]|[2-9]\d) s ago$/),
      },
      {
        range: { first: 5, count: 1 },
        own: true,
        text: `process ${process.pid} of ${hostname()} (worker 2), last sign of life 0 s ago`,
      },
    ]);
    claimFile("", -3600, 50);
    expect(claims.holders(TASK).find(({ range }) => range.first === 50)?.text).toBe(
      "an unknown process, last sign of life 0 s ago",
    );
  });
});

describe("listClaims", () => {
  /** The live claims or the stale claims, with their holders. */
  const listed = (isLive = true) =>
    listClaims(run)
      .filter((claim) => claim.isLive === isLive)
      .map(({ task, first, count, holder }) => ({
        task,
        first,
        count,
        ...(holder === undefined ? {} : { host: holder.host, worker: holder.worker, pid: holder.pid }),
      }));

  it("distinguishes live claims from stale ones and changes nothing", () => {
    open("2").claim(TASK, free(100, 3));
    claimFile({ ...AWAY, count: 2 }, 20, 10);
    claimFile({ ...AWAY, count: 2 }, -20, 20);
    claimFile({ ...AWAY, pid: process.pid, host: hostname() }, 3600, 30);
    const live = [
      { task: DIGITS, first: 0, count: 2, host: hostname(), worker: "2", pid: process.pid },
      { task: DIGITS, first: 10, count: 2, host: "another-host", worker: "1", pid: 1 },
      { task: DIGITS, first: 20, count: 2, host: "another-host", worker: "1", pid: 1 },
      { task: DIGITS, first: 30, count: 5, host: hostname(), worker: "1", pid: process.pid },
    ];
    expect(listed()).toEqual(live);
    // Neither of these processes is known to live.
    const { pid } = spawnSync(process.execPath, ["-e", ""]);
    claimFile({ ...AWAY, pid, host: hostname() }, 0, 40);
    claimFile(AWAY, 100, 50);
    claimFile(AWAY, -3600, 60);
    claimFile("", 0, 70);
    claimFile({ pid: process.pid, host: hostname() }, 0, 80);
    mkdirSync(inClaims(`${DIGITS}-90.json`));
    writeFileSync(inClaims("notes.txt"), "");
    const names = readdirSync(join(run, "claims"));
    expect(listed()).toEqual(live);
    expect(listed(false)).toEqual([
      { task: DIGITS, first: 40, count: 5, host: hostname(), worker: "1", pid },
      { task: DIGITS, first: 50, count: 5, host: "another-host", worker: "1", pid: 1 },
      { task: DIGITS, first: 60, count: 5, host: "another-host", worker: "1", pid: 1 },
      { task: DIGITS, first: 70, count: 1 },
      { task: DIGITS, first: 80, count: 1 },
      { task: DIGITS, first: 90, count: 1 },
    ]);
    expect(readdirSync(join(run, "claims"))).toEqual(names);
    expect(tasksAtWork(listClaims(run))(TASK)).toBe(true);
    expect(tasksAtWork(listClaims(run))("f".repeat(64))).toBe(false);
  });

  it("tells a clock that is ahead, by claims of the future", () => {
    claimFile(AWAY, -50);
    expect(clockAhead(listClaims(run))).toBeUndefined();
    claimFile(AWAY, -3600, 10);
    expect(clockAhead(listClaims(run))).toBeCloseTo(3600, -1);
    expect(listed().map(({ first }) => first)).toEqual([0]);
  });

  it("finds none where there is no such folder", () => {
    expect(listClaims(run)).toEqual([]);
    expect(listClaims(join(run, "none"))).toEqual([]);
  });

  it("does not take a folder that cannot be read for one without claims", () => {
    rmSync(join(run, "claims"), { recursive: true, force: true });
    writeFileSync(join(run, "claims"), "");
    expect(() => listClaims(run)).toThrow(
      /claims: cannot be read: it is no folder, so nothing is known of the workers$/,
    );
  });
});
