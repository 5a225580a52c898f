// Copies the kernels' WGSL beside the compiled modules, since tsc does not: `new URL("./x.wgsl", import.meta.url)` must name the same file
// from wgsl/ and from dist/wgsl/. An argument names another folder.
import { cp, mkdir, readdir } from "node:fs/promises";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const from = fileURLToPath(new URL("../wgsl/", import.meta.url));
const to = process.argv[2] ?? fileURLToPath(new URL("../dist/wgsl/", import.meta.url));
const kernels = (await readdir(from, { recursive: true })).filter((file) => file.endsWith(".wgsl"));

for (const file of kernels) {
  await mkdir(dirname(join(to, file)), { recursive: true });
  await cp(join(from, file), join(to, file));
}
