import { part } from "../../src/gpu/part.ts";

export const boundPart = part("common/bound", new URL("./bound.wgsl", import.meta.url));

/**
 * Bound of LLRs, 2²⁰ (natural logarithm): stands for certainty where infinity would, which WGSL need not know. Messages are
 * cut there when they are normalised: those of a decoded frame double with every further iteration otherwise. Of
 * wgsl/common/bound.wgsl.
 */
export const LLR_BOUND = 2 ** 20;
