import { relative } from "node:path";
import { fileURLToPath } from "node:url";
import type { ProcessEntry } from "../../src/node/engine/entry.ts";
import { root } from "../source-files.ts";
import { compiled } from "./compiled.ts";

// Replaces src/node/engine/entry.ts in the tests (vitest.config.ts), so that processes of commands run compiled files.

export function entryBeside(name: string, moduleUrl: string): ProcessEntry {
  return processEntry(new URL(`./${name}.ts`, moduleUrl));
}

export function processEntry(url: URL): ProcessEntry {
  return { path: compiled(relative(root, fileURLToPath(url))), execArgv: [] };
}
