import type { Part } from "../../../src/gpu/part.ts";

export const f32Posteriors: Part = { name: "nonbinary/posteriors/f32" };
export const int12Posteriors: Part = { name: "nonbinary/posteriors/int12" };
export const int12ShortsPosteriors: Part = { name: "nonbinary/posteriors/int12-shorts" };
export const levelsPosteriors: Part = { name: "nonbinary/posteriors/levels" };
