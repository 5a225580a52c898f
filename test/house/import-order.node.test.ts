import { readFileSync } from "node:fs";
import { isBuiltin } from "node:module";
import { dirname, join, relative, sep } from "node:path";
import { describe, expect, it } from "vitest";
import { root, sourceFiles } from "../source-files.ts";
import { nodesOf, type SyntaxNode } from "./syntax.ts";

/**
 * A folder or file may import from itself and from earlier lines, but not from another folder of its line (doc/design/architecture.md).
 */
const ORDER = [
  ["src/galois"],
  ["src/quantum"],
  ["src/code"],
  ["src/channel"],
  ["src/wgsl-cpu"],
  ["src/gpu"],
  ["wgsl"],
  ["src/source", "src/decoder"],
  ["src/engine"],
  ["src/simulation"],
  ["src/design"],
  ["src/report"],
  ["src/reconciliation/core"],
  ["src/node"],
  ["src/reconciliation/files"],
  ["src/cli"],
  ["src/reconciliation/commands"],
  ["experiments"],
];
/** First line whose folders may use Node's modules. */
const FIRST_OF_NODE = ORDER.findIndex((folders) => folders.includes("src/node"));
const NODE_PACKAGES = ["webgpu", "vitest", "playwright"];
const NODE_GLOBALS = ["process", "Buffer", "__dirname", "__filename", "require", "global", "setImmediate"];
/** The doors of the library for browsers. All folders may import the other files beside them, which import only each other. */
const DOORS = ["src/index.ts", "src/kernels.ts", "src/reconciliation.ts"];
/** The compiler of WGSL, which could be published alone. */
const COMPILER = "src/wgsl-cpu";
/** Key reconciliation is a room of its own: these files alone import from it. */
const ROOM = "src/reconciliation";
const ENTRANCES = ["src/reconciliation.ts", "src/cli/commands.ts"];
/** What the room may import besides the files for all: the doors, its kernels, durable files, and what declares and runs a command. */
const ROOM_DOORS = [
  ...["src/index.ts", "src/kernels.ts", "src/node/index.ts"],
  ...["wgsl/reconciliation", "src/node/disk", "src/cli/command-line", "src/cli/options"],
  ...["output", "exit", "results"].map((name) => `src/cli/${name}.ts`),
];
/** Files that the room needs and that no door has yet. A door that gets such a name takes its file out of this list. */
const NO_DOOR_YET = [
  ...["src/channel/gaussian.ts", "src/channel/random.ts", "wgsl/channel/bit-llr.ts"],
  ...["density-evolution/threshold", "hash"].map((name) => `src/code/${name}.ts`),
  ...["decode", "engine", "frame-slots"].map((name) => `src/engine/${name}.ts`),
  ...["src/gpu/program.ts", "src/gpu/workgroup.ts", "src/source/word-source.ts"],
  ...["csv", "task", "worker"].map((name) => `src/simulation/${name}.ts`),
  ...["codes/codes", "engine/engines", "files/array-file", "program"].map((name) => `src/node/${name}.ts`),
];

const files = ["src", "wgsl", "experiments"].flatMap(sourceFiles);
const sources = new Map(files.map((file) => [file, readFileSync(join(root, file), "utf8")]));

/** Notebooks. Files built and drawn in Node, which are notebooks/site and the configuration, may import more. */
const notebookFiles = sourceFiles("notebooks").filter((file) => /^notebooks\/(?!site\/)[^/]+\//.test(file));
const notebooks = new Map(notebookFiles.map((file) => [file, readFileSync(join(root, file), "utf8")]));

describe("import order", () => {
  it("knows the place of every file", () => {
    expect(files.length).toBeGreaterThan(0);
    expect(files.filter((file) => !isForAll(file) && !DOORS.includes(file) && rank(file) < 0)).toEqual([]);
  });

  it("imports only from folders before", () => {
    expect(problems((file, text) => orderProblems(file, text))).toEqual([]);
  });

  it("imports from the room of key reconciliation at its entrances alone", () => {
    const outside = problems((file, text) => (isIn(file, ROOM) ? [] : importedFiles(file, text))).filter((each) =>
      each.includes(`: ${ROOM}/`),
    );
    expect([...new Set(outside.map((each) => each.split(": ")[0]))].sort()).toEqual([...ENTRANCES].sort());
  });

  it("lets the room of key reconciliation import doors, and of what no door has a list that is used", () => {
    const used = new Set<string>();
    const past = problems((file, text) =>
      !isIn(file, ROOM)
        ? []
        : importedFiles(file, text).filter((imported) => {
            used.add(imported);
            const isDoor = ROOM_DOORS.some((place) => isIn(imported, place));
            return !isIn(imported, ROOM) && !isForAll(imported) && !isDoor && !NO_DOOR_YET.includes(imported);
          }),
    );
    expect(past).toEqual([]);
    expect(NO_DOOR_YET.filter((file) => !used.has(file))).toEqual([]);
  });

  it("enters the compiler of WGSL at its doors, and lets it import nothing of the toolkit", () => {
    const doors = ["index.ts", "intrinsic.ts", "wasm.ts"].map((name) => `${COMPILER}/${name}`);
    const crossing = problems((file, text) =>
      importedFiles(file, text).filter(
        (imported) => isIn(file, COMPILER) !== isIn(imported, COMPILER) && !doors.some((door) => isIn(imported, door)),
      ),
    );
    expect(crossing).toEqual([]);
    expect(files.filter((file) => isIn(file, COMPILER)).length).toBeGreaterThan(20);
  });

  it("imports without a circle, imports of types alone included", () => {
    const imports = new Map([...sources].map(([file, text]) => [file, importedFiles(file, text)]));
    expect([...imports.values()].flat().length).toBeGreaterThan(files.length);
    expect(circles(imports)).toEqual([]);
  });

  it("lets notebooks import nothing of src but the public API", () => {
    expect(notebookFiles.length).toBeGreaterThan(0);
    expect(
      problems((file, text) => (notebookFiles.includes(file) ? publicProblems(file, text) : []), notebooks),
    ).toEqual([]);
  });

  it("keeps Node's modules and globals out of the library", () => {
    expect(problems((file, text) => (isBrowserSafe(file) ? nodeProblems(text) : []))).toEqual([]);
  });
});

function rank(file: string): number {
  return ORDER.findIndex((folders) => folders.some((folder) => isIn(file, folder)));
}

function isIn(file: string, place: string): boolean {
  return file === place || file.startsWith(`${place}/`);
}

/** Whether two files of one line of ORDER are in the same folder. */
function isTogether(file: string, imported: string): boolean {
  return ORDER[rank(file)].some((folder) => isIn(file, folder) && isIn(imported, folder));
}

function isForAll(file: string): boolean {
  return !DOORS.includes(file) && /^src\/[^/]+\.ts$/.test(file);
}

function isBrowserSafe(file: string): boolean {
  return rank(file) < FIRST_OF_NODE;
}

function problems(find: (file: string, text: string) => string[], of = sources): string[] {
  return [...of].flatMap(([file, text]) => find(file, text).map((problem) => `${file}: ${problem}`));
}

function orderProblems(file: string, text: string): string[] {
  const highest = DOORS.includes(file) ? FIRST_OF_NODE - 1 : rank(file);
  const entered = ENTRANCES.includes(file) ? importedFiles(file, text).filter((imported) => isIn(imported, ROOM)) : [];
  return importedFiles(file, text).filter(
    (imported) => !isForAll(imported) && !entered.includes(imported) && !isAllowed(imported),
  );

  function isAllowed(imported: string): boolean {
    const own = DOORS.includes(imported) ? rank("src/report") : rank(imported);
    return own >= 0 && (own < highest || (own === highest && (DOORS.includes(file) || isTogether(file, imported))));
  }
}

function importedFiles(file: string, text: string): string[] {
  return importsOf(text)
    .filter((specifier) => specifier.startsWith("."))
    .map((specifier) => relative(root, join(root, dirname(file), specifier)).replaceAll(sep, "/"));
}

/**
 * Groups of files that import each other: the strongly connected components of several files, and files that import themselves (Tarjan
 * 1972).
 */
function circles(imports: ReadonlyMap<string, readonly string[]>): string[][] {
  const found: string[][] = [];
  const order = new Map<string, number>();
  const lowest = new Map<string, number>();
  const open: string[] = [];
  const visit = (file: string): number => {
    const own = order.size;
    order.set(file, own);
    lowest.set(file, own);
    open.push(file);
    for (const imported of imports.get(file) ?? []) {
      const reached = order.has(imported) ? open.includes(imported) && order.get(imported) : visit(imported);
      if (typeof reached === "number") lowest.set(file, Math.min(lowest.get(file) ?? own, reached));
    }
    const low = lowest.get(file) ?? own;
    if (low === own) {
      const group = open.splice(open.indexOf(file));
      if (group.length > 1 || imports.get(file)?.includes(file)) found.push(group.sort());
    }
    return low;
  };
  for (const file of imports.keys()) if (!order.has(file)) visit(file);
  return found;
}

function publicProblems(file: string, text: string): string[] {
  const imported = importsOf(text).map((specifier) =>
    relative(root, join(root, dirname(file), specifier)).replaceAll(sep, "/"),
  );
  return [...imported.filter((path) => /^(src|wgsl)\//.test(path) && !DOORS.includes(path)), ...nodeProblems(text)];
}

function nodeProblems(text: string): string[] {
  const imports = importsOf(text).filter(
    (specifier) =>
      isBuiltin(specifier) || NODE_PACKAGES.some((name) => specifier === name || specifier.startsWith(`${name}/`)),
  );
  return [...imports, ...NODE_GLOBALS.filter((name) => usesGlobal(text, name))];
}

/** Modules that a file imports from or exports from, in order, including imports of types. */
function importsOf(text: string): string[] {
  return nodesOf(text).flatMap(({ node }) => {
    const isImport = /^(Import(Declaration|Expression)|Export(Named|All)Declaration|TSImportType)$/.test(node.type);
    return isImport && typeof node.source?.value === "string" ? [node.source.value] : [];
  });
}

function usesGlobal(text: string, name: string): boolean {
  return nodesOf(text).some(
    ({ node, parent, key }) => node.type === "Identifier" && node.name === name && !isPropertyName(parent, key),
  );
}

function isPropertyName(parent: SyntaxNode | undefined, key: string): boolean {
  return (key === "property" || key === "key") && parent?.computed !== true;
}
