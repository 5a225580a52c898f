import { openSync, readdirSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import { type FolderFiles, requireSharedFolder } from "../../../src/node/disk/disk.ts";
import { newFolder } from "../../new-folder.ts";

let folder: string;
beforeEach(() => {
  folder = newFolder();
});

const WHOLE: FolderFiles = { open: openSync, rename: renameSync };

describe("a shared folder", () => {
  it("has all that workers need, and nothing is left in it", () => {
    requireSharedFolder(folder);
    expect(readdirSync(folder)).toEqual([]);
  });

  it.each<[string, Partial<FolderFiles>, RegExp]>([
    [
      "exclusive create",
      { open: (path) => openSync(path, "a") },
      /no exclusive create.*: choose a folder on a local disk/,
    ],
    [
      "append",
      { open: (path, flag) => openSync(path, flag === "a" ? "r+" : flag) },
      /loses what two open files append/,
    ],
    ["a rename that replaces", { rename: () => {} }, /does not replace a file by a rename/],
  ])("is refused without %s", (_, lacking, message) => {
    expect(() => requireSharedFolder(folder, { ...WHOLE, ...lacking })).toThrow(message);
    expect(readdirSync(folder)).toEqual([]);
  });

  it("is refused in words where it cannot be written", () => {
    const full = Object.assign(new Error("full"), { code: "ENOSPC" });
    const open = () => {
      throw full;
    };
    expect(() => requireSharedFolder(folder, { ...WHOLE, open })).toThrow(
      /cannot be written: no space left on the disk/,
    );
    writeFileSync(join(folder, "file"), "");
    expect(() => requireSharedFolder(join(folder, "file"))).toThrow(/a part of the path is a file/);
  });
});
