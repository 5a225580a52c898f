import { part } from "../../../src/gpu/part.ts";

export const f32Posteriors = part("nonbinary/posteriors/f32", new URL("./f32.wgsl", import.meta.url));
