import { closeSync, fstatSync, fsyncSync, openSync, rmSync } from "node:fs";
import { diskError, writeBytesAt } from "../../node/disk/disk.ts";

/** Bytes written at once. */
const AT_ONCE = 2 ** 20;

/**
 * Overwrites a file with zeros and removes it; does nothing for a missing file. Most disks and file systems write new
 * data to other blocks and may keep the old blocks: a program can do no more.
 * @throws InputError if the disk refuses.
 */
export function destroyFile(path: string): void {
  try {
    const descriptor = openSync(path, "r+");
    try {
      const { size } = fstatSync(descriptor);
      const zeros = new Uint8Array(Math.min(AT_ONCE, size));
      for (let at = 0; at < size; at += zeros.length) {
        writeBytesAt(descriptor, zeros.subarray(0, Math.min(zeros.length, size - at)), at);
      }
      fsyncSync(descriptor);
    } finally {
      closeSync(descriptor);
    }
    rmSync(path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw diskError(error, path);
  }
}
