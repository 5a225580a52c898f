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
 * Compiles the programs of the tests' processes before the first test, because a process takes three times as long to start from
 * TypeScript. Only files changed since the last time are compiled. vitest calls this once (globalSetup).
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

/** Writes the counterpart of a source file, compiled or copied. @returns its path. */
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
  // Renamed into place, because two test runs may compile at once while their processes read.
  const own = `${target}.${process.pid}`;
  writeFileSync(own, code);
  renameSync(own, target);
  return target;
}

/** @returns the compiled text, or undefined with a message if the file is no TypeScript. Tests that do not need it still run. */
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

/** Removes the counterparts of renamed or removed files. */
function removeAllBut(made: ReadonlySet<string>): void {
  for (const file of FOLDERS.flatMap((folder) => filesOf(join(COMPILED, folder)))) {
    // Another run may be writing a file whose name ends with its process number.
    if (!made.has(file) && !/\.\d+$/.test(file)) rmSync(file, { force: true });
  }
}
