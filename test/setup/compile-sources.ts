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
import { dirname, join, relative, sep } from "node:path";
import { transformWithOxc } from "vite";
import { bundleForNode, PROGRAMS } from "../../bin/node-bundle.js";
import { root } from "../source-files.ts";
import { COMPILED, compiled } from "./compiled.ts";

/** Folders of the files that processes of tests run or read. */
const FOLDERS = ["src", "experiments", "test", "wgsl"];

const BUNDLER = join(root, "bin", "node-bundle.js");
/** A text with the bundled files. */
const BUNDLED = join(COMPILED, "bundled.json");
/** Programs that only tests start. */
const TEST_PROGRAM = /^test\/.*(fake-ldpc|-worker)\.ts$/;

/**
 * Compiles the programs of the tests' processes before the first test, because a process takes five times as long to start from
 * TypeScript. Programs are bundled as in the package. Their modules are compiled too, for processes that import single modules. A file is
 * compiled again only after it has changed. vitest calls this once (globalSetup).
 */
export default async function compileSources(): Promise<void> {
  const sources = FOLDERS.flatMap((folder) => filesOf(join(root, folder)));
  const own = sources.map((source) => relative(root, source).split(sep).join("/"));
  const programs = [...PROGRAMS, ...own.filter((path) => TEST_PROGRAM.test(path))];
  const modules = sources.filter((_, i) => !programs.includes(own[i]));
  const made = await Promise.all([bundle(programs, sources), ...modules.map(place)]);
  removeAllBut(new Set([BUNDLED, ...made.flat()]));
}

/** Bundles programs, unless no source is newer than their files. @returns the paths of their files. */
async function bundle(programs: readonly string[], sources: readonly string[]): Promise<string[]> {
  const newest = Math.max(...[BUNDLER, ...sources].map((file) => statSync(file).mtimeMs));
  if (existsSync(BUNDLED)) {
    const last: BundledFiles = JSON.parse(readFileSync(BUNDLED, "utf8"));
    if (last.newest >= newest && String(last.programs) === String(programs)) return last.files;
  }
  const output = await bundleForNode(programs);
  const files = output.map(({ path, code }) => {
    const file = join(COMPILED, path);
    // Another run may have written it at the same time, and its processes read it.
    if (!existsSync(file) || readFileSync(file, "utf8") !== code) write(file, code);
    return file;
  });
  write(BUNDLED, JSON.stringify({ newest, programs, files } satisfies BundledFiles));
  return files;
}

interface BundledFiles {
  /** Time of the newest source's last change. */
  readonly newest: number;
  readonly programs: readonly string[];
  readonly files: string[];
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
  rmSync(target, { force: true });
  if (source.endsWith(".ts")) {
    const code = await compile(source);
    if (code !== undefined) write(target, code);
  } else {
    mkdirSync(dirname(target), { recursive: true });
    copyFileSync(source, target);
  }
  return target;
}

/** Writes a file and renames it into place, because two test runs may compile at once while their processes read. */
function write(file: string, text: string): void {
  const own = `${file}.${process.pid}`;
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(own, text);
  renameSync(own, file);
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
  for (const file of filesOf(COMPILED)) {
    // Another run may be writing a file whose name ends with its process number.
    if (!made.has(file) && !/\.\d+$/.test(file)) rmSync(file, { force: true });
  }
}
