/// <reference types="vite/client" />
import { expect, it } from "vitest";

/** What doc/design/architecture.md calls browser-safe. The file of a worker would take this page's messages for its own. */
const modules = import.meta.glob([
  "../src/**/*.ts",
  "../wgsl/**/*.ts",
  "!../src/{node,cli}/**",
  "!../src/**/*-worker.ts",
]);

it("every module of the library that is browser-safe can be imported here", async () => {
  expect(Object.keys(modules).length).toBeGreaterThan(100);
  for (const [path, load] of Object.entries(modules)) {
    await expect(load(), path).resolves.toBeDefined();
  }
});
