import { part } from "../../src/gpu/part.ts";

/** Imported beside osd/certain and common/bound, by a kernel with a binding `llr`. */
export const scalePart = part("osd/scale", new URL("./scale.wgsl", import.meta.url));
