// Copies the kernels' WGSL beside their compiled twins, where tsc leaves it behind: `new URL("./x.wgsl", import.meta.url)` must mean the
// same file from wgsl/ and from dist/wgsl/.
import { cp, mkdir, readdir, rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const from = fileURLToPath(new URL("../wgsl/", import.meta.url));
const to = fileURLToPath(new URL("../dist/wgsl/", import.meta.url));
const kernelsIn = async (folder) =>
  (await readdir(folder, { recursive: true })).filter((file) => file.endsWith(".wgsl"));

await mkdir(to, { recursive: true });
// A kernel that was renamed or dropped must not live on in dist.
for (const file of await kernelsIn(to)) await rm(join(to, file));
for (const file of await kernelsIn(from)) {
  await mkdir(dirname(join(to, file)), { recursive: true });
  await cp(join(from, file), join(to, file));
}
