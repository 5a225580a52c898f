import type { Part } from "../../../src/gpu/part.ts";

export const philoxPart: Part = {
  name: "common/random/philox",
  intrinsics: {
    multiply_high_0: ["i32x4.mul_high_u", "a", 0xd2511f53],
    multiply_high_1: ["i32x4.mul_high_u", "a", 0xcd9e8d57],
  },
};
