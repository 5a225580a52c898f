import { readdirSync, readFileSync } from "node:fs";
import { join, relative, sep } from "node:path";
import { root } from "../source-files.ts";

/** Folders outside of the project: git's own and the ignored folders. */
const SKIPPED = new Set([".git", ...ignoredFolders()]);

/** Paths of the project's files with one of these endings, from the project's folder with `/`. */
export function projectFiles(...endings: string[]): string[] {
  const below = (folder: string): string[] =>
    readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
      const path = join(folder, entry.name);
      if (entry.isDirectory()) return SKIPPED.has(entry.name) ? [] : below(path);
      return endings.some((ending) => entry.name.endsWith(ending)) ? [relative(root, path).replaceAll(sep, "/")] : [];
    });
  return below(root).sort();
}

/** A page without code blocks and code spans, which contain no links or headings. */
function withoutCode(markdown: string): string {
  return markdown.replace(FENCED, "").replace(/`[^`\n]+`/g, "");
}

export function codeLines(markdown: string): string[] {
  return [...markdown.matchAll(FENCED)].flatMap(([, content]) => content.trimEnd().split("\n"));
}

export function codeSpans(markdown: string): string[] {
  return [...markdown.replace(FENCED, "").matchAll(/`([^`\n]+)`/g)].map(([, text]) => text);
}

/** The words of a command line, which a shell splits at spaces, with quotes and a comment. */
export function wordsOf(command: string): string[] {
  const [line] = command.split(/\s#\s/);
  return [...line.matchAll(/'([^']*)'|"([^"]*)"|(\S+)/g)].map(([, single, double, plain]) => single ?? double ?? plain);
}

/** Targets of links and images: `[text](target)`, `![text](target)`. They may span lines. */
export function linkTargets(markdown: string): string[] {
  return [...withoutCode(markdown).matchAll(/\]\(([^()\s]+)\)/g)].map(([, target]) => target);
}

/** Anchors of a page's headings by GitHub's rules. The second of two equal anchors ends with `-1`. */
export function headingAnchors(markdown: string): Set<string> {
  const anchors = new Set<string>();
  for (const [, heading] of markdown.replace(FENCED, "").matchAll(/^#{1,6} +(.+?) *$/gm)) {
    const text = heading.replace(/\[([^\]]*)\]\([^)]*\)/g, "$1");
    const anchor = text
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\p{M}_ -]/gu, "")
      .replaceAll(" ", "-");
    let unique = anchor;
    for (let i = 1; anchors.has(unique); i++) unique = `${anchor}-${i}`;
    anchors.add(unique);
  }
  return anchors;
}

const FENCED = /^```[^\n]*\n(.*?)^```$/gms;

function ignoredFolders(): string[] {
  const lines = readFileSync(join(root, ".gitignore"), "utf8").split("\n");
  return lines.filter((line) => line.endsWith("/")).map((line) => line.slice(0, -1));
}
