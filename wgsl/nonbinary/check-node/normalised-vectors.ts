import { part } from "../../../src/gpu/part.ts";
import { edgeVectorsPart } from "./edge-vectors.ts";

export const normalisedVectorsPart = part(
  "nonbinary/check-node/normalised-vectors",
  new URL("./normalised-vectors.wgsl", import.meta.url),
  [edgeVectorsPart],
);
