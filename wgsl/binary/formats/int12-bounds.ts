/** Steps of an LLR of 1. */
export const INT12_STEPS = 16;
/** Steps of the largest channel LLR. */
export const CHANNEL_BOUND = 480;
/** Steps of the largest message. */
export const MESSAGE_BOUND = 511;
/** Steps of the largest posterior. */
export const POSTERIOR_BOUND = 1536;
/** Steps of the largest difference of a posterior and a message. */
export const DIFFERENCE_BOUND = POSTERIOR_BOUND + MESSAGE_BOUND;
