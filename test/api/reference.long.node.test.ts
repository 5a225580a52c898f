import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, expect, it } from "vitest";
import { newFolder } from "../new-folder.ts";
import { root } from "../source-files.ts";

const folder = newFolder();
const [FRESH, JSON_FILE] = [join(folder, "pages"), join(folder, "reference.json")];

beforeAll(() => {
  const words = ["--import", "./bin/typedoc-compiler.js", "node_modules/typedoc/bin/typedoc"];
  execFileSync(process.execPath, [...words, "--out", FRESH, "--json", JSON_FILE], { cwd: root, stdio: "pipe" });
});

function pages(folder: string): Record<string, string> {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const paths = files.map(({ parentPath, name }) => join(parentPath, name)).sort();
  return Object.fromEntries(paths.map((path) => [path.slice(folder.length), readFileSync(path, "utf8")]));
}

it("doc/reference/api is what `npm run docs` writes", () => {
  const written = pages(join(root, "doc/reference/api"));
  expect(Object.keys(written).length).toBeGreaterThan(150);
  expect(written).toEqual(pages(FRESH));
});

/** A node of TypeDoc's tree. */
interface Reflection {
  readonly name: string;
  readonly comment?: { readonly summary: readonly { readonly text: string }[] };
  readonly children?: readonly Reflection[];
  readonly signatures?: readonly { readonly parameters?: readonly Reflection[] }[];
  readonly type?: { readonly declaration?: Reflection };
}

function parametersOf(node: Reflection, path: string): [path: string, parameter: Reflection][] {
  const own = (node.signatures ?? []).flatMap(({ parameters = [] }) => parameters);
  const below = [...(node.children ?? []), ...(node.type?.declaration === undefined ? [] : [node.type.declaration])];
  return [
    ...own.map((parameter): [string, Reflection] => [`${path}(${parameter.name})`, parameter]),
    ...below.flatMap((child) => parametersOf(child, `${path}.${child.name}`)),
  ];
}

it("every parameter of a public function has a name and a text", () => {
  const parameters = parametersOf(JSON.parse(readFileSync(JSON_FILE, "utf8")), "");
  expect(parameters.length).toBeGreaterThan(150);
  const bare = parameters.filter(
    ([, { name, comment }]) => name.startsWith("__") || !comment?.summary.some(({ text }) => text.trim() !== ""),
  );
  expect(bare.map(([path]) => path)).toEqual([]);
});
