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

  it("are looked at: a file or heading that is not there is a problem", () => {
    const text =
      "# One\n[a](doc/none.md) [b](#one) [c](#two)\n[d](README.md#cite) [e\nf](README.md#none) `[g](h)` [i](LICENSE#one)";
    expect(linkProblems("x.md", text)).toEqual([
      "doc/none.md: there is no such file",
      "#two: x.md has no such heading",
      "README.md#none: README.md has no such heading",
      "LICENSE#one: LICENSE has no such heading",
    ]);
    expect(linkProblems("doc/x.md", "[a](../README.md) [b](https://example.org/none)\n```\n[c](d)\n```")).toEqual([]);
  });

  it("make anchors as GitHub does", () => {
    expect([...headingAnchors("# `--a` & GF(q): b_c\n## [x](y) z\n```\n# no\n```\n## x z\n")]).toEqual([
      "--a--gfq-b_c",
      "x-z",
      "x-z-1",
    ]);
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
