/** Value in `positions` for a test without children. */
export const NO_POSITION = 0xffffffff;

/** Cost of no word: wgsl/reprocess/no-word.wgsl. */
export const NO_WORD = 2 ** 127;

/** First index of the positions chosen after the tests of a stage, for rounds of `roundFrames` frames. */
export function stageAt(roundFrames: number, stage: number): number {
  return roundFrames * (2 ** stage - 1);
}
