import { compactionConstants } from "../../wgsl/common/active-frames/compact.ts";
import { LIST_HEAD, listRows } from "../../wgsl/common/active-frames/list.ts";
import { type Dispatch, frameBuffer, type ProgramBuffer } from "../gpu/program.ts";

/** Compaction of active frames: which frames share a slot, and whether slots are refilled. */
export interface Compaction {
  /** Frames of one slot: they stay active together. */
  readonly slotFrames: number;
  /** Frames, on average, that take a message slot one after another; 1 if left out. */
  readonly refills?: number;
  /** Most iterations of a frame, where slots are refilled. */
  readonly iterations?: number;
}

/** The list of active frames, of programs with compaction: [LIST_HEAD + 2·rows·frames] and not more for one frame or many. */
export function activeListBuffer({ slotFrames, refills = 1 }: Compaction): ProgramBuffer {
  return frameBuffer("u32", LIST_HEAD + 2 * listRows({ SLOT_FRAMES: slotFrames, REFILLS: refills }).count);
}

/** Makes the list of an iteration in the buffer `lists`. */
export function compactFramesDispatch({ slotFrames, refills, iterations }: Compaction): Dispatch {
  return {
    kernel: "common/active-frames/compact",
    constants: compactionConstants(slotFrames, refills, iterations),
    buffers: ["unsatisfied", "active_list"],
    workgroups: 1,
    // One workgroup for all frames.
    framesPerWorkgroup: Number.MAX_SAFE_INTEGER,
  };
}
