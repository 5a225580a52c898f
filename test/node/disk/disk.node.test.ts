import { existsSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { loadCode } from "../../../src/node/codes/codes.ts";
import { PartFile, readBounded, readFailure, requireWritable, writeNewFile } from "../../../src/node/disk/disk.ts";
import { newFolder } from "../../new-folder.ts";

const folder = newFolder();

it("reads a file that is as long as it may be, and none that is longer", () => {
  const path = join(folder, "text");
  // Characters of three bytes, so that parts end inside characters.
  const text = "€".repeat(50_000);
  writeFileSync(path, text);
  expect(readBounded(path, 150_000)).toBe(text);
  expect(() => readBounded(path, 149_999)).toThrow(
    `${path}: has more than 149999 bytes, the most that are read: give a smaller file`,
  );
  writeFileSync(path, "");
  expect(readBounded(path, 0)).toBe("");
});

it("stops at the limit of endless files, also for codes", () => {
  expect(() => readBounded("/dev/zero", 1000)).toThrow("/dev/zero: has more than 1000 bytes");
  expect(() => loadCode("/dev/zero", { format: "alist" })).toThrow("/dev/zero: has more than 268435456 bytes");
  expect(() => loadCode(join(folder, "none.alist"))).toThrow("none.alist: cannot be read: there is no such file");
  expect(() => loadCode(folder, { format: "alist" })).toThrow(`${folder}: cannot be read: it is a folder`);
});

const place = newFolder();

function thrown(work: () => unknown): unknown {
  try {
    work();
  } catch (error) {
    return error;
  }
  throw new Error("nothing was thrown");
}

it("says in words why the operating system reads no file or folder", () => {
  const at = (name: string) => join(place, name);
  writeFileSync(at("file"), "");
  symlinkSync(at("circle"), at("circle"));
  const ofFile = (path: string) => readFailure(thrown(() => readFileSync(path)));
  expect(ofFile(at("none"))).toBe("there is no such file");
  expect(ofFile(place)).toBe("it is a folder");
  expect(ofFile(at("file/below"))).toBe("a part of its path is a file");
  expect(ofFile(at("circle"))).toBe("its links form a circle");
  expect(ofFile(at("x".repeat(300)))).toBe("its name is too long");
  const ofFolder = (path: string) =>
    readFailure(
      thrown(() => readdirSync(path)),
      "folder",
    );
  expect(ofFolder(at("none"))).toBe("there is no such folder");
  expect(ofFolder(at("file"))).toBe("it is no folder");
  // The superuser, as tests in containers are, may read everything.
  expect(readFailure(Object.assign(new Error("denied"), { code: "EACCES" }))).toBe("there is no permission to read it");
  expect(readFailure(Object.assign(new Error("an own text"), { code: "ENOVEL" }))).toBe("an own text");
});

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
