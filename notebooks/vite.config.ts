import { readdirSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { defineConfig } from "vite";
import { catalogue } from "./site/catalogue.ts";
import { guides } from "./site/guides.ts";
import { notebooks, standardLibrary } from "./site/notebook-kit.ts";

const root = fileURLToPath(new URL(".", import.meta.url));
const pages = readdirSync(root).filter((file) => file.endsWith(".html"));

export default defineConfig({
  root,
  base: "./",
  appType: "mpa",
  plugins: [standardLibrary(), catalogue(), notebooks(), guides()],
  server: { fs: { allow: [".."] } },
  worker: { format: "es", plugins: () => [catalogue()] },
  build: {
    target: "es2022",
    outDir: "dist",
    emptyOutDir: true,
    assetsInlineLimit: (file) => (file.endsWith(".wgsl") ? false : undefined),
    rollupOptions: { input: pages.map((page) => `${root}${page}`) },
    chunkSizeWarningLimit: 5000,
  },
});
