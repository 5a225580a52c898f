import { randomBytes } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { MODES } from "../setup/modes.ts";
import { root, sourceFiles } from "../source-files.ts";

function matches(path: string, patterns: readonly string[]): boolean {
  const replaced: Readonly<Record<string, string>> = { "**/": "(.+/)?", "*": "[^/]*", "{": "(", "}": ")", ",": "|" };
  return patterns.some((pattern) => {
    const source = pattern.replaceAll(".", "\\.").replace(/\*\*\/|[*{},]/g, (sign) => replaced[sign]);
    return new RegExp(`^${source}$`).test(path);
  });
}

it("npm run test:exhaustive runs every test with longer lists", () => {
  const tests = sourceFiles("test").filter((file) => file.endsWith(".test.ts"));
  // Such a list is an object `{ few, every }` of a call in test/sweep.ts.
  const widened = tests.filter((file) => {
    const text = readFileSync(join(root, file), "utf8");
    return /\/sweep\.ts"/.test(text) && /\bfew[:,][^;]*\bevery\b/.test(text);
  });
  expect(widened.length).toBeGreaterThan(25);
  const { include } = MODES.exhaustive.node;
  expect(widened.filter((file) => !matches(file, include))).toEqual([]);
  const ran = tests.filter((file) => matches(file, include));
  expect(
    ran.filter((file) => !widened.includes(file)),
    "without a longer list",
  ).toEqual([]);
});

// `fails` inverts: this test fails as it must (requireAssertions in vitest.config.ts).
it.fails("a test that expects something of each item of an empty list", () => {
  for (const one of [] as number[]) expect(one).toBe(1);
});

it("draws the same numbers in every run of a file, where programs ask the operating system", () => {
  expect([randomBytes(4).toString("hex"), ...crypto.getRandomValues(new Uint16Array(2))]).toEqual([
    "83d2cbab",
    44357,
    25358,
  ]);
});
