import { readFileSync } from "node:fs";
import { join } from "node:path";
import { root, sourceFiles } from "../source-files.ts";

const OPENS_DEVICE = /\b(?:bothEngines|openGpu|shaderRunner|requestAdapter)\(/;

/**
 * The test files that open no WebGPU device. A browser runs them only if their names say so, because the V8 of Node, where all of them run, is
 * the browser's too.
 */
export function testsWithoutDevice(): string[] {
  const tests = sourceFiles("test").filter((file) => file.endsWith(".test.ts") && !file.endsWith(".browser.test.ts"));
  return tests.filter((file) => !OPENS_DEVICE.test(readFileSync(join(root, file), "utf8")));
}
