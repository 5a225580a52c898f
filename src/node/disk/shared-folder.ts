import { randomBytes } from "node:crypto";
import { closeSync, openSync, readFileSync, renameSync, writeSync } from "node:fs";
import { join } from "node:path";
import { InputError } from "../../errors.ts";
import { discard, diskError } from "./disk.ts";

/** The file operations that the check tries; tests pass operations that fail. */
export interface FolderFiles {
  /** @param flag `wx` creates exclusively, `a` appends. */
  open(path: string, flag: "wx" | "a"): number;
  rename(from: string, to: string): void;
}

const FILES: FolderFiles = { open: openSync, rename: renameSync };

/** The missing feature of a file system, and its consequence. */
const LACKS = {
  exclusive:
    "creates a file that exists already as if it were new (no exclusive create), so two processes would begin one file",
  append: "loses what two open files append to one name, so counts would be lost",
  rename: "does not replace a file by a rename, so points.csv could be read in part",
} as const;

/**
 * Tries in a folder the operations that workers who share it need: exclusive create, append, and a rename that replaces
 * a file. It takes about a dozen calls, and removes its own files afterwards.
 * @throws InputError naming the missing feature of the file system, or that the folder cannot be written.
 * @example
 * requireSharedFolder("runs/nb620");
 */
export function requireSharedFolder(folder: string, files: FolderFiles = FILES): void {
  const [first, second] = ["first", "second"].map((name) =>
    join(folder, `${name}.${randomBytes(8).toString("hex")}.probe`),
  );
  try {
    const lack = lackOf(first, second, files);
    if (lack === undefined) return;
    const remedy = "choose a folder on a local disk, NFS 3 or later, or Lustre; ldpc selftest --ledger tries a folder";
    throw new InputError(`the file system ${LACKS[lack]}: ${remedy}`, { file: folder });
  } catch (error) {
    throw diskError(error, folder);
  } finally {
    for (const path of [first, second]) discard(path);
  }
}

function lackOf(first: string, second: string, files: FolderFiles): keyof typeof LACKS | undefined {
  closeSync(files.open(first, "wx"));
  try {
    closeSync(files.open(first, "wx"));
    return "exclusive";
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
  }
  const descriptors = [files.open(first, "a"), files.open(first, "a")];
  try {
    for (const [i, descriptor] of [...descriptors, descriptors[0]].entries()) writeSync(descriptor, `${i}\n`);
  } finally {
    for (const descriptor of descriptors) closeSync(descriptor);
  }
  if (readFileSync(first, "utf8") !== "0\n1\n2\n") return "append";
  closeSync(files.open(second, "wx"));
  files.rename(first, second);
  return readFileSync(second, "utf8") === "0\n1\n2\n" && !exists(first) ? undefined : "rename";
}

function exists(path: string): boolean {
  try {
    readFileSync(path);
    return true;
  } catch {
    return false;
  }
}
