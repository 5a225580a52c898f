import { part } from "../../../src/gpu/part.ts";

export const exactF32Part = part("channel/points/exact-f32", new URL("./exact-f32.wgsl", import.meta.url));
