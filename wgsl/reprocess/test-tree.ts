/** Value in `positions` for a test without children. */
export const NO_POSITION = 0xffffffff;

/** First index of the positions chosen after the tests of a stage, for rounds of `roundFrames` frames. */
export function stageAt(roundFrames: number, stage: number): number {
  return roundFrames * (2 ** stage - 1);
}
