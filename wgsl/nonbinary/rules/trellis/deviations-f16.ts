import { part } from "../../../../src/gpu/part.ts";

export const deviationsF16 = part(
  "nonbinary/rules/trellis/deviations-f16",
  new URL("./deviations-f16.wgsl", import.meta.url),
);
