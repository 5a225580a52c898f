import { part } from "../../../src/gpu/part.ts";

export const trellisStepPart = part(
  "nonbinary/check-node/trellis-step",
  new URL("./trellis-step.wgsl", import.meta.url),
);
