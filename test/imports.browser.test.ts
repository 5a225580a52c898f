/// <reference types="vite/client" />
import { expect, it } from "vitest";

/** The browser-safe modules of doc/design/architecture.md. The file of a worker is left out, as it would answer this page's messages. */
const modules = import.meta.glob([
  "../src/**/*.ts",
  "../wgsl/**/*.ts",
  "!../src/{node,cli}/**",
  "!../src/reconciliation/{files,commands}/**",
  "!../src/**/*-worker.ts",
]);

it("every module of the library that is browser-safe can be imported here", async () => {
  expect(Object.keys(modules).length).toBeGreaterThan(100);
  for (const [path, load] of Object.entries(modules)) {
    await expect(load(), path).resolves.toBeDefined();
  }
});
