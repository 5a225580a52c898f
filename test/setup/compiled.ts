import { join } from "node:path";
import { root } from "../source-files.ts";

/** Within node_modules: git passes over it, and the compiled files find their packages. */
export const COMPILED = join(root, "node_modules", ".cache", "gfq-ldpc-tests");

/**
 * The compiled counterpart of a source file, which Node runs without a loader (compile-sources.ts has made it).
 * @param path from the package's root: `src/cli/main.ts`.
 */
export function compiled(path: string): string {
  return join(COMPILED, path.replace(/\.ts$/, ".js"));
}
