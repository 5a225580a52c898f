import { randomBytes } from "node:crypto";
import { closeSync, constants, fstatSync, linkSync, lstatSync, openSync, readSync, renameSync } from "node:fs";
import { discard } from "./discard.ts";

/** Suffixes of files that exist for a moment only, unless their process is stopped or killed in that moment. */
export const TRANSIENT = /\.[0-9a-f]{16}\.(taken|probe)$/;
/** More than the size of any lease; no more is read of a file. */
const READ_BYTES = 4096;
// A symbolic link or a pipe in the place of a lease is not followed and does not block. Windows has neither flag.
const READ_FLAGS = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK;
export const BEAT_FLAGS = constants.O_RDWR | constants.O_NOFOLLOW | constants.O_NONBLOCK;

/** Called before and after a lease is renamed to be removed. */
export type OnStep = (step: "judged" | "renamed") => void;

/** State of a file at one moment. */
export interface Snapshot {
  readonly text: string;
  /** Time of last change, in nanoseconds. */
  readonly changed: bigint;
  /** Whether it is a folder; no if left out. */
  readonly isFolder?: boolean;
}

/**
 * Distinguishes one state of one file from all others. The inode is no distinction, because the next file may get its
 * number at once. The text of a lease has a random token and a counter. A file without them is judged by its time of
 * last change, which a file created since then does not share.
 */
export function signatureOf({ text, changed }: Snapshot): string {
  return `${changed} ${text}`;
}

/** The file at a path; undefined if the path does not exist. */
export function readSnapshot(path: string): Snapshot | undefined {
  try {
    // The file is opened even for its times: on opening, a client of a file server checks whether its cache is up to
    // date.
    const descriptor = openSync(path, READ_FLAGS);
    try {
      return readDescriptor(descriptor);
    } finally {
      closeSync(descriptor);
    }
  } catch (error) {
    if (isGone(error)) return undefined;
  }
  // A folder, a symbolic link, or not readable.
  const stat = lstatSync(path, { bigint: true, throwIfNoEntry: false });
  return stat && { text: "", changed: stat.mtimeNs, isFolder: stat.isDirectory() };
}

export function readDescriptor(descriptor: number): Snapshot {
  const changed = fstatSync(descriptor, { bigint: true }).mtimeNs;
  const bytes = Buffer.allocUnsafe(READ_BYTES);
  return { text: bytes.toString("utf8", 0, readSync(descriptor, bytes, 0, READ_BYTES, 0)), changed };
}

/**
 * Removes the file at a path, if it is the meant file. Between the check and the removal, another process may put its
 * own file at the path. So the file is renamed first, checked again, and put back if it is another file. If a third
 * process has created a file at the path meanwhile, the renamed file keeps its new name, under which it counts as long
 * as it lives.
 */
export function takeAway(path: string, isMeant: (snapshot: Snapshot) => boolean, onStep?: OnStep): void {
  const renamed = `${path}.${uniqueDigits()}.taken`;
  try {
    renameSync(path, renamed);
  } catch (error) {
    if (isGone(error)) return;
    throw error;
  }
  onStep?.("renamed");
  const snapshot = readSnapshot(renamed);
  if (snapshot === undefined || isMeant(snapshot) || putBack(renamed, path)) discard(renamed);
}

/** @returns whether the file is at the path now. If another file is at the path, the file keeps its place. */
export function putBack(renamed: string, path: string): boolean {
  try {
    // Unlike renaming, it never replaces a file.
    linkSync(renamed, path);
    return true;
  } catch (error) {
    if (isGone(error)) return false;
    // Its owner may have put it back already.
    if (errorCode(error) === "EEXIST") return isSameFile(renamed, path);
  }
  try {
    // A folder, or a file system without hard links.
    if (lstatSync(path, { throwIfNoEntry: false }) !== undefined) return false;
    renameSync(renamed, path);
    return true;
  } catch {
    return false;
  }
}

function isSameFile(first: string, second: string): boolean {
  const [a, b] = [first, second].map((path) => lstatSync(path, { bigint: true, throwIfNoEntry: false }));
  return a !== undefined && a.ino === b?.ino && a.dev === b.dev;
}

export function uniqueDigits(): string {
  return randomBytes(8).toString("hex");
}

export function errorCode(error: unknown): string | undefined {
  return (error as NodeJS.ErrnoException | null)?.code;
}

/** ESTALE: another host has removed the file while it was open here. */
export function isGone(error: unknown): boolean {
  return errorCode(error) === "ENOENT" || errorCode(error) === "ESTALE";
}
