import { part } from "../../../../src/gpu/part.ts";

export const deviationsInt12 = part(
  "nonbinary/rules/trellis/deviations-int12",
  new URL("./deviations-int12.wgsl", import.meta.url),
);
