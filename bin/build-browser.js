// Builds dist/browser/: the library in JavaScript for browsers, with the kernels in a chunk for each family. Bundlers find it by the
// condition "browser" of package.json; types are those of dist/src. An argument names another folder.
import { fileURLToPath } from "node:url";
import { build } from "vite";
import { shaderFamilies } from "./shader-families.js";

const root = fileURLToPath(new URL("..", import.meta.url));
await build({
  root,
  configFile: false,
  logLevel: "warn",
  plugins: [shaderFamilies()],
  build: {
    target: "es2022",
    outDir: process.argv[2] ?? "dist/browser",
    emptyOutDir: true,
    minify: false,
    reportCompressedSize: false,
    lib: { entry: "src/index.ts", formats: ["es"], fileName: "index" },
    rollupOptions: {
      external: /^(zod|@noble\/)/,
      output: { chunkFileNames: ({ moduleIds }) => chunkName(moduleIds.at(-1) ?? "") },
    },
  },
});

function chunkName(id) {
  return id.startsWith("\0wgsl-family:") ? `wgsl-${id.split(":")[1]}.js` : "[name].js";
}
