import { spawnSync } from "node:child_process";
import { mkdirSync, readdirSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from "node:fs";
import { hostname } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { type Lock, type LockOptions, lockFolder, withLock } from "../../../src/node/disk/folder-lock.ts";
import { newFolder } from "../../new-folder.ts";
import { Program } from "../programs.ts";

const isLinux = process.platform === "linux";
const AWAY = { pid: 4711, host: "node7" };

let folder: string;
/** Of withLock, and another process's file of a lock at that path. */
let path: string;
let other: string;
let clock: number;
const locks: Lock[] = [];
const programs: Program[] = [];

beforeEach(() => {
  folder = newFolder();
  path = join(folder, "lock");
  other = `${path}.0123456789abcdef`;
  clock = 1000;
});
afterEach(async () => {
  for (const lock of locks.splice(0)) lock.release();
  for (const program of programs.splice(0)) await program.kill();
  rmSync(folder, { recursive: true, force: true });
});

/** Lock options with a clock that waiting advances. */
const inSteps: LockOptions = {
  signSeconds: 5,
  now: () => clock,
  pause: async (seconds) => {
    clock += seconds;
  },
};

async function lock(options: LockOptions = {}): Promise<Lock> {
  const taken = await lockFolder(folder, { ...inSteps, ...options });
  locks.push(taken);
  return taken;
}

function writeLock(content: object | string, ageSeconds = 0): void {
  writeFileSync(other, typeof content === "string" ? content : JSON.stringify(content));
  const time = Date.now() / 1000 - ageSeconds;
  utimesSync(other, time, time);
}

function program(source: string): Program {
  const started = new Program(`
    import { lockFolder, withLock } from "./src/node/disk/folder-lock.ts";
    const folder = ${JSON.stringify(folder)};
    const path = ${JSON.stringify(path)};
    ${source}
  `);
  programs.push(started);
  return started;
}

function failing(): never {
  throw Object.assign(new Error("full"), { code: "ENOSPC" });
}

describe("lockFolder", () => {
  it("refuses a running process's lock at once, with the process and the remedy", async () => {
    await lock();
    // The last sign of life is older where the machine pauses this process.
    const refusal = await lock().catch(({ message }: Error) => message.replace(/life \d+ s ago/, "life N s ago"));
    expect(refusal).toBe(
      `${folder}: process ${process.pid} of ${hostname()}, last sign of life N s ago, works in this folder: ` +
        "wait for its end or end it, or choose another --out",
    );
    expect(clock).toBe(1000);
    // The lock stays even if its process is stopped for long.
    const time = Date.now() / 1000 - 3600;
    utimesSync(join(folder, readdirSync(folder)[0]), time, time);
    await expect(lock()).rejects.toThrow("works in this folder");
  });

  it("ignores the lock of a dead process", async () => {
    writeLock({ pid: spawnSync(process.execPath, ["-e", ""]).pid, host: hostname() });
    expect((await lock()).stillOurs()).toBe(true);
    expect(clock).toBe(1000);
  });

  it.each([
    ["of another host", AWAY, 0],
    ["of another host, from an hour ahead", AWAY, -3600],
    ["of another host, an hour old", AWAY, 3600],
    ["that is empty", "", 0],
    ["that is empty, from an hour ahead", "", -3600],
    ["that is not JSON", "4711 node7\n", 0],
  ])("takes over after one silence a lock %s", async (_, content, age) => {
    writeLock(content, age);
    const texts: string[] = [];
    expect((await lock({ onWait: (text) => texts.push(text) })).stillOurs()).toBe(true);
    expect(clock - 1000).toBeGreaterThanOrEqual(30);
    expect(clock - 1000).toBeLessThan(30.5);
    expect(texts.length).toBeGreaterThanOrEqual(6);
    const who = typeof content === "string" ? "an unknown process" : "process 4711 of node7";
    expect(texts[0]).toMatch(new RegExp(`^${who}, last sign of life [1-9]\\d* s ago$`));
  });

  it("leaves files of other names to the user", async () => {
    mkdirSync(join(path, "in it"), { recursive: true });
    writeFileSync(`${other}.txt`, "");
    (await lock()).release();
    expect(readdirSync(folder)).toEqual(["lock", "lock.0123456789abcdef.txt"]);
  });

  it("refuses another host's lock as soon as it shows life", async () => {
    writeLock({ ...AWAY, beats: 0 });
    const pause = async (seconds: number) => {
      clock += seconds;
      if (clock > 1004) writeLock({ ...AWAY, beats: 1 });
    };
    await expect(lock({ pause })).rejects.toThrow(
      "process 4711 of node7, last sign of life 0 s ago, works in this folder: wait for its end or end it, or choose " +
        "another --out; its lock ends 30 s after the last sign of life",
    );
    expect(clock).toBeLessThan(1005);
  });

  it("stops waiting when its signal aborts", async () => {
    writeLock(AWAY);
    const abort = new AbortController();
    const waiting = lockFolder(folder, { signal: abort.signal });
    abort.abort();
    await expect(waiting).rejects.toThrow(/abort/);
    expect(JSON.parse(readFileSync(other, "utf8"))).toEqual(AWAY);
    expect(readdirSync(folder)).toHaveLength(1);
  });

  it.runIf(isLinux)("gives the folder back at the end of the process, and a killed one loses it", async () => {
    const ends = program(`await lockFolder(folder); say("locked"); process.exit()`);
    expect(await ends.said()).toBe("locked");
    await ends.ended();
    expect(readdirSync(folder)).toEqual([]);
    const killed = program(`await lockFolder(folder); say("locked"); stop()`);
    expect(await killed.said()).toBe("locked");
    await killed.stopped();
    await expect(lock()).rejects.toThrow(`process ${killed.pid} of `);
    await killed.kill();
    await lock();
  });
});

describe("withLock", () => {
  it("waits for one that lives for little more than a silence, and tells whom it waits for", async () => {
    let beats = 0;
    const texts: [number, string][] = [];
    const pause = async (seconds: number) => {
      clock += seconds;
      writeLock({ ...AWAY, token: "one", beats: beats++ });
    };
    const onWait = (text: string) => texts.push([clock - 1000, text]);
    writeLock({ ...AWAY, token: "one" });
    await expect(withLock(path, () => {}, { ...inSteps, pause, onWait })).rejects.toThrow(
      `${other}: process 4711 of node7, last sign of life 0 s ago, has had this lock for 40 s: run the same ` +
        "command again, or end that process if it hangs",
    );
    expect(clock - 1000).toBeLessThan(40.5);
    expect(texts[0][0]).toBeLessThan(1.3);
    expect(texts[0][1]).toMatch(/^process 4711 of node7, last sign of life \d s ago$/);
    for (const [i, [time]] of texts.slice(1).entries()) expect(time - texts[i][0]).toBeLessThan(5.3);
    expect(texts).toHaveLength(8);
  });

  it("leaves nothing on a full disk", async () => {
    const locked = withLock(path, () => {}, { write: failing });
    await expect(locked).rejects.toThrow(`${path}: cannot be written: no space left on the disk`);
    expect(readdirSync(folder)).toEqual([]);
  });

  it.runIf(isLinux)("tells a process that was stopped that another has taken the lock over", async () => {
    const stopped = program(`
      const options = { silenceSeconds: 0.3, signSeconds: 0.05 };
      await withLock(path, (stillOurs) => { say(String(stillOurs())); stop(); say(String(stillOurs())); }, options);
      say("released");
    `);
    expect(await stopped.said()).toBe("true");
    await stopped.stopped();
    const options = { silenceSeconds: 0.3, signSeconds: 0.05 };
    await withLock(
      path,
      async (stillOurs) => {
        stopped.continue();
        expect(await stopped.said()).toBe("false");
        expect(await stopped.said()).toBe("released");
        expect(stillOurs()).toBe(true);
      },
      options,
    );
    expect(readdirSync(folder)).toEqual([]);
  });

  it.runIf(isLinux)(
    "is not entered by one that was stopped between judging and removing, as the holder showed life since",
    async () => {
      // On a busy machine a process waits for tenths of a second.
      const options = { silenceSeconds: 1, signSeconds: 0.05 };
      const holder = program(`
      await withLock(path, async (stillOurs) => {
        say(String(stillOurs()));
        stop();
        for (let i = 0; i < 150; i++) await new Promise((resolve) => setTimeout(resolve, 20));
        say(String(stillOurs()));
      }, ${JSON.stringify(options)});
    `);
      expect(await holder.said()).toBe("true");
      await holder.stopped();
      const judge = program(`
      let stops = 0;
      const onJudged = () => {
        if (stops++ > 0) return;
        say("judged");
        stop();
      };
      const options = { ...${JSON.stringify(options)}, onJudged };
      await withLock(path, () => say("entered"), options).catch(({ message }) => say(message));
    `);
      expect(await judge.said()).toBe("judged");
      await judge.stopped();
      const lastSign = () => Math.max(...readdirSync(folder).map((name) => statSync(join(folder, name)).mtimeMs));
      const before = lastSign();
      holder.continue();
      await expect.poll(lastSign, { interval: 10 }).toBeGreaterThan(before);
      judge.continue();
      expect(await judge.said()).toMatch(/lock\.[0-9a-f]{16}: process .* has had this lock for /);
      expect(await holder.said()).toBe("true");
    },
  );
});
