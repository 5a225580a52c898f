import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { root } from "../source-files.ts";
import { projectFiles } from "./markdown.ts";

const pages = projectFiles(".md").filter((file) => file !== "CHANGELOG.md");
const read = (page: string) => readFileSync(join(root, page), "utf8");

describe("files that documents name", () => {
  it.each(pages)("%s: each is there", (page) => {
    expect(namedFiles(read(page)).filter((file) => !isThere(file))).toEqual([]);
  });
});

it("every measurement behind a decision is linked by a document", () => {
  const text = pages.map(read).join("\n");
  const files = readdirSync(join(root, "experiments/results/decisions"));
  expect(files.length).toBeGreaterThan(10);
  expect(files.filter((file) => !text.includes(`experiments/results/decisions/${file})`))).toEqual([]);
});

/** Paths below the project's folders in the text or code of a page, such as `src/index.ts`. */
function namedFiles(markdown: string): string[] {
  const paths = markdown.matchAll(
    /(?<![\w/.-])((?:src|wgsl|test|experiments|codes|bin|notebooks|doc|\.ci)\/[\w./*-]*\w)/g,
  );
  const names = [...paths].map(([, path]) => path);
  return names.filter((path) => !/\*|NAME|PAPER|\bdist\b/.test(path));
}

/** Whether a file or folder exists. A kernel or a family of tests may have no extension. */
const isThere = (path: string) =>
  [path, `${path}.wgsl`, `${path}.ts`].some((candidate) => existsSync(join(root, candidate)));
