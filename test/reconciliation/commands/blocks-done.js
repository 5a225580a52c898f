import { existsSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";

// A process of the tests loads this file too, so it is not TypeScript.
export function blocksDone(out) {
  const path = join(out, "journal.ldpc.part");
  if (!existsSync(path)) return 0;
  const header = readFileSync(path).indexOf(10) + 1;
  return Math.floor((statSync(path).size - header) / (8 + 17 + 4));
}
