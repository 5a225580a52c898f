import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { root, sourceFiles } from "../source-files.ts";

/** A glob of modules of the library, which makes all that they export used. */
const GLOB_OF_MODULES = /import\.meta\.glob[^;]*"\.\.\/(src|wgsl)\//;

it("a test that imports all modules does not hide unused exports from knip", () => {
  const globbing = sourceFiles("test").filter((file) => GLOB_OF_MODULES.test(readFileSync(join(root, file), "utf8")));
  expect(globbing.length).toBeGreaterThan(0);
  const { vitest, ignore, entry } = JSON.parse(readFileSync(join(root, "knip.json"), "utf8"));
  const excluded = vitest.entry.filter((pattern: string) => pattern.startsWith("!"));
  expect(excluded).toEqual(globbing.map((file) => `!${file}`));
  // Not in the report of unused files either.
  expect(ignore).toEqual(globbing);
  expect(entry.filter((pattern: string) => pattern.endsWith(".test.ts"))).toEqual([]);
});
