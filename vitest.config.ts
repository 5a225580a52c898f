import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { playwright } from "@vitest/browser-playwright";
import { defineConfig, type TestProjectConfiguration } from "vitest/config";
import { findChromium, HEADLESS_FLAGS } from "./src/node/chromium.ts";

const NEEDS_NODE = "test/**/*.node.test.ts";

// Most of the tests' time Mesa's software device compiles kernels: of two lanes in less than half the time of eight.
process.env.LP_NATIVE_VECTOR_WIDTH ??= "64";
// Mesa complains on stderr without one.
process.env.XDG_RUNTIME_DIR ??= mkdtempSync(join(tmpdir(), "gfq-ldpc-"));

const node: TestProjectConfiguration = {
  test: {
    name: "node",
    include: ["test/**/*.test.ts"],
    setupFiles: ["test/setup-node.ts", "test/setup-properties.ts"],
    pool: "forks",
    testTimeout: 60_000,
  },
};

/** What the tests import in the browser, named here so that Vite does not come upon it amid a run and start again. */
const BROWSER_DEPENDENCIES = ["fast-check", "mathjs", "zod", "@noble/hashes/sha2.js", "@noble/hashes/utils.js"];

function browser(executablePath: string): TestProjectConfiguration {
  return {
    optimizeDeps: { include: BROWSER_DEPENDENCIES },
    test: {
      name: "browser",
      include: ["test/**/*.test.ts"],
      exclude: [NEEDS_NODE],
      setupFiles: ["test/setup-properties.ts"],
      testTimeout: 60_000,
      browser: {
        enabled: true,
        headless: true,
        screenshotFailures: false,
        provider: playwright({
          launchOptions: {
            executablePath,
            args: [...HEADLESS_FLAGS, "--enable-unsafe-webgpu", "--use-webgpu-adapter=swiftshader"],
          },
        }),
        instances: [{ browser: "chromium" }],
      },
    },
  };
}

function projects(): TestProjectConfiguration[] {
  const chromium = findChromium();
  if (chromium) return [node, browser(chromium)];
  const remedy = "install Chromium or Chrome, or name it in CHROMIUM";
  if (process.env.CI) throw new Error(`no Chromium for the browser tests, which CI must run: ${remedy}`);
  console.error(`The browser tests do not run: no Chromium found (${remedy}). The same tests run in Node.`);
  return [node];
}

export default defineConfig({ test: { maxWorkers: 2, projects: projects() } });
