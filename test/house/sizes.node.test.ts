import { readdirSync, readFileSync } from "node:fs";
import { join, sep } from "node:path";
import { describe, expect, it } from "vitest";
import { root } from "../source-files.ts";
import { nodesOf } from "./syntax.ts";

/** A reader sees a function on one screen, a file on a few, and the files of a folder without scrolling. */
const FUNCTION_LINES = 80;
const FILE_LINES = 300;
const FOLDER_FILES = 25;
/** A function that builds a decoder's program reads from top to bottom. */
const BUILDER_LINES = 120;
const BUILDERS = /^src\/decoder\/.*\/(program|dispatches|round|resident|streaming)\.ts$/;

/** Paths of the files below a folder of the project, with `/`. */
function filesBelow(folder: string): string[] {
  return readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(root.length).replaceAll(sep, "/").replace(/^\//, ""));
}

const files = ["src", "wgsl"].flatMap(filesBelow);
const texts = new Map(files.map((file) => [file, readFileSync(join(root, file), "utf8")]));

function lineCount(text: string): number {
  return text.split("\n").length - (text.endsWith("\n") ? 1 : 0);
}

/** Functions of a TypeScript file with their lines. */
function functionsOf(file: string, text: string): { name: string; lines: number }[] {
  const lineOf = (offset: number) => text.slice(0, offset).split("\n").length;
  return nodesOf(text).flatMap(({ node: { type, body, start, end } }) => {
    const isFunction = /Function/.test(type) && typeof body === "object" && body !== null;
    return isFunction ? [{ name: `${file}:${lineOf(start)}`, lines: lineOf(end) - lineOf(start) + 1 }] : [];
  });
}

/** Functions of a WGSL file, which begin and end at the beginning of a line. */
function shaderFunctionsOf(file: string, text: string): { name: string; lines: number }[] {
  const lines = text.split("\n");
  return lines.flatMap((line, at) => {
    if (!/^fn \w+/.test(line)) return [];
    const length = line.trimEnd().endsWith("}") ? 1 : lines.slice(at).findIndex((each) => each.startsWith("}")) + 1;
    return [{ name: `${file}:${at + 1}`, lines: length }];
  });
}

describe("sizes", () => {
  it(`files of src and wgsl have fewer than ${FILE_LINES} lines`, () => {
    expect(files.length).toBeGreaterThan(0);
    expect([...texts].filter(([, text]) => lineCount(text) >= FILE_LINES).map(([file]) => file)).toEqual([]);
  });

  it(`functions of src and wgsl have fewer than ${FUNCTION_LINES} lines`, () => {
    const functions = [...texts].flatMap(([file, text]) => {
      if (file.endsWith(".wgsl")) return shaderFunctionsOf(file, text);
      return file.endsWith(".ts") ? functionsOf(file, text) : [];
    });
    expect(functions.length).toBeGreaterThan(files.length);
    expect(functions.filter(({ lines }) => lines >= FUNCTION_LINES)).toEqual([]);
  });

  it(`what builds a decoder's program has at most ${BUILDER_LINES} lines`, () => {
    const builders = files.filter((file) => BUILDERS.test(file));
    expect(builders.length).toBeGreaterThan(0);
    expect(builders.filter((file) => lineCount(texts.get(file)!) > BUILDER_LINES)).toEqual([]);
  });

  it(`folders have at most ${FOLDER_FILES} files of their own`, () => {
    const counts = new Map<string, number>();
    for (const file of [...files, ...["test", "experiments"].flatMap(filesBelow)]) {
      const folder = file.slice(0, file.lastIndexOf("/"));
      // A kernel and its description beside it are one. Readers do not look for files that a tool writes.
      if (!file.endsWith(".wgsl") && !folder.endsWith("__snapshots__"))
        counts.set(folder, (counts.get(folder) ?? 0) + 1);
    }
    expect([...counts].filter(([, count]) => count > FOLDER_FILES)).toEqual([]);
  });
});

it("finds the lines of functions, nested ones too", () => {
  const text = "function a() {\n  const b = () => {\n    return 1;\n  };\n  return b;\n}\n";
  expect(functionsOf("x.ts", text).map(({ lines }) => lines)).toEqual([6, 3]);
  expect(shaderFunctionsOf("x.wgsl", "fn a() -> u32 { return 1u; }\nfn b() {\n  a();\n}\n")).toEqual([
    { name: "x.wgsl:1", lines: 1 },
    { name: "x.wgsl:2", lines: 3 },
  ]);
});
