import { part } from "../../../src/gpu/part.ts";

/** Imported beside osd/certain. */
export const neverPart = part("osd/symbols/never", new URL("./never.wgsl", import.meta.url));
