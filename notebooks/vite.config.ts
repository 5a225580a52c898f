import { readdirSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { defineConfig } from "vite";
import { shaderFamilies } from "../bin/shader-families.js";
import { catalogue } from "./site/catalogue.ts";
import { guides } from "./site/guides.ts";
import { notebooks, standardLibrary } from "./site/notebook-kit.ts";

const root = fileURLToPath(new URL(".", import.meta.url));
const pages = readdirSync(root).filter((file) => file.endsWith(".html"));

export default defineConfig({
  root,
  base: "./",
  appType: "mpa",
  plugins: [shaderFamilies(), standardLibrary(), catalogue(), notebooks(), guides()],
  server: { fs: { allow: [".."] } },
  // In the preview too, what Notebook Kit imports comes through the plugins. Packages that the preview would come upon later, and
  // then reload the page, are named.
  optimizeDeps: {
    exclude: ["@observablehq/notebook-kit", "observable:runtime"],
    include: ["plotly.js-basic-dist-min", "zod", "@noble/hashes/sha2.js", "@noble/hashes/utils.js"],
  },
  worker: { format: "es", plugins: () => [shaderFamilies(), catalogue()] },
  build: {
    target: "es2022",
    outDir: "dist",
    emptyOutDir: true,
    rollupOptions: { input: pages.map((page) => `${root}${page}`) },
    chunkSizeWarningLimit: 5000,
  },
});
