import { part } from "../../../src/gpu/part.ts";

export const slicedSumsPart = part("nonbinary/formats/sliced-sums", new URL("./sliced-sums.wgsl", import.meta.url));
