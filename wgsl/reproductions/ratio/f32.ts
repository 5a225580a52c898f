import { part } from "../../../src/gpu/part.ts";

export const ratioF32 = part("reproductions/ratio/f32", new URL("./f32.wgsl", import.meta.url));
