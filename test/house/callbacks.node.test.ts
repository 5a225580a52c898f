import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { root, sourceFiles } from "../source-files.ts";

// An array's methods call a function with the element, its index and the array. A function with an optional second parameter takes the index
// for it: [0.1, 0.2].map(formatRate) rounds the first rate to 0 digits.

/** Names of functions whose second parameter may be left out. `parseInt` is the best known. */
function withOptionalSecond(text: string, declaration = "function|const|let"): string[] {
  const functions = text.matchAll(
    new RegExp(`(?:${declaration}) (\\w+)(?:<[^()]*>)?(?: = )?\\(((?:[^()]|\\((?:[^()]|\\([^()]*\\))*\\))*)\\)`, "g"),
  );
  return [...functions].flatMap(([, name, parameters]) => {
    const second = topLevel(parameters)[1] ?? "";
    return /^\s*\w+\?:|[^=<>!]=[^=>]/.test(second) ? [name] : [];
  });
}

/** Parts of a list between commas that stand in no brackets. */
function topLevel(list: string): string[] {
  const parts = [""];
  let depth = 0;
  for (const letter of list.replaceAll("=>", "")) {
    depth += "([{<".includes(letter) ? 1 : ")]}>".includes(letter) ? -1 : 0;
    if (letter === "," && depth === 0) parts.push("");
    else parts[parts.length - 1] += letter;
  }
  return parts;
}

/** Names of functions that array methods call with an index. */
function callbacks(text: string): string[] {
  const calls = text.matchAll(/\.(?:map|flatMap|forEach|filter|find|findLast|findIndex|some|every)\((\w+)\)/g);
  return [...calls].map(([, name]) => name);
}

it("no function takes an array's index for its optional second parameter", () => {
  const texts = ["src", "experiments", "notebooks", "test"]
    .flatMap((folder) => sourceFiles(folder))
    .filter((file) => !file.endsWith("/callbacks.node.test.ts"))
    .map((file) => ({
      file,
      text: readFileSync(join(root, file), "utf8"),
    }));
  const exported = new Set(texts.flatMap(({ text }) => withOptionalSecond(text, "export function")));
  expect(exported).toContain("formatRate");
  expect(exported.size).toBeGreaterThan(30);
  const wrong = texts.flatMap(({ file, text }) => {
    const own = new Set([...withOptionalSecond(text), "parseInt"]);
    const imported = text.match(/^import \{[^}]*\}/gms)?.join() ?? "";
    const isWrong = (name: string) =>
      own.has(name) || (exported.has(name) && new RegExp(`\\b${name}\\b`).test(imported));
    return callbacks(text).flatMap((name) => (isWrong(name) ? [`${file}: ${name}`] : []));
  });
  expect(wrong).toEqual([]);
});

it("a function's optional second parameter is seen, and its use as a callback", () => {
  const text =
    "function a(x: number, digits = 3) {} function b<T>(x: (y: T) => T, z?: Map<T, T>) {} const c = (x: A, y: B) => 1; function d(x = 1) {}";
  expect(withOptionalSecond(text)).toEqual(["a", "b"]);
  expect(callbacks("x.map(a); y.filter(b).map((z) => a(z));")).toEqual(["a", "b"]);
});
