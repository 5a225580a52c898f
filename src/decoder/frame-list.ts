import { constantsOfList } from "../kernel/list-frames.ts";
import { LIST_HEAD, listRows } from "../kernel/listed-place.ts";
import { frameBuffer, type ProgramBuffer, type Stage } from "./program.ts";

/** How frames move up: which of them leave together, and who takes their places. */
export interface FrameMoves {
  /** Frames that leave together. */
  readonly placeFrames: number;
  /** Frames, on average, that take a place of messages one after another; 1 if left out. */
  readonly refills?: number;
  /** Most iterations of a frame, where places are refilled. */
  readonly iterations?: number;
}

/** The list of the frames that are left, of programs whose frames move up: [LIST_HEAD + 2·rows·frames] and not more for one frame or many. */
export function frameLists({ placeFrames, refills = 1 }: FrameMoves): ProgramBuffer {
  return frameBuffer("u32", LIST_HEAD + 2 * listRows({ PLACE_FRAMES: placeFrames, REFILLS: refills }).count);
}

/** Makes the list of an iteration in the buffer `lists`. */
export function listFramesStage({ placeFrames, refills, iterations }: FrameMoves): Stage {
  return {
    kernel: "list-frames",
    constants: constantsOfList(placeFrames, refills, iterations),
    buffers: ["unsatisfied", "lists"],
    groups: 1,
    // One workgroup for all frames.
    framesPerWord: Number.MAX_SAFE_INTEGER,
  };
}
