/** The greatest LLR that is converted into a probability of its own. */
export const LARGEST_LLR = 60;

/** The least product of probabilities, an f32 number. */
export const LEAST_PRODUCT = Math.fround(1e-36);

/** Whole numbers of messages=int12 in an LLR of 1 (steps.wgsl). */
export const STEPS_PER_LLR = 8;
