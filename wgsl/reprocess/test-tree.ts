import { part } from "../../src/gpu/part.ts";
import { failedFramesPart, failedSlot } from "./failed-frames.ts";

export const testTreePart = part("reprocess/test-tree", new URL("./test-tree.wgsl", import.meta.url), [
  failedFramesPart,
]);

/** In `positions`: the test has no children. */
export const NO_POSITION = 0xffffffff;

/** Cost of no word: wgsl/reprocess/no-word.wgsl. */
export const NO_WORD = 2 ** 127;

/** The tests of a stage of a round: twin of wgsl/reprocess/test-tree.wgsl. */
export interface TestTree {
  readonly stage: number;
  /** Slot of the frame that a test is of, undefined where there is no such test. */
  slot(test: number): number | undefined;
  /** Position that was chosen after the ancestor of stage k of a test, k below the stage. */
  pathPosition(test: number, k: number): number;
}

/** First index of the positions chosen after the tests of a stage, for rounds of `roundFrames` frames. */
export function stageAt(roundFrames: number, stage: number): number {
  return roundFrames * (2 ** stage - 1);
}

/**
 * @param failed of list-failed.
 * @param positions [stage][test] of select-position.
 * @param frames tests of the stage: roundFrames·2^stage.
 */
export function testTree(
  failed: ArrayLike<number>,
  positions: ArrayLike<number>,
  roundFrames: number,
  frames: number,
): TestTree {
  const stage = Math.log2(frames / roundFrames);
  const pathPosition = (test: number, k: number) => positions[stageAt(roundFrames, k) + (test >> (stage - k))];
  return {
    stage,
    slot: (test) =>
      stage > 0 && pathPosition(test, stage - 1) === NO_POSITION ? undefined : failedSlot(failed, test >> stage),
    pathPosition,
  };
}
