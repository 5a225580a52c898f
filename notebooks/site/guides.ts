import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, posix, sep } from "node:path";
import { fileURLToPath } from "node:url";
import MarkdownIt from "markdown-it";
import anchor from "markdown-it-anchor";
import type { Plugin } from "vite";

const DOC = fileURLToPath(new URL("../../doc/", import.meta.url));
const STYLE = fileURLToPath(new URL("guide.css", import.meta.url));
const TYPES: Readonly<Record<string, string>> = {
  html: "text/html",
  css: "text/css",
  svg: "image/svg+xml",
  png: "image/png",
};

/** The documents of doc/ as pages of the site, with their pictures. */
export function guides(): Plugin {
  return {
    name: "guides",
    generateBundle() {
      for (const fileName of guideFiles())
        this.emitFile({ type: "asset", fileName: `doc/${fileName}`, source: guideFile(fileName) });
    },
    configureServer({ middlewares }) {
      const names = guideFiles();
      middlewares.use("/doc", ({ url = "" }, response, next) => {
        const name = decodeURIComponent(url.split("?")[0]).slice(1);
        if (!names.includes(name)) return next();
        response.setHeader("content-type", TYPES[name.split(".").at(-1)!]);
        response.end(guideFile(name));
      });
    },
  };
}

/** Links at the top of every notebook. */
export const HEADER =
  '<a href="./index.html">gfq-ldpc notebooks</a><a href="./doc/guide/sweeps.html">Simulate</a>' +
  '<a href="./doc/guide/codes.html">Codes</a><a href="./doc/reference/decoders.html">Decoders</a><a href="./doc/index.html">All guides</a>';

/** Files below doc/ of the site: a page for each document, the pictures, a list of all pages, and the style sheet. */
function guideFiles(): string[] {
  const files = readdirSync(DOC, { recursive: true, encoding: "utf8" }).map((file) => file.split(sep).join("/"));
  const pages = files.filter((file) => file.endsWith(".md")).map((file) => file.replace(/\.md$/, ".html"));
  return [...pages, ...files.filter((file) => /\.(png|svg)$/.test(file)), "index.html", "guide.css"].sort();
}

function guideFile(name: string): string | Buffer {
  if (name === "guide.css") return readFileSync(STYLE);
  if (name === "index.html") return page(name, "Guides", listOfGuides());
  if (!name.endsWith(".html")) return readFileSync(join(DOC, name));
  const text = readFileSync(join(DOC, name.replace(/\.html$/, ".md")), "utf8");
  return page(name, titleOf(text), rendered(text, name));
}

/** GitHub's anchor of a heading, which links between the documents use. */
function slug(heading: string): string {
  return heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, "")
    .replaceAll(" ", "-");
}

/** A document as HTML. Links between documents lead to pages of the site. Links to other files become text. */
function rendered(text: string, name: string): string {
  const md = new MarkdownIt({ html: true }).use(anchor, { slugify: slug });
  const known = new Set(guideFiles());
  md.core.ruler.push("site-links", ({ tokens }) => {
    for (const token of tokens.flatMap(({ children }) => children ?? [])) {
      const href = token.type === "link_open" ? token.attrGet("href") : null;
      if (href === null || /^(https?:|#)/.test(href)) continue;
      const [path, heading] = href.split("#");
      const target = posix
        .normalize(posix.join(dirname(name), path))
        .replace(/\.md$/, ".html")
        .replace(/\/$/, "/index.html");
      const found = known.has(target) || target.startsWith("../notebooks/");
      if (found)
        token.attrSet("href", posix.relative(dirname(name), target) + (heading === undefined ? "" : `#${heading}`));
      else token.attrs = [["title", `${path} of the repository`]];
    }
  });
  return md.render(text);
}

function listOfGuides(): string {
  const pages = guideFiles().filter((name) => name.endsWith(".html") && name !== "index.html");
  const folders = [...new Set(pages.map((name) => dirname(name)))].sort((a, b) => order(a) - order(b));
  const item = (name: string) =>
    `<li><a href="${name}">${escaped(titleOf(readFileSync(join(DOC, name.replace(/\.html$/, ".md")), "utf8")))}</a></li>`;
  const list = (folder: string) =>
    `<h2>${FOLDERS[folder] ?? folder}</h2><ul>${pages
      .filter((name) => dirname(name) === folder)
      .map(item)
      .join("")}</ul>`;
  return `<h1>Guides</h1>${folders.map(list).join("")}`;
}

const FOLDERS: Readonly<Record<string, string>> = {
  guide: "A task each",
  reference: "Reference",
  papers: "Reproduced papers",
  ".": "More",
  design: "Design",
  "design/decisions": "Decisions",
};

function order(folder: string): number {
  return Object.keys(FOLDERS).indexOf(folder);
}

function titleOf(text: string): string {
  return /^# (.*)$/m.exec(text)?.[1].replaceAll("`", "") ?? "Guide";
}

function page(name: string, title: string, body: string): string {
  const top = posix.relative(dirname(name), ".") || ".";
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<link rel="icon" href="data:,">
<link rel="stylesheet" href="${top}/guide.css">
<title>${escaped(title)} · gfq-ldpc</title>
</head>
<body>
<header><a href="${top}/../index.html">gfq-ldpc notebooks</a><a href="${top}/index.html">All guides</a></header>
<main>
${body}
</main>
</body>
</html>
`;
}

function escaped(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;");
}
