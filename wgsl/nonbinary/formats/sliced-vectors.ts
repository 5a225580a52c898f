import { part } from "../../../src/gpu/part.ts";

export const slicedVectorsPart = part(
  "nonbinary/formats/sliced-vectors",
  new URL("./sliced-vectors.wgsl", import.meta.url),
);
