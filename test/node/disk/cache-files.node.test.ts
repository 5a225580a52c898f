import { createHash } from "node:crypto";
import { existsSync, utimesSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import { CacheFiles } from "../../../src/node/disk/cache-files.ts";
import { newFolder } from "../../new-folder.ts";

/** Bytes of a file beside its body: the magic, its name and its hash. */
const AROUND = 2 + 32 + 32;
/** Bytes of a file of the tests. */
const SIZE = 100;
const LIMIT = 10 * SIZE;

let folder: string;
beforeEach(() => {
  folder = newFolder();
});

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
const kept = (count: number) => Array.from({ length: count }, (_, i) => i).filter((i) => existsSync(pathOf(i)));

describe("files of a cache", () => {
  it("are found by a process at its first file, and again when it has kept more than the limit", () => {
    const [files, others] = [cache(), cache()];
    keep(files, 0);
    keep(others, 20, 21, 22, 23, 24, 25, 26, 27, 28);
    keep(files, 1, 2, 3, 4, 5, 6, 7, 8, 9);
    expect(kept(29)).toHaveLength(19);
    // The newest file is of the present.
    keep(files, 10);
    expect(kept(29)).toEqual([10, 23, 24, 25, 26, 27, 28]);
  });

  it("leave three quarters of the limit when they exceed it, without the least recently used", () => {
    const files = cache();
    for (let i = 0; i < 11; i++) keep(files, i);
    expect(kept(11)).toEqual([4, 5, 6, 7, 8, 9, 10]);
    keep(files, 11, 12, 13);
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
