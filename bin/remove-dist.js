// Removes an earlier build. A module that was moved or removed must not stay in dist/, where `ldpc experiment` lists the folder.
import { rm } from "node:fs/promises";

await rm(new URL("../dist/", import.meta.url), { recursive: true, force: true });
