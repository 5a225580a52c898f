import { execFileSync, spawn, spawnSync } from "node:child_process";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { hostname, tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { writeBytes } from "../../../src/node/disk/disk.ts";
import type { Lease } from "../../../src/node/disk/lease.ts";
import { LeaseFolder, type LeaseOptions } from "../../../src/node/disk/lease-folder.ts";
import { Program } from "../programs.ts";

const isLinux = process.platform === "linux";
const NAME = "lease";
const isLease = (name: string) => name === NAME;

let folder: string;
let path: string;
let clock: number;
const opened: LeaseFolder[] = [];
const programs: Program[] = [];

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "ldpc-lease-"));
  path = join(folder, NAME);
  clock = 1000;
});
afterEach(async () => {
  for (const leases of opened.splice(0)) leases.close();
  for (const program of programs.splice(0)) await program.kill();
  vi.restoreAllMocks();
  rmSync(folder, { recursive: true, force: true });
});

/** Sees the folder by a clock that stands still; the heart does not beat by itself. */
function open(options: LeaseOptions = {}, where = folder): LeaseFolder {
  const leases = new LeaseFolder(where, { heartbeatSeconds: 1e6, now: () => clock, ...options });
  opened.push(leases);
  return leases;
}

function create(leases: LeaseFolder, content = {}): Lease {
  const lease = leases.create(NAME, content);
  if (lease === undefined) throw new Error("the lease is there already");
  return lease;
}

function live(leases: LeaseFolder) {
  return leases.live(isLease);
}

function writeLease(content: object | string, ageSeconds = 0): void {
  writeFileSync(path, typeof content === "string" ? content : JSON.stringify(content));
  setAge(ageSeconds);
}

function setAge(seconds: number): void {
  const time = Date.now() / 1000 - seconds;
  utimesSync(path, time, time);
}

function program(source: string): Program {
  const started = new Program(`
    import { LeaseFolder } from "./src/node/disk/lease-folder.ts";
    const folder = ${JSON.stringify(folder)};
    ${source}
  `);
  programs.push(started);
  return started;
}

const AWAY = { pid: 1, host: "another-host", token: "0123" };

describe("a lease", () => {
  it("is created with whole content, and only once", () => {
    const leases = open();
    const lease = create(leases, { count: 3, worker: "2" });
    expect(JSON.parse(readFileSync(path, "utf8"))).toMatchObject({
      count: 3,
      worker: "2",
      pid: process.pid,
      host: hostname(),
      token: lease.token,
    });
    expect(leases.create(NAME, {})).toBe(undefined);
    expect(open().create(NAME, {})).toBe(undefined);
  });

  it("names its worker in printable characters, however long the name", () => {
    const leases = open();
    const lease = create(leases, { worker: `\u001b[31m${"x".repeat(9999)}` });
    expect(lease.beat()).toBe(true);
    expect(live(leases)[0].holder?.worker).toMatch(/^\?\[31mx{250}$/);
  });

  it("shows signs of life by content and time of last change, in the same number of bytes", () => {
    const lease = create(open());
    setAge(3600);
    const [text, { size }] = [readFileSync(path, "utf8"), statSync(path)];
    for (let i = 0; i < 11; i++) expect(lease.beat()).toBe(true);
    expect(readFileSync(path, "utf8")).not.toBe(text);
    expect(JSON.parse(readFileSync(path, "utf8")).beats).toBe(11);
    expect(statSync(path).size).toBe(size);
    expect(Math.abs(statSync(path).mtimeMs - Date.now())).toBeLessThan(5000);
  });

  it("shows them by itself", async () => {
    create(open({ heartbeatSeconds: 0.02 }));
    const text = readFileSync(path, "utf8");
    await vi.waitFor(() => expect(readFileSync(path, "utf8")).not.toBe(text));
  });

  it("is neither created again nor written if it is not ours any more", () => {
    const leases = open();
    const lease = create(leases);
    rmSync(path);
    expect(lease.beat()).toBe(false);
    expect(existsSync(path)).toBe(false);
    writeLease(AWAY);
    expect(lease.beat()).toBe(false);
    leases.release(lease);
    expect(JSON.parse(readFileSync(path, "utf8"))).toEqual(AWAY);
  });

  it("is gone after its release", () => {
    const leases = open();
    leases.release(create(leases));
    create(leases);
    leases.close();
    expect(readdirSync(folder)).toEqual([]);
  });

  it("is not released if it becomes another's at that moment", () => {
    const other = open();
    let theirs: Lease | undefined;
    const onStep = (step: string) => {
      if (step !== "judged") return;
      rmSync(path);
      theirs = create(other);
    };
    const leases = open({ onStep });
    leases.release(create(leases));
    expect(theirs?.beat()).toBe(true);
    expect(readdirSync(folder)).toEqual([NAME]);
  });
});

describe("on a full disk", () => {
  const full = Object.assign(new Error("ENOSPC: no space left on device, write"), { code: "ENOSPC" });

  it.each([0, 20])("a lease of which %i bytes can be written is not there", (bytes) => {
    const write = (descriptor: number, content: Uint8Array) => {
      writeBytes(descriptor, content.subarray(0, bytes));
      throw full;
    };
    expect(() => open({ write }).create(NAME, {})).toThrow(`${path}: cannot be written: no space left on the disk`);
    expect(readdirSync(folder)).toEqual([]);
  });

  it("leases that are there live on, no other is made, and stale ones are taken away", () => {
    let isFull = false;
    const write = (descriptor: number, content: Uint8Array) => {
      if (isFull) throw full;
      writeBytes(descriptor, content);
    };
    const leases = open({ write });
    const lease = create(leases);
    const other = join(folder, "other");
    writeFileSync(other, JSON.stringify(AWAY));
    isFull = true;
    expect(() => leases.create("another", {})).toThrow(/another: cannot be written: no space left on the disk/);
    expect(lease.beat()).toBe(true);
    const isOther = (name: string) => name === "other";
    expect(leases.live(isOther)).toHaveLength(1);
    clock += 30;
    expect(leases.live(isOther)).toHaveLength(0);
    expect(readdirSync(folder)).toEqual([NAME]);
  });
});

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
      await vi.waitFor(() => expect(live(open())).toEqual([]));
    } finally {
      parent.kill();
    }
  });

  it("not at once if the number counts in another container or boot of a host of this name", () => {
    const leases = open();
    const { pid } = spawnSync(process.execPath, ["-e", ""]);
    writeLease({ ...AWAY, pid, host: hostname(), system: "another" });
    // Where a process cannot tell its own, the number is all there is.
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
    "a folder": () => mkdirSync(join(path, "in it"), { recursive: true }),
    "a link to nothing": () => symlinkSync("nothing", path),
    ...(isLinux && { "a pipe": () => execFileSync("mkfifo", [path]) }),
  };

  it.each(Object.keys(unknown))("after a lease without change: %s", (name) => {
    unknown[name]();
    const leases = open();
    expect(live(leases)).toHaveLength(1);
    clock += 29.9;
    expect(live(leases)).toHaveLength(1);
    expect(leases.create(NAME, {})).toBe(undefined);
    clock += 0.1;
    expect(live(leases)).toEqual([]);
    expect(readdirSync(folder)).toEqual([]);
  });

  it("not while it shows signs of life", () => {
    const [theirs, ours] = [open(), open()];
    const lease = create(theirs);
    for (let i = 0; i < 5; i++) {
      expect(live(ours)).toHaveLength(1);
      clock += 29;
      lease.beat();
    }
    // An own one never is: if we were stopped, others judge.
    clock += 1000;
    expect(live(theirs)).toHaveLength(1);
  });

  it("on first sight if it is older than a lease by the clock of the file system, whatever the time here", () => {
    vi.spyOn(Date, "now").mockReturnValue(0);
    const time = performance.timeOrigin / 1000 + performance.now() / 1000;
    for (const [age, count] of [
      [20, 1],
      [40, 0],
      [3600, 0],
    ]) {
      writeLease(AWAY);
      utimesSync(path, time - age, time - age);
      expect(live(open())).toHaveLength(count);
    }
    expect(readdirSync(folder)).toEqual([]);
  });

  it("only by a clock that has just been read", () => {
    const leases = open();
    writeLease(AWAY);
    expect(live(leases)).toHaveLength(1);
    // Here an hour goes by, there it does not: the server's clock was set back, and the lease is a new one.
    clock += 3600;
    writeLease({ ...AWAY, token: "new" });
    expect(live(leases)).toHaveLength(1);
  });

  it("after its own, shorter time if told so", () => {
    writeLease(AWAY);
    const leases = open({ leaseSeconds: 0.5 });
    expect(live(leases)).toHaveLength(1);
    clock += 0.5;
    expect(live(leases)).toEqual([]);
  });

  it("not while its process runs, if running processes keep theirs", () => {
    writeLease({ pid: process.pid, host: hostname() }, 3600);
    expect(live(open({ keepsWhileRunning: true }))).toHaveLength(1);
    expect(live(open())).toEqual([]);
  });
});

describe("taking over", () => {
  /** Takes over a stale lease, and does something between two of the steps, once. */
  function takeOver(at: "judged" | "renamed", meanwhile: () => void) {
    let isDone = false;
    const onStep = (step: string) => {
      if (step !== at || isDone) return;
      isDone = true;
      meanwhile();
    };
    const found = live(open({ onStep }));
    expect(isDone).toBe(true);
    return found;
  }

  it("leaves alone what has come to be there since the judgement", () => {
    const others = open();
    let lease: Lease | undefined;
    writeLease(AWAY, 60);
    const found = takeOver("judged", () => {
      // The file system may give the new file the number of the old one.
      expect(live(others)).toEqual([]);
      lease = create(others);
    });
    expect(found.map(({ holder }) => holder?.token)).toEqual([lease?.token]);
    expect(lease?.beat()).toBe(true);
    expect(readdirSync(folder)).toEqual([NAME]);
  });

  it("leaves alone an empty file that has come to be there", () => {
    writeLease("", 60);
    const found = takeOver("judged", () => {
      rmSync(path);
      writeLease("");
    });
    expect(found).toHaveLength(1);
    expect(readdirSync(folder)).toEqual([NAME]);
  });

  it("leaves alone a lease that has shown a sign of life since", () => {
    const lease = create(open());
    setAge(60);
    expect(takeOver("judged", () => lease.beat())).toHaveLength(1);
    expect(lease.beat()).toBe(true);
    expect(readdirSync(folder)).toEqual([NAME]);
  });

  it("does not take a lease away whose owner comes back in the middle", () => {
    const lease = create(open());
    setAge(60);
    expect(takeOver("renamed", () => expect(lease.beat()).toBe(true))).toHaveLength(1);
    expect(lease.beat()).toBe(true);
    expect(readdirSync(folder)).toEqual([NAME]);
  });

  it("keeps both if a third process has put its own there in the middle", () => {
    const [owner, third, observer] = [open(), open(), open()];
    let theirs: Lease | undefined;
    writeLease(AWAY, 60);
    let steps = 0;
    const onStep = (step: string) => {
      if (steps++ > 1) return;
      // The judged lease makes room for a live one, which is then renamed by mistake.
      if (step === "judged") writeLease({ ...AWAY, token: "live" });
      else theirs = create(third);
    };
    const found = live(open({ onStep }));
    expect(found.map(({ holder }) => holder?.token)).toEqual([theirs?.token]);
    expect(readdirSync(folder)).toHaveLength(2);
    third.close();
    // The one that lost its place counts, and its owner puts it back.
    expect(live(observer)).toMatchObject([{ name: NAME, holder: { token: "live" } }]);
    owner.close();
  });

  it("puts a folder back that is another one", () => {
    writeLease(AWAY, 60);
    takeOver("judged", () => {
      rmSync(path);
      mkdirSync(join(path, "in it"), { recursive: true });
    });
    expect(existsSync(join(path, "in it"))).toBe(true);
    expect(readdirSync(folder)).toEqual([NAME]);
  });

  it("by mistake is made good by the owner", () => {
    const leases = open();
    const lease = create(leases);
    renameSync(path, `${path}.0123456789abcdef.taken`);
    // Until then it counts.
    expect(live(open())).toMatchObject([{ name: NAME, holder: { token: lease.token } }]);
    expect(lease.beat()).toBe(true);
    expect(readdirSync(folder)).toEqual([NAME]);
    renameSync(path, `${path}.0123456789abcdef.taken`);
    leases.release(lease);
    expect(readdirSync(folder)).toEqual([]);
  });

  it("that was killed leaves nothing that others do not clean up", () => {
    const places = ["0123456789abcdef.taken", "0123456789abcdee.taken", "0123456789abcdef.probe"];
    const [stale, live0, probe] = places.map((suffix) => `${path}.${suffix}`);
    writeLease(AWAY, 60);
    renameSync(path, stale);
    writeLease(AWAY);
    renameSync(path, live0);
    writeLease("\n", 60);
    renameSync(path, probe);
    const leases = open();
    expect(live(leases)).toHaveLength(1);
    expect(readdirSync(folder)).toEqual([`${NAME}.${places[1]}`]);
    clock += 30;
    expect(live(leases)).toEqual([]);
    expect(readdirSync(folder)).toEqual([]);
  });

  it("leaves files alone that are no leases", () => {
    writeFileSync(join(folder, "run.json"), "{}");
    mkdirSync(join(folder, "lease.taken"));
    utimesSync(join(folder, "run.json"), 1, 1);
    const leases = open();
    expect(live(leases)).toEqual([]);
    clock += 100;
    expect(live(leases)).toEqual([]);
    expect(readdirSync(folder)).toEqual(["lease.taken", "run.json"]);
  });
});

describe.runIf(isLinux)("a process that takes over", () => {
  const TAKER = `
    let stops = 0;
    const onStep = (step) => {
      if (step !== STEP || stops++ > 0) return;
      say(step);
      stop();
    };
    const found = new LeaseFolder(folder, { onStep }).live((name) => name === "${NAME}");
    say(found.map(({ holder }) => holder.token).join());
  `;
  const taker = (step: "judged" | "renamed") => program(TAKER.replace("STEP", `"${step}"`));

  it("and is stopped after judging does not lose the lease of another that was faster", async () => {
    writeLease(AWAY, 60);
    const other = taker("judged");
    expect(await other.said()).toBe("judged");
    await other.stopped();
    const leases = open();
    expect(live(leases)).toEqual([]);
    const lease = create(leases);
    other.continue();
    expect(await other.said()).toBe(lease.token);
    expect(lease.beat()).toBe(true);
    expect(readdirSync(folder)).toEqual([NAME]);
  });

  it.each(["stopped", "killed"])("and is %s when it has renamed does not lose a live lease", async (how) => {
    const leases = open();
    writeLease(AWAY, 60);
    const other = taker("judged");
    expect(await other.said()).toBe("judged");
    await other.stopped();
    expect(live(leases)).toEqual([]);
    const lease = create(leases);
    // What the other does next, with a stop in the middle of it.
    renameSync(path, `${path}.0123456789abcdef.taken`);
    expect(live(open())).toMatchObject([{ holder: { token: lease.token } }]);
    if (how === "killed") await other.kill();
    expect(lease.beat()).toBe(true);
    other.continue();
    if (how === "stopped") expect(await other.said()).toBe(lease.token);
    expect(lease.beat()).toBe(true);
    expect(readdirSync(folder)).toEqual([NAME]);
  });

  it("and is killed when it has renamed leaves the way free and nothing behind", async () => {
    writeLease(AWAY, 60);
    const other = taker("renamed");
    expect(await other.said()).toBe("renamed");
    await other.stopped();
    await other.kill();
    expect(readdirSync(folder)).toHaveLength(1);
    const leases = open();
    expect(live(leases)).toEqual([]);
    create(leases);
    expect(readdirSync(folder)).toEqual([NAME]);
  });

  it("and is stopped when it has renamed does not take away what comes there then", async () => {
    writeLease(AWAY, 60);
    const other = taker("renamed");
    expect(await other.said()).toBe("renamed");
    await other.stopped();
    const leases = open();
    expect(live(leases)).toEqual([]);
    const lease = create(leases);
    other.continue();
    expect(await other.said()).toBe(lease.token);
    expect(lease.beat()).toBe(true);
    expect(readdirSync(folder)).toEqual([NAME]);
  });

  it("from one that was stopped tells it so", async () => {
    const owner = program(`
      const leases = new LeaseFolder(folder, { heartbeatSeconds: 0.05 });
      const lease = leases.create("${NAME}", {});
      say("created");
      stop();
      say(String(lease.beat()));
      leases.close();
      say("closed");
    `);
    expect(await owner.said()).toBe("created");
    await owner.stopped();
    const leases = open({ leaseSeconds: 0.5 });
    expect(live(leases)).toHaveLength(1);
    clock += 0.5;
    expect(live(leases)).toEqual([]);
    const lease = create(leases);
    owner.continue();
    expect(await owner.said()).toBe("false");
    expect(await owner.said()).toBe("closed");
    expect(lease.beat()).toBe(true);
  });
});

describe("the holder in words", () => {
  it("is process, host, worker and the time since its last sign of life", () => {
    writeLease({ ...AWAY, pid: 4711, host: "node7", worker: "2" }, 12);
    const leases = open();
    const [found] = live(leases);
    expect(leases.describe(found)).toBe("process 4711 of node7 (worker 2), last sign of life 12 s ago");
    writeLease({ ...AWAY, pid: 4711, host: "node7" }, -3600);
    const [ahead] = live(leases);
    expect(leases.describe(ahead)).toBe("process 4711 of node7, last sign of life 0 s ago");
    clock += 9;
    expect(leases.describe(ahead)).toBe("process 4711 of node7, last sign of life 9 s ago");
  });

  it("is an unknown process where the file names none", () => {
    writeLease("", -3600);
    const leases = open();
    const [found] = live(leases);
    clock += 5;
    expect(leases.describe(found)).toBe("an unknown process, last sign of life 5 s ago");
  });
});
