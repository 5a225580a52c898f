import { ACTIVE, LIST_HEAD, listRows, OCCUPIED } from "../../wgsl/common/active-frames/list.ts";
import type { KernelConstants } from "../gpu/kernel.ts";
import {
  type ActiveCount,
  type Dispatch,
  type FramePlaces,
  frameBuffer,
  type ProgramBuffer,
  UNUSED_BUFFER,
} from "../gpu/program.ts";
import { WORKGROUP_SIZE } from "../gpu/workgroup.ts";

/** Maximum number of slots, and of frames, that an invocation reads side by side, so that their loads overlap. */
const RUN = 8;
const RUN_FRAMES = 32;

/**
 * @param slotFrames number of frames of a slot, at most 4 or 32.
 * @param refills average number of frames that use a message slot one after another, each for at most `iterations`.
 */
function compactionConstants(slotFrames: number, refills = 1, iterations = 0): KernelConstants {
  return {
    SLOT_FRAMES: slotFrames,
    RUN: Math.min(RUN, RUN_FRAMES / slotFrames),
    REFILLS: refills,
    ITERATIONS: iterations,
  };
}

/** Early termination of a decoder with a frame-interleaved layout: which frames its kernels still work on. */
export interface ActiveFrames {
  /** The buffer `active_list` (wgsl/common/active-frames/list.wgsl). */
  readonly buffer: ProgramBuffer;
  /** Dispatches that list the active frames; none if all frames do all iterations. */
  readonly compact: readonly Dispatch[];
  /** The count of active frames that the engine may read between iterations. */
  readonly active?: ActiveCount;
}

/** Frames that move together. */
interface Compaction {
  /** Frames of one slot: they stay active together. */
  readonly slotFrames: number;
  /** Average number of frames per message slot (slot refill); 1 if left out. */
  readonly refills?: number;
  /** Most iterations of a frame, where slots are refilled. */
  readonly iterations?: number;
}

/**
 * Iterations between two readings of the number of occupied slots, where slots are refilled. Iterations without frames
 * take as long as a reading, which leaves the device idle.
 */
const REFILLED_EVERY = 8;

/** Every dispatch works on all frames. */
export const ALL_FRAMES: ActiveFrames = { buffer: UNUSED_BUFFER, compact: [] };

/**
 * Active frames move up to the first slots: a kernel that writes the messages of an iteration reads the messages of the
 * previous iteration from other slots. Slots may be refilled by frames that have not started.
 */
export function movedFrames({ slotFrames, refills = 1, iterations }: Compaction): ActiveFrames {
  const constants = compactionConstants(slotFrames, refills, iterations);
  return {
    // The same size for any number of frames.
    buffer: frameBuffer("u32", LIST_HEAD + 2 * listRows(constants)),
    compact: [
      {
        kernel: "common/active-frames/compact",
        constants,
        buffers: ["unsatisfied", "active_list"],
        workgroups: 1,
        // One workgroup for all frames.
        framesPerWorkgroup: Number.MAX_SAFE_INTEGER,
      },
    ],
    active:
      refills > 1
        ? { ...counted(OCCUPIED, slotFrames), every: REFILLED_EVERY }
        : // The list of an iteration is made before it.
          counted(ACTIVE, slotFrames),
  };
}

/**
 * Active frames fill the first slots: few frames move, by the dispatch `move`, and the others keep their slots.
 * @param slotFrames number of frames of a slot, which stay active together.
 */
export function filledSlots(slotFrames: number, move: Dispatch): ActiveFrames {
  const constants = compactionConstants(slotFrames);
  const moved = movedFrames({ slotFrames });
  const fill: Dispatch = { ...moved.compact[0], kernel: "common/active-frames/fill", constants };
  return { ...moved, compact: [fill, move] };
}

/**
 * Words of frames keep their places; after each iteration the words with an active frame are listed for the next
 * iteration.
 * @param simd whether a CPU runs the dispatches.
 * @param places buffers that belong to a frame, if frames may change places.
 */
export function listedWords(interleave: number, simd = false, places?: FramePlaces): ActiveFrames {
  return {
    buffer: { ...frameBuffer("u32", 2 + LIST_HEAD, interleave), cleared: true },
    compact: [
      {
        kernel: "common/active-frames/compact-words",
        constants: { STOP: 1, INTERLEAVE: interleave, DIRECT: simd ? 1 : 0 },
        buffers: ["unsatisfied", "active_list"],
        workgroups: 1,
        framesPerWorkgroup: WORKGROUP_SIZE * interleave,
      },
    ],
    active: {
      buffer: "active_list",
      framesPerSlot: interleave,
      elements: [ACTIVE + 1, ACTIVE],
      ...(places && { places }),
    },
  };
}

/** A counter of the list of each iteration. */
function counted(counter: number, framesPerSlot: number): ActiveCount {
  return { buffer: "active_list", framesPerSlot, elements: [counter, counter + 1] };
}
