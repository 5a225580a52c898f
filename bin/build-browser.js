// Builds dist/browser/: the library in JavaScript for browsers. It has a chunk of kernels for each family, and the CPU engine's Web Worker
// in a file of its own. Bundlers find it by the condition "browser" of package.json. Its types are those of dist/src. An argument names
// another folder.
import { fileURLToPath } from "node:url";
import { build } from "vite";
import { shaderFamilies } from "./shader-families.js";

const root = fileURLToPath(new URL("..", import.meta.url));
/** The library's doors for browsers, by the names of their bundles. */
const DOORS = { index: "src/index.ts", kernels: "src/kernels.ts", reconciliation: "src/reconciliation.ts" };
const POOL = "src/engine/cpu/pool";
await build({
  root,
  configFile: false,
  logLevel: "warn",
  plugins: [shaderFamilies(), workerForBundlers()],
  build: {
    target: "es2022",
    outDir: process.argv[2] ?? "dist/browser",
    emptyOutDir: true,
    minify: false,
    reportCompressedSize: false,
    lib: {
      entry: { ...DOORS, "web-worker": `${POOL}/web-worker.ts` },
      formats: ["es"],
      fileName: (_, name) => `${name}.js`,
    },
    rollupOptions: {
      external: /^(zod|@noble\/)/,
      output: { chunkFileNames: ({ moduleIds }) => chunkName(moduleIds.at(-1) ?? "") },
    },
  },
});

function chunkName(id) {
  return id.startsWith("\0wgsl-family:") ? `wgsl-${id.split(":")[1]}.js` : "shared.js";
}

/**
 * Keeps the source's address of the CPU engine's Web Worker, beside the file of that name, so that the user's bundler makes a worker of it.
 * Vite would make one here, at an address that no bundler understands.
 */
function workerForBundlers() {
  const address = 'new URL("./web-worker.js", import.meta.url)';
  const stand = "WEB_WORKER_ADDRESS";
  return {
    name: "worker-for-bundlers",
    enforce: "pre",
    transform(code, id) {
      if (!id.endsWith(`${POOL}/open-cpu-pool.ts`)) return undefined;
      if (!code.includes(address)) throw new Error(`${id}: no ${address}`);
      return code.replace(address, stand);
    },
    renderChunk: (code) => code.replace(stand, address),
  };
}
