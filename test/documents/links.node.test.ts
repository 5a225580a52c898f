import { existsSync, readdirSync, readFileSync } from "node:fs";
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

const documents = pages.filter((file) => file !== "CHANGELOG.md");

describe("files that documents name", () => {
  it.each(documents)("%s: each is there", (page) => {
    expect(namedFiles(read(page)).filter((file) => !isThere(file))).toEqual([]);
  });
});

it("every measurement behind a decision is linked by a document", () => {
  const text = documents.map(read).join("\n");
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

/** Whether a file or folder exists. A kernel or a test may have no extension. */
const isThere = (path: string) =>
  ["", ".wgsl", ".ts", ".test.ts", ".node.test.ts"].some((ending) => existsSync(join(root, `${path}${ending}`)));

const decisions = pages.filter((file) => file.startsWith("doc/design/decisions/"));

it("decisions are there where source and documents name them by number", () => {
  const named = projectFiles(".ts", ".js", ".wgsl", ".md").flatMap((file) =>
    [...read(file).matchAll(/(?<!results\/)\bdecisions?[ /](\d{1,4})\b(?! where)/g)].map(([, number]) => ({
      file,
      number: number.padStart(4, "0"),
    })),
  );
  expect(named.length).toBeGreaterThan(10);
  const numbers = decisions.map((file) => file.split("/").at(-1)!.slice(0, 4));
  expect(named.filter(({ number }) => !numbers.includes(number))).toEqual([]);
});
