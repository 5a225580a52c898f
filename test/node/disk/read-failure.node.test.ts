import { readdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { readFailure } from "../../../src/node/disk/disk.ts";
import { newFolder } from "../../new-folder.ts";

const folder = newFolder();

function thrown(work: () => unknown): unknown {
  try {
    work();
  } catch (error) {
    return error;
  }
  throw new Error("nothing was thrown");
}

it("says in words why the operating system reads no file or folder", () => {
  const at = (name: string) => join(folder, name);
  writeFileSync(at("file"), "");
  symlinkSync(at("circle"), at("circle"));
  const ofFile = (path: string) => readFailure(thrown(() => readFileSync(path)));
  expect(ofFile(at("none"))).toBe("there is no such file");
  expect(ofFile(folder)).toBe("it is a folder");
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
