import { FAILED_HEAD } from "../../../wgsl/reprocess/failed-frames.ts";
import { NO_POSITION, stageAt } from "../../../wgsl/reprocess/test-tree.ts";

/** A round of 3 frames, 2 of them waiting, after three stages of selection. It is written as words, without the kernels' formulas. */
export const ROUND_FRAMES = 3;

/** Symbols of a frame, more than the 64 invocations of a workgroup. */
export const N = 150;

/** Slots of a run of 9 frames. The round has no third frame. */
export const SLOTS = [6, 2, undefined] as const;

export const failed = Uint32Array.from([2, 4, 9, 1, 3, 4, 8, 6, 2, 0, 0, 0].slice(0, FAILED_HEAD + 9));

/** Chosen positions by frame and path. Other paths have no children. */
const CHOSEN: Readonly<Record<number, Readonly<Record<string, number>>>> = {
  0: { "": 17, "0": 5, "1": 149, "00": 70, "01": 71, "10": 3 },
  1: { "": 0, "1": 64, "10": 9, "11": 12 },
};

/** `positions` after select-position and before stage 3. */
export const positions = new Uint32Array(stageAt(ROUND_FRAMES, 3)).fill(NO_POSITION);
for (const [frame, paths] of Object.entries(CHOSEN)) {
  for (const [path, position] of Object.entries(paths)) {
    const at = Number(frame) * 2 ** path.length + (path === "" ? 0 : Number.parseInt(path, 2));
    positions[[0, 3, 9][path.length] + at] = position;
  }
}

/** A test by frame and path, as bits. `slot` is undefined if the frame does not exist. */
export interface NamedTest {
  readonly frame: number;
  readonly path: string;
  readonly slot: number | undefined;
  /** The bit to which each symbol is saturated. */
  readonly saturated: ReadonlyMap<number, string>;
}

/** The tests of a stage in their order. */
export function testsOf(stage: number): NamedTest[] {
  return Array.from({ length: ROUND_FRAMES * 2 ** stage }, (_, i) => {
    const frame = Math.floor(i / 2 ** stage);
    const path = stage === 0 ? "" : (i % 2 ** stage).toString(2).padStart(stage, "0");
    const before = Array.from({ length: stage }, (_, k) => CHOSEN[frame]?.[path.slice(0, k)]);
    const exists = SLOTS[frame] !== undefined && !before.includes(undefined as never);
    return {
      frame,
      path,
      slot: exists ? SLOTS[frame] : undefined,
      saturated: new Map(before.map((position, k) => [position, path[k]])),
    };
  });
}
