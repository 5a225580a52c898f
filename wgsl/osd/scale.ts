import { part } from "../../src/gpu/part.ts";

/** Imported beside osd/certain and common/bound. */
export const scalePart = part("osd/scale", new URL("./scale.wgsl", import.meta.url));
