import { part } from "../../src/gpu/part.ts";

export const boundPart = part("common/bound", new URL("./bound.wgsl", import.meta.url));

/**
 * Bound of LLRs, 2²⁰ (natural logarithm): it represents certainty instead of infinity, which WGSL need not support.
 * Messages are cut at the bound when they are normalised: the messages of a decoded frame would otherwise double with
 * every further iteration. Of wgsl/common/bound.wgsl.
 * @example
 * LLR_BOUND; // → 1048576
 */
export const LLR_BOUND = 2 ** 20;
