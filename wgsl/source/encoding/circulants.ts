import { part } from "../../../src/gpu/part.ts";

export const circulantsPart = part("source/encoding/circulants", new URL("./circulants.wgsl", import.meta.url));
