import { constantsOfList } from "../kernel/list-frames.ts";
import { listRows } from "../kernel/listed-place.ts";
import { frameBuffer, type ProgramBuffer, type Stage } from "./program.ts";

/**
 * The list of the frames that are left, of programs whose frames move up: [2 + 2·rows·frames] and not more for one frame or many.
 * @param placeFrames frames that leave together.
 */
export function frameLists(placeFrames: number): ProgramBuffer {
  return frameBuffer("u32", 2 + 2 * listRows(placeFrames));
}

/** Makes the list of an iteration in the buffer `lists`. @param placeFrames frames that leave together. */
export function listFramesStage(placeFrames: number): Stage {
  return {
    kernel: "list-frames",
    constants: constantsOfList(placeFrames),
    buffers: ["unsatisfied", "lists"],
    groups: 1,
    // One workgroup for all frames.
    framesPerWord: Number.MAX_SAFE_INTEGER,
  };
}
