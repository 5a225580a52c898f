import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative, sep } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "vite";

const root = fileURLToPath(new URL("..", import.meta.url));
const OWN_ADDRESS = "import.meta.url";
/** Packages that every command loads, of which it uses little: zod alone has more than a hundred files. */
const BUNDLED = withDependencies(["zod", "yargs"]);

/** The modules that programs of users import. */
export const DOORS = ["src/index.ts", "src/kernels.ts", "src/node/index.ts", "src/reconciliation.ts"];
/** Files that Node starts: the command and its processes. */
const PROGRAM = /^src\/(cli\/main|node\/engine\/parent-watch|.*-worker)\.ts$/;
/** Files that `ldpc experiment` finds by their addresses. */
const EXPERIMENT = /^experiments\/(?!shared\/)([\w-]+\/)?[\w-]+\.ts$/;

/** Each module that `ldpc simulate` needs is in the chunk of the first of these that imports it, so that a curve starts after few files. */
const CHUNKS = {
  worker: ["src/node/engine/cpu-pool-worker.ts"],
  cli: ["src/cli/main.ts"],
  library: ["src/index.ts", "src/kernels.ts", "src/reconciliation.ts"],
  simulation: ["src/cli/sweep.ts"],
};

/** The programs and experiments by their paths from the package's root. */
export const PROGRAMS = ["src", "experiments"]
  .flatMap(filesBelow)
  .filter((file) => PROGRAM.test(file) || EXPERIMENT.test(file));

/**
 * Bundles files for Node, which takes longer to find and read a thousand modules than to run most commands. What several of them import is
 * in chunks that they share, so a process has every module once. Packages whose code is bundled have their licences in a file.
 * @param {readonly string[]} entries sources from the package's root: `src/cli/main.ts` becomes `src/cli/main.js`.
 * @returns {Promise<{ path: string, code: string }[]>} the files and their paths in a folder that mirrors the package's root.
 */
export async function bundleForNode(entries) {
  const chunkOf = new Map();
  const names = Object.keys(CHUNKS);
  const groups = names.map((name, i) => ({
    name,
    test: (id) => chunkOf.get(id) === name,
    priority: names.length - i,
  }));
  const { output } = await build({
    root,
    configFile: false,
    logLevel: "warn",
    plugins: [ownAddresses(), knownCompiler(), startingChunks(chunkOf)],
    ssr: { noExternal: BUNDLED },
    build: {
      ssr: true,
      write: false,
      target: "node20.19",
      minify: false,
      reportCompressedSize: false,
      rollupOptions: {
        input: Object.fromEntries(entries.map((entry) => [entry.replace(/\.ts$/, ""), join(root, entry)])),
        preserveEntrySignatures: "strict",
        output: { entryFileNames: "[name].js", chunkFileNames, codeSplitting: { groups } },
      },
    },
  });
  const licences = { path: "node/licences.txt", code: licencesOf(output.flatMap(({ moduleIds }) => moduleIds)) };
  return [...output.map(({ fileName, code }) => ({ path: fileName, code })), licences];
}

/** The package has no experiments, so their chunks have a folder of their own. Nothing else needs a chunk with a module of theirs. */
function chunkFileNames({ moduleIds }) {
  const isExperiments = moduleIds.some((id) => placeOf(id).startsWith("experiments/"));
  return `${isExperiments ? "experiments/shared" : "node"}/[name]-[hash].js`;
}

/**
 * Keeps the address of each module where it was: `import.meta.url` in src/node/program.ts is the address of src/node/program.js,
 * in a chunk too. So modules find the files beside them.
 * @returns {import("vite").Plugin}
 */
function ownAddresses() {
  const stand = /OWN_ADDRESS_OF\("([^"]+)"\)/g;
  return {
    name: "own-addresses",
    enforce: "pre",
    transform(code, id) {
      const place = placeOf(id);
      if (!place.endsWith(".ts") || !code.includes(OWN_ADDRESS)) return undefined;
      return code.replaceAll(OWN_ADDRESS, `OWN_ADDRESS_OF("${place.replace(/\.ts$/, ".js")}")`);
    },
    renderChunk: (code, { fileName }) =>
      code.replace(stand, (_, place) => {
        // A program's own address may have a query, as that of parent-watch.js.
        if (place === fileName) return OWN_ADDRESS;
        const path = relative(dirname(fileName), place).split(sep).join("/");
        return `new URL("${path.startsWith(".") ? path : `./${path}`}", ${OWN_ADDRESS}).href`;
      }),
  };
}

/**
 * Replaces src/node/engine/compiler-hash.ts, which reads the compiler's sources, by their hash.
 * @returns {import("vite").Plugin}
 */
function knownCompiler() {
  return {
    name: "known-compiler",
    enforce: "pre",
    transform(_, id) {
      if (placeOf(id) !== "src/node/engine/compiler-hash.ts") return undefined;
      const hash = createHash("sha256");
      for (const file of filesBelow("src/wgsl-cpu")) hash.update(readFileSync(join(root, file)));
      return `export const compilerHash = () => "${hash.digest("hex")}";`;
    },
  };
}

/**
 * Finds the chunk of each module of CHUNKS.
 * @param {Map<string, string>} chunkOf names of chunks by modules, which this plugin fills.
 * @returns {import("vite").Plugin}
 */
function startingChunks(chunkOf) {
  return {
    name: "starting-chunks",
    buildEnd() {
      const neededBy = (roots) => {
        const found = new Set(roots.map((path) => join(root, path)));
        for (const id of found) for (const next of this.getModuleInfo(id)?.importedIds ?? []) found.add(next);
        return [...found].filter((id) => this.getModuleInfo(id)?.isEntry === false);
      };
      const started = new Set(
        [...CHUNKS.worker, ...CHUNKS.cli, ...CHUNKS.simulation].flatMap((path) => neededBy([path])),
      );
      for (const [name, roots] of Object.entries(CHUNKS)) {
        for (const id of neededBy(roots)) if (started.has(id) && !chunkOf.has(id)) chunkOf.set(id, name);
      }
    },
  };
}

/** The names of packages and of all packages that they depend on. */
function withDependencies(packages) {
  const folders = new Set(packages.map((name) => folderOf(name, root)));
  for (const folder of folders) {
    const { dependencies = {} } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
    for (const name of Object.keys(dependencies)) folders.add(folderOf(name, folder));
  }
  return [...new Set([...folders].map((folder) => folder.split(`node_modules${sep}`).at(-1)))];
}

/** The folder of a package that a program in another folder imports. */
function folderOf(name, from) {
  const folder = join(from, "node_modules", name);
  if (existsSync(folder)) return folder;
  if (from === dirname(from)) throw new Error(`the package ${name} is not installed: run \`npm ci\``);
  return folderOf(name, dirname(from));
}

/** The licences of the packages that modules are of. */
function licencesOf(modules) {
  const folders = modules.map((id) => /^.*\/node_modules\/(@[^/]+\/)?[^/]+(?=\/)/.exec(id.split(sep).join("/"))?.[0]);
  const texts = [...new Set(folders.filter((folder) => folder !== undefined))].map((folder) => {
    const { name, version } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
    const file = readdirSync(folder).find((each) => /^licen[cs]e/i.test(each));
    return `${name} ${version}\n\n${readFileSync(join(folder, file), "utf8")}`;
  });
  return [...new Set(texts)].sort().join("\n\n");
}

/** A module's path from the package's root. */
function placeOf(id) {
  return relative(root, id).split(sep).join("/");
}

/** Files below a folder of the package, in the same order on every machine. */
function filesBelow(folder) {
  const files = readdirSync(join(root, folder), { recursive: true, withFileTypes: true }).filter((entry) =>
    entry.isFile(),
  );
  return files.map(({ parentPath, name }) => placeOf(join(parentPath, name))).sort();
}
