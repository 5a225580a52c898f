import { isBuiltin } from "node:module";
import { build, createLogger, type Plugin } from "vite";
import { expect, it } from "vitest";
import { root, sourceFiles } from "./source-files.ts";

it("Vite builds the library for the browser without a word, and nothing in it asks for Node", async () => {
  const said: string[] = [];
  const logger = createLogger("warn");
  logger.warn = logger.warnOnce = logger.error = (message) => void said.push(message);
  // Vite replaces Node's modules by empty ones and reports this only to plugins.
  const nodeModules: Plugin = {
    name: "node-modules",
    enforce: "pre",
    resolveId(source, importer) {
      // mathjs's random numbers try Node's crypto and work without it.
      if (importer?.endsWith("/seedrandom.js") && source === "crypto") return;
      if (isBuiltin(source)) said.push(`${importer} imports ${source}`);
    },
  };
  // All files, not only the exports of index.ts, because notebooks import files one by one.
  const input = sourceFiles("src").filter((file) => !/^src\/(node|cli|reconciliation\/(files|commands))\//.test(file));
  expect(input).toEqual(expect.arrayContaining(["src/index.ts", "src/kernels.ts", "src/reconciliation.ts"]));
  await build({
    root,
    configFile: false,
    logLevel: "warn",
    customLogger: logger,
    plugins: [nodeModules],
    build: {
      write: false,
      minify: false,
      reportCompressedSize: false,
      // On a busy machine the bundler reports that the build was slow.
      rolldownOptions: { input, checks: { bundlerTimings: false } },
    },
  });
  expect(said).toEqual([]);
});
