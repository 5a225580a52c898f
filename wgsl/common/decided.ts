import { part } from "../../src/gpu/part.ts";

export const decidedPart = part("common/decided", new URL("./decided.wgsl", import.meta.url));
