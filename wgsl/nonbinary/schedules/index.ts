import type { Part } from "../../../src/gpu/part.ts";

export const flooding: Part = { name: "nonbinary/schedules/flooding" };
export const floodingStart: Part = { name: "nonbinary/schedules/flooding-start" };
export const layered: Part = { name: "nonbinary/schedules/layered" };
export const layeredStart: Part = { name: "nonbinary/schedules/layered-start" };
