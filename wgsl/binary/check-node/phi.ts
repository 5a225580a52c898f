import { part } from "../../../src/gpu/part.ts";

export const phiPart = part("binary/check-node/phi", new URL("./phi.wgsl", import.meta.url));

/** Largest argument and value of Φ. */
export const LARGEST_LLR = 80;
export const SMALLEST_LLR = 2 ** -100;
