// Removes what an earlier build left: a module that was moved or dropped must not live on in dist/, where `ldpc experiment` lists the folder.
import { rm } from "node:fs/promises";

await rm(new URL("../dist/", import.meta.url), { recursive: true, force: true });
