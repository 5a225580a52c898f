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
  // Notebook Kit's imports go through the plugins in the preview too. The list has packages that the preview would otherwise discover later
  // and reload the page for.
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
