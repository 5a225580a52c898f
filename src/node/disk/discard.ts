import { rmSync } from "node:fs";

/** Removes a file or folder, if it can be removed. */
export function discard(path: string): void {
  try {
    rmSync(path, { recursive: true, force: true });
  } catch {
    // What remains does no harm: an earlier failure is the one to report, and later processes try again.
  }
}
