/** Largest magnitude of posteriors in steps: sums are cut to it without an instruction. */
export const BIASED_POSTERIOR = 1024;
