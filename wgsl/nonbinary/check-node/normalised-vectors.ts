import { part } from "../../../src/gpu/part.ts";
import { edgeVectorsPart } from "./edge-vectors.ts";

/** Its twin is `load` and `put` of updateSymbolChecks with `normaliseMessage` (wgsl/nonbinary/schedules/edges.ts). */
export const normalisedVectorsPart = part(
  "nonbinary/check-node/normalised-vectors",
  new URL("./normalised-vectors.wgsl", import.meta.url),
  [edgeVectorsPart],
);
