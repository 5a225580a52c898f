import { fileURLToPath } from "node:url";
import { playwright } from "@vitest/browser-playwright";
import type { Plugin } from "vite";
import { defineConfig, type TestProjectConfiguration } from "vitest/config";
import { chromiumRemedy, findChromium, HEADLESS_FLAGS } from "./bin/setup/chromium.js";
import { testsWithoutDevice } from "./test/setup/device-tests.ts";
import { LongFirst } from "./test/setup/long-first.ts";
import { isMode, MODES, type Mode, type ModeName, type TestFiles } from "./test/setup/modes.ts";

// Most of the tests' time Mesa's software device compiles kernels: of two lanes in less than half the time of eight, and
// without LLVM's optimisations in three quarters of that. What the kernels compute is the same.
process.env.LP_NATIVE_VECTOR_WIDTH ??= "64";
process.env.GALLIVM_PERF ??= "nopt";
// The small dispatches of tests take longer on several threads than on the one that submits them.
process.env.LP_NUM_THREADS ??= "0";
// In the processes that tests start, too.
const loaded = ["calm-dawn", "late-optimisation", "one-core"].map(
  (name) => `--import=${new URL(`test/setup/${name}.js`, import.meta.url).href}`,
);
process.env.NODE_OPTIONS = [process.env.NODE_OPTIONS, ...loaded].filter(Boolean).join(" ");

/** A test that hangs is to end, one on a busy machine is not. */
const PATIENCE = 300_000;
const TIMEOUTS = { testTimeout: PATIENCE, hookTimeout: PATIENCE };
/** A test whose expectations stand in a loop over an empty list, or behind an early return, fails. */
const expectations = { requireAssertions: true, poll: { timeout: 120_000 } };

/** Processes that commands start run compiled files: from TypeScript they start in three times the time. */
const compiledEntries: Plugin = {
  name: "compiled-entries",
  enforce: "pre",
  resolveId: (source) =>
    /\/entry\.ts$/.test(source) ? fileURLToPath(new URL("test/setup/compiled-entry.ts", import.meta.url)) : null,
};

/** Commands that run within a test share the CPU engine's processes, whose kernels are compiled once. */
const keptCpuPool: Plugin = {
  name: "kept-cpu-pool",
  enforce: "pre",
  resolveId: (source, importer) =>
    /\/cpu-pool\.ts$/.test(source) && importer?.endsWith("/src/node/engine/engines.ts")
      ? fileURLToPath(new URL("test/setup/kept-cpu-pool.ts", import.meta.url))
      : null,
};

function node(mode: ModeName, name: string, files: TestFiles, hasBrowser: boolean): TestProjectConfiguration {
  return {
    plugins: [compiledEntries, keptCpuPool],
    test: {
      name,
      ...files,
      globalSetup: ["test/setup/temporary-folder.ts", "test/setup/compile-sources.ts"],
      setupFiles: ["test/setup/node.ts", "test/setup/properties.ts"],
      pool: "forks",
      // Files of a process share what they import: it is read and compiled once.
      isolate: false,
      // Less young garbage outlives two collections and is copied to the old space, which is collected first at 400 MB.
      execArgv: ["--single-threaded-gc", "--max-semi-space-size=32", "--initial-old-space-size=400"],
      provide: { mode, hasBrowser },
      ...TIMEOUTS,
      expect: expectations,
    },
  };
}

/** What the tests import in the browser, named here so that Vite does not come upon it amid a run and start again. */
const BROWSER_DEPENDENCIES = [
  "fast-check",
  "mathjs",
  "zod/mini",
  "zod/v4/core",
  "@noble/hashes/sha2.js",
  "@noble/hashes/utils.js",
];

function browser(mode: ModeName, executablePath: string): TestProjectConfiguration {
  const { include, exclude } = MODES[mode].browser;
  return {
    optimizeDeps: { include: BROWSER_DEPENDENCIES },
    test: {
      name: "browser",
      include,
      exclude: [...exclude, ...testsWithoutDevice()],
      // As in Node: a page for each file reads all modules again.
      isolate: false,
      provide: { mode },
      setupFiles: ["test/setup/properties.ts"],
      ...TIMEOUTS,
      expect: expectations,
      browser: {
        enabled: true,
        headless: true,
        screenshotFailures: false,
        provider: playwright({
          launchOptions: {
            executablePath,
            timeout: PATIENCE,
            args: [...HEADLESS_FLAGS, "--enable-unsafe-webgpu", "--use-webgpu-adapter=swiftshader"],
          },
        }),
        instances: [{ browser: "chromium" }],
      },
    },
  };
}

/** What `--mode` names. Programs beside vitest read this file too, in modes of their own. */
function modeOfTests(name: string): ModeName {
  if (isMode(name)) return name;
  if (process.env.VITEST === undefined) return "test";
  throw new Error(`no tests of mode "${name}": --mode is one of ${Object.keys(MODES).join(", ")}`);
}

function projects(mode: ModeName): TestProjectConfiguration[] {
  const { node: inNode, pages }: Mode = MODES[mode];
  const chromium = findChromium();
  const always = [node(mode, "node", inNode, chromium !== undefined)];
  if (chromium) return [...always, browser(mode, chromium), ...(pages ? [node(mode, "pages", pages, true)] : [])];
  // CI hides it by that variable from a part of its tests.
  if (process.env.CI && !process.env.CHROMIUM) {
    throw new Error(`no Chromium for the browser tests, which CI must run: ${chromiumRemedy()}`);
  }
  console.error(`The tests in a browser do not run: ${chromiumRemedy()}. The same tests run in Node.`);
  return always;
}

export default defineConfig(({ mode }) => ({
  // Four, on two cores: tests that kill processes wait most of their time.
  test: {
    maxWorkers: 4,
    sequence: { sequencer: LongFirst },
    // vitest reads this limit of a page's start here alone, not in the browser's project.
    browser: { connectTimeout: PATIENCE },
    projects: projects(modeOfTests(mode)),
  },
}));
