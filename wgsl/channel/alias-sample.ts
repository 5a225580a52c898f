import { part } from "../../src/gpu/part.ts";

export const aliasSamplePart = part("channel/alias-sample", new URL("./alias-sample.wgsl", import.meta.url));
