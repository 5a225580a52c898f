import { join } from "node:path";
import { root } from "../source-files.ts";

/** Folder of the compiled files. In node_modules, git ignores it and the files find their packages. */
export const COMPILED = join(root, "node_modules", ".cache", "gfq-ldpc-tests");

/**
 * The compiled counterpart of a source file, which Node runs without a loader. compile-sources.ts makes it.
 * @param path path from the package's root: `src/cli/main.ts`.
 */
export function compiled(path: string): string {
  return join(COMPILED, path.replace(/\.ts$/, ".js"));
}
