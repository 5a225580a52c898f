// Copies what the compiled library reads at run time and tsc leaves behind: `new URL("../../wgsl/x.wgsl",
// import.meta.url)` must mean the same file from src/kernel/ and from dist/src/kernel/.
import { cp, mkdir, rm } from "node:fs/promises";
import { fileURLToPath } from "node:url";

const root = new URL("../", import.meta.url);

for (const folder of ["wgsl"]) {
  const from = fileURLToPath(new URL(folder, root));
  const to = fileURLToPath(new URL(`dist/${folder}`, root));
  // A kernel that was renamed or dropped must not live on in dist.
  await rm(to, { recursive: true, force: true });
  await mkdir(from, { recursive: true });
  await cp(from, to, { recursive: true });
}
