import { part } from "../../../src/gpu/part.ts";

/** Its twin is `load` of updateSymbolChecks (wgsl/nonbinary/schedules/edges.ts). */
export const edgeVectorsPart = part(
  "nonbinary/check-node/edge-vectors",
  new URL("./edge-vectors.wgsl", import.meta.url),
);
