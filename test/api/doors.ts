import { readFileSync } from "node:fs";
import { dirname, join, posix } from "node:path";
import { nodesOf } from "../house/syntax.ts";
import { root } from "../source-files.ts";

export interface DoorName {
  readonly name: string;
  readonly isType: boolean;
  /** Path of the declaring file, from the project's folder. */
  readonly file: string;
  /** Text of the docstring without its comment marks; empty if there is no docstring. */
  readonly doc: string;
  /** Text of the declaration, with the docstrings of members. */
  readonly text: string;
}

/** An entry of the package. */
export interface Door {
  /** The name in `import … from`. */
  readonly specifier: string;
  readonly file: string;
  /** The comment at the head of the file. */
  readonly doc: string;
  readonly names: readonly DoorName[];
}

export const doors: readonly Door[] = Object.entries(exportsOfPackage()).map(([key, { types }]) => {
  const file = types.replace(/^\.\/dist\//, "").replace(/\.d\.ts$/, ".ts");
  const text = readFileSync(join(root, file), "utf8");
  return {
    specifier: posix.join("gfq-ldpc", key),
    file,
    doc: docBefore(text, text.indexOf("*/") + 3),
    names: namesOf(file, text),
  };
});

function exportsOfPackage(): Record<string, { readonly types: string }> {
  const { exports } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
  return Object.fromEntries(Object.entries(exports).filter(([key]) => key !== "./package.json")) as never;
}

interface Specifier {
  readonly exported: { readonly name: string };
  readonly exportKind: string;
}

function namesOf(door: string, text: string): DoorName[] {
  return nodesOf(text).flatMap(({ node }) => {
    if (node.type !== "ExportNamedDeclaration" || node.source === null) return [];
    const { source, specifiers, exportKind } = node as unknown as {
      readonly source: { readonly value: string };
      readonly specifiers: readonly Specifier[];
      readonly exportKind: string;
    };
    const file = posix.join(dirname(door), source.value);
    const declared = readFileSync(join(root, file), "utf8");
    return specifiers.map((specifier) => {
      const { name } = specifier.exported;
      const isType = exportKind === "type" || specifier.exportKind === "type";
      const at = declared.search(new RegExp(`^export (async )?(function|const|class|interface|type) ${name}\\b`, "m"));
      if (at < 0) throw new Error(`${file} does not declare ${name}`);
      return { name, isType, file, doc: docBefore(declared, at), text: declarationAt(declared, at) };
    });
  });
}

/** A declaration up to its end, the first line without indentation that closes it. */
function declarationAt(text: string, at: number): string {
  const end = /^(?:\}.*|.*;)$/m.exec(text.slice(at))!;
  return text.slice(at, at + end.index + end[0].length);
}

/** The docstring that ends right before an offset, without its marks. */
function docBefore(text: string, at: number): string {
  const head = text.slice(0, at);
  if (!head.endsWith("*/\n")) return "";
  return head
    .slice(head.lastIndexOf("/**") + 3, -3)
    .split("\n")
    .map((line) => line.replace(/^ \* ?/, "").trimEnd())
    .join("\n")
    .trim();
}

/** The examples of a docstring: after `@example`, up to the next tag, and in blocks of `ts`. */
export function examplesOf(doc: string): string[] {
  const blocks = [...doc.matchAll(/^```ts\n(.*?)^```$/gms)].map(([, code]) => code);
  const tagged = [...doc.matchAll(/^@example\n(.*?)(?=^@\w|$(?!\n))/gms)].map(([, code]) => code);
  return [...blocks, ...tagged].map((code) => code.trim());
}
