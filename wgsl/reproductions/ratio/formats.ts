import type { Part } from "../../../src/gpu/part.ts";

export const ratioF32: Part = { name: "reproductions/ratio/f32" };
export const ratioLevels: Part = { name: "reproductions/ratio/levels" };
export const ratioLevelsPair: Part = { name: "reproductions/ratio/levels-pair" };
