import { execFileSync, spawn, spawnSync } from "node:child_process";
import { mkdirSync, readdirSync, readFileSync, statSync, symlinkSync, utimesSync, writeFileSync } from "node:fs";
import { hostname } from "node:os";
import { join } from "node:path";
import { describe, expect, it, vi } from "vitest";
import {
  AWAY,
  create,
  folder,
  isLinux,
  live,
  NAME,
  open,
  pass,
  path,
  useLeaseFolders,
  writeLease,
} from "./lease-fixture.ts";

useLeaseFolders();

describe("a lease is stale", () => {
  it("at once if its process is gone from this host", () => {
    writeLease({ ...AWAY, pid: spawnSync(process.execPath, ["-e", ""]).pid, host: hostname() });
    expect(live(open())).toEqual([]);
    expect(readdirSync(folder)).toEqual([]);
  });

  it.runIf(isLinux)("at once if another process has its number by now", () => {
    const leases = open();
    create(leases);
    const content = JSON.parse(readFileSync(path, "utf8"));
    expect(content.started).toMatch(/^\d+$/);
    writeLease({ ...content, token: "other" });
    expect(live(leases)).toHaveLength(1);
    writeLease({ ...content, token: "other", started: `${content.started}0` });
    expect(live(leases)).toEqual([]);
  });

  it.runIf(isLinux)("at once if its process has ended and its parent has not noticed", async () => {
    const parent = spawn("sh", ["-c", "sleep 0.01 & echo $!; exec sleep 60"], { stdio: ["ignore", "pipe", "inherit"] });
    try {
      const pid = Number(await new Promise((resolve) => parent.stdout.once("data", resolve)));
      writeLease({ ...AWAY, pid, host: hostname() });
      await expect.poll(() => live(open())).toEqual([]);
    } finally {
      parent.kill();
    }
  });

  it("not at once if the number counts in another container or boot of a host of this name", () => {
    const leases = open();
    const { pid } = spawnSync(process.execPath, ["-e", ""]);
    writeLease({ ...AWAY, pid, host: hostname(), system: "another" });
    // Only Linux distinguishes two processes with one number.
    expect(live(leases)).toHaveLength(isLinux ? 1 : 0);
  });

  const unknown: Record<string, () => void> = {
    "another host's": () => writeLease(AWAY),
    "one with a time an hour ahead": () => writeLease(AWAY, -3600),
    "a running process's": () => writeLease({ pid: process.pid, host: hostname() }),
    "an empty one": () => writeLease(""),
    "an empty one with a time an hour ahead": () => writeLease("", -3600),
    "one that is not JSON": () => writeLease("{"),
    "one of an impossible process": () => writeLease({ pid: 2 ** 40, host: hostname() }),
    "one of a group of processes": () => writeLease({ pid: 0, host: hostname() }),
    "a large file": () => writeLease("x".repeat(100_000)),
    "a link to nothing": () => symlinkSync("nothing", path),
    ...(isLinux && { "a pipe": () => execFileSync("mkfifo", [path]) }),
  };

  it.each(Object.keys(unknown))("after a lease without change: %s", (name) => {
    unknown[name]();
    const leases = open();
    expect(live(leases)).toHaveLength(1);
    pass(29.9);
    expect(live(leases)).toHaveLength(1);
    expect(leases.create(NAME, {})).toBe(undefined);
    pass(0.1);
    expect(live(leases)).toEqual([]);
    expect(readdirSync(folder)).toEqual([]);
  });

  it("never if it is a folder, which nobody but a user makes", () => {
    mkdirSync(join(path, "in it"), { recursive: true });
    const leases = open();
    for (let i = 0; i < 3; i++) {
      expect(() => live(leases)).toThrow(`${path}: is a folder where a lock's file belongs: move it away`);
      pass(100);
    }
    expect(readdirSync(path)).toEqual(["in it"]);
  });

  it("not while it shows signs of life", () => {
    const [theirs, ours] = [open(), open()];
    const lease = create(theirs);
    for (let i = 0; i < 5; i++) {
      expect(live(ours)).toHaveLength(1);
      pass(29);
      lease.beat();
    }
    // A process never judges its own lease stale. If it was stopped, other processes judge.
    pass(1000);
    expect(live(theirs)).toHaveLength(1);
  });

  it("on first sight if it is older than a lease by the clock of the file system, independent of the time here", () => {
    writeFileSync(join(folder, "now"), "");
    const time = statSync(join(folder, "now")).mtimeMs / 1000;
    vi.spyOn(Date, "now").mockReturnValue(0);
    for (const [age, count] of [
      [20, 1],
      [40, 0],
      [3600, 0],
    ]) {
      writeLease(AWAY);
      utimesSync(path, time - age, time - age);
      expect(live(open())).toHaveLength(count);
    }
    expect(readdirSync(folder)).toEqual(["now"]);
  });

  it("only by a clock that has just been read", () => {
    const leases = open();
    writeLease(AWAY);
    expect(live(leases)).toHaveLength(1);
    // An hour passes here but not in the file's time, because the server's clock was set back. The lease is new.
    pass(3600);
    writeLease({ ...AWAY, token: "new" });
    expect(live(leases)).toHaveLength(1);
  });

  it("after its own, shorter time if it has one", () => {
    writeLease(AWAY);
    const leases = open({ leaseSeconds: 0.5 });
    expect(live(leases)).toHaveLength(1);
    pass(0.5);
    expect(live(leases)).toEqual([]);
  });

  it("not while its process runs, if running processes keep theirs", () => {
    writeLease({ pid: process.pid, host: hostname() }, 3600);
    expect(live(open({ keepsWhileRunning: true }))).toHaveLength(1);
    expect(live(open())).toEqual([]);
  });
});
