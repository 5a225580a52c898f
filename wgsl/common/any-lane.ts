import type { Part } from "../../src/gpu/part.ts";

export const anyLanePart: Part = {
  name: "common/any-lane",
  wgsl: new URL("./any-lane.wgsl", import.meta.url),
  imports: [],
  intrinsics: { any_lane: ["v128.any_true", "bits"] },
};
