/**
 * Bound of LLRs, 2²⁰ (natural logarithm), as in wgsl/common/bound.wgsl: it represents certainty instead of infinity,
 * which WGSL need not support. Normalisation cuts messages at the bound: without it, the messages of a decoded frame
 * would double with every further iteration.
 * @example
 * LLR_BOUND; // → 1048576
 */
export const LLR_BOUND = 2 ** 20;
