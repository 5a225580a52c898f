import { readdirSync } from "node:fs";
import { join } from "node:path";
import { InputError } from "../../errors.ts";
import { isFile, isFolder } from "../disk/path-kind.ts";
import { readFailure } from "../disk/read-failure.ts";

/** Folders within folders that are looked into. */
const DEPTH_MAXIMUM = 6;

/** Whether a folder holds a run. */
export function isRunFolder(folder: string): boolean {
  return isFolder(folder) && isFile(join(folder, "run.json"));
}

/**
 * The run folders below a folder, by path. A run is not looked into, and neither are links and hidden folders.
 * @throws InputError if the folder itself cannot be read.
 */
export function runFolders(folder: string, depth = DEPTH_MAXIMUM): string[] {
  let entries: ReturnType<typeof foldersIn>;
  try {
    entries = foldersIn(folder);
  } catch (error) {
    if (depth < DEPTH_MAXIMUM) return [];
    throw new InputError(readFailure(error, "folder"), { file: folder });
  }
  return entries.flatMap((name) => {
    const path = join(folder, name);
    if (isRunFolder(path)) return [path];
    return depth > 1 ? runFolders(path, depth - 1) : [];
  });
}

function foldersIn(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && !entry.name.startsWith(".") && entry.name !== "node_modules")
    .map(({ name }) => name)
    .sort();
}
