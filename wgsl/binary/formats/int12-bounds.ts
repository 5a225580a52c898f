import { differenceBound, type StepBounds } from "./steps/step-bounds.ts";

export const INT12: StepBounds = { perLlr: 16, channel: 480, message: 511, posterior: 1536 };
/** Steps of the largest difference of a posterior and a message. */
export const DIFFERENCE_BOUND = differenceBound(INT12);
