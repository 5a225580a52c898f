import { createHash } from "node:crypto";
import * as fs from "node:fs";
import { mkdtempSync, rmSync, utimesSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { CacheFiles } from "../../../src/node/disk/cache-files.ts";

vi.mock("node:fs", async (original) => {
  const real = await original<typeof fs>();
  return { ...real, readdirSync: vi.fn(real.readdirSync) };
});

/** Bytes of a file beside its body: the magic, its name and its hash. */
const AROUND = 2 + 32 + 32;
/** Bytes of a file of the tests. */
const SIZE = 100;
const LIMIT = 10 * SIZE;

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "gfq-ldpc-cache-"));
});
afterEach(() => rmSync(folder, { recursive: true }));

/** The cache of a process in the folder. */
function cache(): CacheFiles {
  const say = (text: string) => expect.fail(text);
  return new CacheFiles({ result: "the result", magic: "t\n", limit: LIMIT, say, folder });
}
const nameOf = (i: number) => createHash("sha256").update(String(i)).digest("hex");
const pathOf = (i: number) => join(folder, `${nameOf(i)}.bin`);

/** Keeps files. File `i` counts as last used in second `i`. */
function keep(files: CacheFiles, ...numbers: readonly number[]): void {
  for (const i of numbers) {
    files.keep(nameOf(i), [new Uint8Array(SIZE - AROUND)]);
    utimesSync(pathOf(i), i, i);
  }
}
const kept = (count: number) => Array.from({ length: count }, (_, i) => i).filter((i) => fs.existsSync(pathOf(i)));

/** How often the folder was read by an action. */
function reads(action: () => void): number {
  const calls = vi.mocked(fs.readdirSync).mock.calls;
  const before = calls.length;
  action();
  return calls.slice(before).filter(([path]) => path === folder).length;
}

describe("files of a cache", () => {
  it("read the folder once until they exceed the limit", () => {
    const files = cache();
    expect(reads(() => keep(files, 0))).toBe(1);
    expect(reads(() => keep(files, 1, 2, 3, 4, 5, 6, 7, 8, 9))).toBe(0);
    expect(kept(10)).toHaveLength(10);
    expect(reads(() => keep(files, 10))).toBe(1);
  });

  it("leave three quarters of the limit when they exceed it, without the least recently used", () => {
    const files = cache();
    for (let i = 0; i < 11; i++) keep(files, i);
    expect(kept(11)).toEqual([4, 5, 6, 7, 8, 9, 10]);
    expect(reads(() => keep(files, 11, 12, 13))).toBe(0);
    expect(kept(14)).toEqual([4, 5, 6, 7, 8, 9, 10, 11, 12, 13]);
    keep(files, 14);
    expect(kept(15)).toEqual([8, 9, 10, 11, 12, 13, 14]);
  });

  it("of other processes count at a process's first file", () => {
    const [first, second] = [cache(), cache()];
    for (let i = 0; i < 10; i++) keep(first, i);
    keep(second, 10);
    expect(kept(11)).toEqual([4, 5, 6, 7, 8, 9, 10]);
  });
});
