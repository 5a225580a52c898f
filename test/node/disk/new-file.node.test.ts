import { existsSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { PartFile, requireWritable, writeNewFile } from "../../../src/node/disk/disk.ts";
import { newFolder } from "../../new-folder.ts";

// The test names paths of Linux.
describe.skipIf(!existsSync("/dev/null"))("a new file that the system refuses", () => {
  it("has the reason in words", () => {
    expect(() => writeNewFile("/dev/null/x", "text", false)).toThrow(
      "/dev/null/x: cannot be written: a part of the path is a file, choose another place",
    );
    expect(() => writeNewFile("/nowhere/x", "text", true)).toThrow(
      "/nowhere/x: cannot be written: there is no such folder",
    );
    expect(() => writeNewFile("/dev", "text", true)).toThrow(
      "/dev: cannot be written: a folder of that name stands in the way",
    );
    expect(() => new PartFile("/dev/null/x", false)).toThrow(
      "/dev/null/x: cannot be written: a part of the path is a file, choose another place",
    );
  });
});

describe("a file that is written after long work", () => {
  const folder = newFolder();
  const at = (path: string) => join(folder, path);
  writeFileSync(at("file"), "text");
  afterAll(() => rmSync(folder, { recursive: true }));

  it("is refused before the work", () => {
    const refusal = (path: string, force = true, makesFolder = false) => {
      try {
        requireWritable(at(path), { force, makesFolder });
      } catch (error) {
        return (error as Error).message.replace(`${at(path)}: `, "");
      }
    };
    expect(refusal("new", false)).toBeUndefined();
    expect(refusal("file")).toBeUndefined();
    expect(refusal("file", false)).toBe("exists already: --force overwrites it");
    expect(refusal(".")).toBe("cannot be written: a folder of that name stands in the way");
    expect(refusal("none/new")).toBe("cannot be written: there is no such folder");
    expect(refusal("none/none/new", false, true)).toBeUndefined();
    expect(refusal("file/new")).toBe("cannot be written: a part of the path is a file, choose another place");
    expect(refusal("file/none/new", true, true)).toBe(
      "cannot be written: a part of the path is a file, choose another place",
    );
    expect(readdirSync(folder)).toEqual(["file"]);
  });
});
