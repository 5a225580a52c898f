import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { dirname, join, relative } from "node:path";
import { transformWithOxc } from "vite";
import { root } from "../source-files.ts";
import { COMPILED, compiled } from "./compiled.ts";

/** Folders of the files that processes of tests run or read. */
const FOLDERS = ["src", "experiments", "test", "wgsl"];

/**
 * Compiles the programs of processes of tests, before the first test: from TypeScript a process starts in three times
 * the time. Only files changed since the last time are compiled. vitest calls this once (globalSetup).
 */
export default async function compileSources(): Promise<void> {
  const sources = FOLDERS.flatMap((folder) => filesOf(join(root, folder)));
  const made = await Promise.all(sources.map(place));
  removeAllBut(new Set(made));
}

function filesOf(folder: string): string[] {
  if (!existsSync(folder)) return [];
  const entries = readdirSync(folder, { withFileTypes: true, recursive: true }).filter((entry) => entry.isFile());
  return entries.map(({ parentPath, name }) => join(parentPath, name)).filter((file) => !file.endsWith(".test.ts"));
}

/** A file's counterpart: compiled, or a copy. @returns its path. */
async function place(source: string): Promise<string> {
  const target = compiled(relative(root, source));
  if (existsSync(target) && statSync(target).mtimeMs >= statSync(source).mtimeMs) return target;
  mkdirSync(dirname(target), { recursive: true });
  rmSync(target, { force: true });
  if (!source.endsWith(".ts")) {
    copyFileSync(source, target);
    return target;
  }
  const code = await compile(source);
  if (code === undefined) return target;
  // By a rename: two runs may compile at once, and their processes read.
  const own = `${target}.${process.pid}`;
  writeFileSync(own, code);
  renameSync(own, target);
  return target;
}

/** @returns undefined, and says why, of a file that is no TypeScript: tests that do not need it run all the same. */
async function compile(source: string): Promise<string | undefined> {
  try {
    const { code } = await transformWithOxc(readFileSync(source, "utf8"), source, {
      typescript: { onlyRemoveTypeImports: true, rewriteImportExtensions: "rewrite" },
      sourcemap: false,
    });
    return code;
  } catch (error) {
    console.error(
      `${relative(root, source)} does not compile, processes cannot import it: ${(error as Error).message}`,
    );
    return undefined;
  }
}

/** A file that was renamed or dropped must not live on. */
function removeAllBut(made: ReadonlySet<string>): void {
  for (const file of FOLDERS.flatMap((folder) => filesOf(join(COMPILED, folder)))) {
    // Another run may be writing one that ends in its process' number.
    if (!made.has(file) && !/\.\d+$/.test(file)) rmSync(file, { force: true });
  }
}
