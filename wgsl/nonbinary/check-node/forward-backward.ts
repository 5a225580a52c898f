import { part } from "../../../src/gpu/part.ts";

export const forwardBackwardPart = part(
  "nonbinary/check-node/forward-backward",
  new URL("./forward-backward.wgsl", import.meta.url),
);
