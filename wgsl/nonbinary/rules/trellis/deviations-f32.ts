import { part } from "../../../../src/gpu/part.ts";

export const deviationsF32 = part(
  "nonbinary/rules/trellis/deviations-f32",
  new URL("./deviations-f32.wgsl", import.meta.url),
);
