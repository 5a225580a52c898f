import { part } from "../../src/gpu/part.ts";

export const prefixSumsPart = part("common/prefix-sums", new URL("./prefix-sums.wgsl", import.meta.url));
