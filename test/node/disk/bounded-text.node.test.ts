import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { loadCode } from "../../../src/node/codes/codes.ts";
import { readBounded } from "../../../src/node/disk/disk.ts";
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
