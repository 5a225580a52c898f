// Builds dist/ for Node from the sources: a file for each door, program and experiment, and the chunks that they share. Their types are
// those that tsc writes. An argument names another folder.
import { mkdir, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { bundleForNode, DOORS, PROGRAMS } from "./node-bundle.js";

const folder = process.argv[2] ?? fileURLToPath(new URL("../dist/", import.meta.url));
for (const { path, code } of await bundleForNode([...DOORS, ...PROGRAMS])) {
  await mkdir(dirname(join(folder, path)), { recursive: true });
  await writeFile(join(folder, path), code);
}
