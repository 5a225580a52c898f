import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import { root } from "../source-files.ts";
import { projectFiles } from "./markdown.ts";

/** The documents that people write. Those in doc/reference are generated. */
const documents = projectFiles(".md").filter((page) => !page.startsWith("doc/reference/"));
const read = (page: string) => readFileSync(join(root, page), "utf8");

/** Largest number of words of a document by folder, from the last column of the table in doc/guide/develop.md. */
const limits = Object.fromEntries(
  [...read("doc/guide/develop.md").matchAll(/^\| `(doc[\w/]*)` \|.*\| ([\d,]+) \|$/gm)].map(([, folder, words]) => [
    folder,
    Number(words.replaceAll(",", "")),
  ]),
);
const RELEASE_NOTES = 700;
const TOGETHER = 30_000;

describe("lengths of documents", () => {
  it("have a limit for each folder", () => {
    const folders = new Set(documents.filter((page) => page.startsWith("doc/")).map(dirname));
    expect(Object.keys(limits).sort()).toEqual([...folders].sort());
  });

  it.each(documents.filter((page) => page.startsWith("doc/")))("%s is no longer than its folder allows", (page) => {
    expect(wordsOf(read(page))).toBeLessThanOrEqual(limits[dirname(page)]);
  });

  it(`are ${TOGETHER} words together`, () => {
    expect(documents.length).toBeGreaterThan(40);
    expect(documents.reduce((sum, page) => sum + wordsOf(read(page)), 0)).toBeLessThanOrEqual(TOGETHER);
  });

  it(`are ${RELEASE_NOTES} words for each version in CHANGELOG.md`, () => {
    const versions = read("CHANGELOG.md").split(/^## /m).slice(1);
    expect(versions.length).toBeGreaterThan(0);
    expect(versions.filter((version) => wordsOf(version) > RELEASE_NOTES)).toEqual([]);
  });

  it("count as `wc -w` does: each text between white space, in code, tables and markers too", () => {
    const page = "# A b\n\n| c | 4 % |\n| --- | --- |\n\n<!-- figure x y -->\n`d e` – f = 1\n<!-- /figure -->\n";
    expect(wordsOf(page)).toBe(3 + 6 + 5 + 5 + 6 + 3);
    expect(wordsOf("\n")).toBe(0);
  });
});

/** Number of words of a page, separated by white space, as `wc -w` counts. */
const wordsOf = (markdown: string): number => markdown.split(/\s+/).filter((word) => word !== "").length;
