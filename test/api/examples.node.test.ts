import { execFileSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { beforeAll, describe, expect, it } from "vitest";
import { newFolder } from "../new-folder.ts";
import { root } from "../source-files.ts";
import { itLong } from "../sweep.ts";
import { type Door, type DoorName, doors, examplesOf } from "./doors.ts";

type Check = (actual: unknown, expected: unknown) => void;
type Examples = Readonly<Record<string, (check: Check) => Promise<void>>>;

/** `EXPRESSION; // → VALUE`, which shows readers the value of the expression. */
const CHECKED = /^(\s*)(.+?);\s*\/\/ → (.+)$/gm;

let folder: string;
beforeAll(() => {
  folder = newFolder();
  writeFileSync(join(folder, "package.json"), JSON.stringify({ type: "module" }));
  for (const door of doors) writeFileSync(moduleOf(door), moduleText(door));
});

function moduleOf({ specifier }: Door): string {
  return join(folder, `${specifier.replace("/", "-")}.ts`);
}

/** All examples of a door as functions of a module. The head of the door defines values for them. */
function moduleText(door: Door): string {
  const [library] = doors;
  const imported = door === library ? [library] : [library, door];
  const [values] = [...examplesOf(door.doc), ...examplesOf(library.doc)];
  const isImport = (line: string) => line.startsWith("import ");
  const used = [
    ...imported.map(
      ({ file, names }) => `import { ${names.map(specifierOf).join(", ")} } from ${JSON.stringify(join(root, file))};`,
    ),
    ...values.split("\n").filter(isImport),
    ...values.split("\n").filter((line) => !isImport(line)),
  ];
  const functions = door.names.map((name) => {
    const code = examplesOf(name.doc).join("\n}\n{\n").replace(CHECKED, "$1check($2, $3);");
    return `export async function example_${name.name}(check: (actual: unknown, expected: unknown) => void) {\n{\n${code}\n}\n}`;
  });
  return [...used, ...functions, ""].join("\n");
}

function specifierOf({ name, isType }: DoorName): string {
  return isType ? `type ${name}` : name;
}

describe("the doors", () => {
  it("are four, and no name is in two", () => {
    expect(doors.map(({ specifier }) => specifier)).toEqual([
      "gfq-ldpc",
      "gfq-ldpc/node",
      "gfq-ldpc/reconciliation",
      "gfq-ldpc/kernels",
    ]);
    const all = doors.flatMap(({ names }) => names.map(({ name }) => name));
    expect(new Set(all).size).toBe(all.length);
  });

  it.each(doors)(
    "$specifier says whom it is for, and every name what it is, with an example",
    ({ specifier, doc, names }) => {
      expect(doc).toMatch(new RegExp(`^\`${specifier}\` is for `));
      const bare = names.filter(({ doc }) => examplesOf(doc).length === 0 || /^@/.test(doc));
      expect(bare.map(({ name, file }) => `${file}: ${name}`)).toEqual([]);
    },
  );
});

describe("the reference", () => {
  const names = doors.flatMap((door) => door.names);

  it("says when a function throws that checks its arguments", () => {
    const throwing = names.filter(({ text }) => /^export (async )?function/.test(text) && CHECKS.test(text));
    expect(throwing.length).toBeGreaterThan(10);
    expect(throwing.filter(({ doc }) => !/^@throws \w+/m.test(doc)).map(({ name }) => name)).toEqual([]);
  });

  it("says the shape of arrays of numbers, in brackets", () => {
    const withArrays = names.filter(({ text }) => NUMBERS.test(signatureOf(text)));
    expect(withArrays.length).toBeGreaterThan(10);
    const shapeless = withArrays.filter(({ doc, text }) => !/\[[a-zA-Z⌈]/.test(doc + docsWithin(text)));
    // A buffer may have any content, so its type has no shape.
    expect(shapeless.map(({ name }) => name)).toEqual(["BufferData"]);
  });

  it("says the base of logarithms where LLRs go in or out", () => {
    const withLlrs = names.filter(({ text }) => /\b\w*Llrs?\??: \w*Array/.test(signatureOf(text)));
    expect(withLlrs.length).toBeGreaterThan(2);
    const unitless = withLlrs.filter(({ doc, text }) => !/\bln\b|natural|in steps of/.test(doc + docsWithin(text)));
    expect(unitless.map(({ name }) => name)).toEqual([]);
  });
});

/** A statement or function call that refuses an argument. */
const CHECKS = /\bthrow\b|\brequire[A-Z]\w+\(/;
const NUMBERS = /\b(?:Float32|Float64|Uint32|Int32|Int16|Int8)Array\b/;

/** The declaration of a function without its body, or a whole type. */
function signatureOf(text: string): string {
  return /^export (?:async )?function/.test(text) ? text.split(/ \{$/m)[0] : text;
}

function docsWithin(text: string): string {
  return (text.match(/\/\*\*[\s\S]*?\*\//g) ?? []).join("");
}

describe("the examples", () => {
  itLong("compile", () => {
    const options = {
      noUnusedLocals: false,
      noUnusedParameters: false,
      typeRoots: [join(root, "node_modules/@types")],
      noEmit: true,
    };
    const config = { extends: join(root, "tsconfig.json"), compilerOptions: options, include: ["*.ts"] };
    writeFileSync(join(folder, "tsconfig.json"), JSON.stringify(config));
    const tsc = join(root, "node_modules/typescript/bin/tsc");
    const compile = () => execFileSync(process.execPath, [tsc, "-p", folder], { encoding: "utf8" });
    expect(messageOf(compile)).toBe("");
  });

  it.each(doors.flatMap((door) => door.names.map((name) => [name.name, door, name] as const)))(
    "%s",
    async (_, door, name) => {
      const examples: Examples = await import(pathToFileURL(moduleOf(door)).href);
      let checks = 0;
      await examples[`example_${name.name}`]((actual, expected) => {
        expect(actual).toEqual(expected);
        checks++;
      });
      expect(checks).toBe([...examplesOf(name.doc).join("\n").matchAll(CHECKED)].length);
    },
  );
});

/** The output of a compiler that found faults. */
function messageOf(compile: () => string): string {
  try {
    return compile();
  } catch (error) {
    return (error as { readonly stdout: string }).stdout;
  }
}
