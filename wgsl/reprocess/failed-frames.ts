/**
 * Elements of `failed` before the slots: number of waiting frames, index of the first waiting frame, frames of the run.
 */
export const FAILED_HEAD = 3;
