import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

let hash: string | undefined;

/** SHA-256 of the files of the WGSL compiler, which differs between its versions. In builds bin/node-bundle.js puts the hash here. */
export function compilerHash(): string {
  hash ??= filesIn(fileURLToPath(new URL("../../wgsl-cpu/", import.meta.url)))
    .reduce((sum, path) => sum.update(readFileSync(path)), createHash("sha256"))
    .digest("hex");
  return hash;
}

/** Programs below a folder, in the same order on every machine. */
function filesIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((name) => /\.(ts|js)$/.test(name))
    .sort()
    .map((name) => join(folder, name));
}
