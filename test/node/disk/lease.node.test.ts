import { existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { hostname } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { writeBytes } from "../../../src/node/disk/disk.ts";
import type { Lease } from "../../../src/node/disk/lease.ts";
import {
  AWAY,
  create,
  folder,
  live,
  NAME,
  open,
  pass,
  path,
  setAge,
  useLeaseFolders,
  writeLease,
} from "./lease-fixture.ts";

useLeaseFolders();

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
    const { mtimeMs: before } = statSync(path);
    const [text, { size }] = [readFileSync(path, "utf8"), statSync(path)];
    for (let i = 0; i < 11; i++) expect(lease.beat()).toBe(true);
    expect(readFileSync(path, "utf8")).not.toBe(text);
    expect(JSON.parse(readFileSync(path, "utf8")).beats).toBe(11);
    expect(statSync(path).size).toBe(size);
    const { mtimeMs: after } = statSync(path);
    writeFileSync(join(folder, "now"), "");
    expect(after).toBeGreaterThan(before + 3_500_000);
    expect(after).toBeLessThanOrEqual(statSync(join(folder, "now")).mtimeMs);
  });

  it("shows them by itself", async () => {
    create(open({ heartbeatSeconds: 0.02 }));
    const text = readFileSync(path, "utf8");
    await expect.poll(() => readFileSync(path, "utf8")).not.toBe(text);
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
    pass(30);
    expect(leases.live(isOther)).toHaveLength(0);
    expect(readdirSync(folder)).toEqual([NAME]);
  });
});

describe("the holder in words", () => {
  it("is process, host, worker and the time since its last sign of life", () => {
    writeLease({ ...AWAY, pid: 4711, host: "node7", worker: "2" }, 12);
    const leases = open();
    const [found] = live(leases);
    // More where the machine pauses this process.
    expect(leases.describe(found)).toMatch(
      /^process 4711 of node7 \(worker 2\), last sign of life (1[2-9]|[2-9]\d) s ago$/,
    );
    writeLease({ ...AWAY, pid: 4711, host: "node7" }, -3600);
    const [ahead] = live(leases);
    expect(leases.describe(ahead)).toBe("process 4711 of node7, last sign of life 0 s ago");
    pass(9);
    expect(leases.describe(ahead)).toBe("process 4711 of node7, last sign of life 9 s ago");
  });

  it("is an unknown process where the file names none", () => {
    writeLease("", -3600);
    const leases = open();
    const [found] = live(leases);
    pass(5);
    expect(leases.describe(found)).toBe("an unknown process, last sign of life 5 s ago");
  });
});
