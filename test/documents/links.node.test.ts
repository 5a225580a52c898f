import { existsSync, readFileSync } from "node:fs";
import { dirname, join, normalize } from "node:path";
import { describe, expect, it } from "vitest";
import { root } from "../source-files.ts";
import { headingAnchors, linkTargets, projectFiles } from "./markdown.ts";

const read = (file: string) => readFileSync(join(root, file), "utf8");
const pages = projectFiles(".md");

describe("links of documents", () => {
  it.each(pages)("%s: each leads to a file, and to a heading of it", (page) => {
    expect(linkProblems(page, read(page))).toEqual([]);
  });
});

describe("pages that source names", () => {
  it("are there", () => {
    const sources = projectFiles(".ts", ".js", ".wgsl").filter((file) => file !== "test/documents/links.node.test.ts");
    const named = sources.flatMap((file) =>
      [...read(file).matchAll(/\bdoc\/[\w/-]+\.md\b/g)].map(([page]) => ({ file, page })),
    );
    expect(named.length).toBeGreaterThan(10);
    expect(named.filter(({ page }) => !existsSync(join(root, page)))).toEqual([]);
  });
});

/** Faults of a page's relative links. @param page path of the page from the project's folder. */
function linkProblems(page: string, markdown: string): string[] {
  return linkTargets(markdown).flatMap((target) => {
    if (/^[a-z]+:/.test(target)) return [];
    const [path, heading] = target.split("#");
    const file = path === "" ? page : normalize(join(dirname(page), path));
    if (path !== "" && !existsSync(join(root, file))) return [`${target}: there is no such file`];
    if (heading === undefined) return [];
    const anchors = file === page ? headingAnchors(markdown) : headingAnchors(read(file));
    return anchors.has(heading) ? [] : [`${target}: ${file} has no such heading`];
  });
}
