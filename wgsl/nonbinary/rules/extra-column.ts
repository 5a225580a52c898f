import { part } from "../../../src/gpu/part.ts";

/** Its twin is `extraColumn` of wgsl/nonbinary/rules/trellis.ts. */
export const extraColumnPart = part("nonbinary/rules/extra-column", new URL("./extra-column.wgsl", import.meta.url));
