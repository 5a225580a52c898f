import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** Makes an empty folder for a test. The end of the run removes all of them (test/setup/temporary-folder.ts). */
export function newFolder(): string {
  return mkdtempSync(join(tmpdir(), "ldpc-test-"));
}
