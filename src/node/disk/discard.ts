import { rmSync } from "node:fs";

/** Removes a file, if it can be removed. A folder stays: this program makes no folder where it makes files. */
export function discard(path: string): void {
  try {
    rmSync(path, { force: true });
  } catch {
    // What remains does no harm: an earlier failure is the one to report, and later processes try again.
  }
}
