import { part } from "../../../../src/gpu/part.ts";

export const deviationsInt12Shorts = part(
  "nonbinary/rules/trellis/deviations-int12-shorts",
  new URL("./deviations-int12-shorts.wgsl", import.meta.url),
);
