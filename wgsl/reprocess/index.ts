/**
 * Elements of `failed` before the slots: number of waiting frames, index of the first waiting frame, frames of the run.
 */
export const FAILED_HEAD = 3;

/** Value in `positions` for a test without children. */
export const NO_POSITION = 0xffffffff;

/** First index of the positions chosen after the tests of a stage, for rounds of `roundFrames` frames. */
export function stageAt(roundFrames: number, stage: number): number {
  return roundFrames * (2 ** stage - 1);
}

/** Number of tests of one workgroup. */
export const SELECTED_TESTS = 16;
