import type { Part } from "../../src/gpu/part.ts";

export const anyLanePart: Part = {
  name: "common/any-lane",
  intrinsics: { any_lane: ["v128.any_true", "bits"] },
};
