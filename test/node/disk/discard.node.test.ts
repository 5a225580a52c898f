import { existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, it } from "vitest";
import { discard } from "../../../src/node/disk/disk.ts";

const folder = mkdtempSync(join(tmpdir(), "gfq-ldpc-test-"));
afterAll(() => rmSync(folder, { recursive: true }));

it("removes files and links, and leaves folders", () => {
  const at = (name: string) => join(folder, name);
  writeFileSync(at("file"), "");
  mkdirSync(at("full"));
  writeFileSync(at("full/precious"), "");
  mkdirSync(at("empty"));
  symlinkSync(at("full"), at("link"));
  for (const name of ["file", "full", "empty", "link", "nothing"]) discard(at(name));
  expect(["file", "link", "empty", "full/precious"].filter((name) => existsSync(at(name)))).toEqual([
    "empty",
    "full/precious",
  ]);
});
