import { execFileSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import { root } from "../source-files.ts";

function pages(folder: string): Record<string, string> {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const paths = files.map(({ parentPath, name }) => join(parentPath, name)).sort();
  return Object.fromEntries(paths.map((path) => [path.slice(folder.length), readFileSync(path, "utf8")]));
}

it("doc/reference/api is what `npm run docs` writes", () => {
  const fresh = mkdtempSync(join(tmpdir(), "ldpc-reference-"));
  const words = ["--import", "./bin/typedoc-compiler.js", "node_modules/typedoc/bin/typedoc", "--out", fresh];
  execFileSync(process.execPath, words, { cwd: root, stdio: "pipe" });
  const written = pages(join(root, "doc/reference/api"));
  expect(Object.keys(written).length).toBeGreaterThan(150);
  expect(written).toEqual(pages(fresh));
});
