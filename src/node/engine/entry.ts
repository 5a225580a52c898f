import { fileURLToPath } from "node:url";

/** The arguments of `fork` that start another file of this package. */
export interface ProcessEntry {
  readonly path: string;
  /** Arguments for node itself: the TypeScript loader when running from source. */
  readonly execArgv: readonly string[];
}

/** A module beside another module, by name without ending, as source or compiled as the other module is. */
export function entryBeside(name: string, moduleUrl: string): ProcessEntry {
  const ending = moduleUrl.endsWith(".ts") ? ".ts" : ".js";
  return processEntry(new URL(`./${name}${ending}`, moduleUrl));
}

export function processEntry(url: URL): ProcessEntry {
  const path = fileURLToPath(url);
  return { path, execArgv: path.endsWith(".ts") ? ["--import", import.meta.resolve("tsx")] : [] };
}
