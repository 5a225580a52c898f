import { part } from "../../src/gpu/part.ts";

export const runPart = part("common/run", new URL("./run.wgsl", import.meta.url));
