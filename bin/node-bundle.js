import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative, sep } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "vite";

const root = fileURLToPath(new URL("..", import.meta.url));
const OWN_ADDRESS = "import.meta.url";

/** The modules that programs of users import. */
export const DOORS = ["src/index.ts", "src/kernels.ts", "src/node/index.ts", "src/reconciliation.ts"];
/** Files that Node starts: the command and its processes. */
const PROGRAM = /^src\/(cli\/main|node\/engine\/parent-watch|.*-worker)\.ts$/;
/** Files that `ldpc experiment` finds by their addresses. */
const EXPERIMENT = /^experiments\/(?!shared\/)([\w-]+\/)?[\w-]+\.ts$/;

/** The programs and experiments by their paths from the package's root. */
export const PROGRAMS = ["src", "experiments"]
  .flatMap(filesBelow)
  .filter((file) => PROGRAM.test(file) || EXPERIMENT.test(file));

/**
 * Bundles files for Node, which takes longer to find and read a thousand modules than to run most commands. What several of them import is
 * in chunks that they share, so a process has every module once.
 * @param {readonly string[]} entries sources from the package's root: `src/cli/main.ts` becomes `src/cli/main.js`.
 * @returns {Promise<{ path: string, code: string }[]>} the files and their paths in a folder that mirrors the package's root.
 */
export async function bundleForNode(entries) {
  const { output } = await build({
    root,
    configFile: false,
    logLevel: "warn",
    plugins: [ownAddresses(), knownCompiler()],
    build: {
      ssr: true,
      write: false,
      target: "node20.19",
      minify: false,
      reportCompressedSize: false,
      rollupOptions: {
        input: Object.fromEntries(entries.map((entry) => [entry.replace(/\.ts$/, ""), join(root, entry)])),
        preserveEntrySignatures: "strict",
        output: { entryFileNames: "[name].js", chunkFileNames },
      },
    },
  });
  return output.map(({ fileName, code }) => ({ path: fileName, code }));
}

/** The package has no experiments, so their chunks have a folder of their own. */
function chunkFileNames({ moduleIds }) {
  const isExperiments = moduleIds.every((id) => placeOf(id).startsWith("experiments/"));
  return `${isExperiments ? "experiments/shared" : "node"}/[name]-[hash].js`;
}

/**
 * Keeps the address of each module where it was: `import.meta.url` in src/node/package-root.ts is the address of src/node/package-root.js,
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
      for (const file of ["src/wasm", "src/wgsl-cpu"].flatMap(filesBelow)) hash.update(readFileSync(join(root, file)));
      return `export const compilerHash = () => "${hash.digest("hex")}";`;
    },
  };
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
