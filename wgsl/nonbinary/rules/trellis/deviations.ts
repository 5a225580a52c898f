import type { Part } from "../../../../src/gpu/part.ts";

export const deviationsF32: Part = { name: "nonbinary/rules/trellis/deviations-f32" };
export const deviationsF16: Part = { name: "nonbinary/rules/trellis/deviations-f16" };
export const deviationsInt12: Part = { name: "nonbinary/rules/trellis/deviations-int12" };
export const deviationsInt12Shorts: Part = { name: "nonbinary/rules/trellis/deviations-int12-shorts" };
