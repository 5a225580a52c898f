import { part } from "../../../src/gpu/part.ts";

export const edgeVectorsPart = part(
  "nonbinary/check-node/edge-vectors",
  new URL("./edge-vectors.wgsl", import.meta.url),
);
