import { part } from "../../src/gpu/part.ts";

export const pivotPart = part("osd/pivot", new URL("./pivot.wgsl", import.meta.url));
