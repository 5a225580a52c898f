import { join } from "node:path";
import { packageRoot } from "../../src/node/package-root.ts";

/** A file of experiments/results, independent of the working folder. */
export function resultFile(name: string): string {
  return join(packageRoot(), "experiments", "results", name);
}
