import { bufferElements, type Dispatch, type ProgramBuffer } from "../../gpu/program.ts";
import { WORKGROUP_SIZE } from "../../gpu/workgroup.ts";

/**
 * Limit of the bytes of a round, unless one frame needs more: some thousand tests of a short code, which fill a GPU.
 */
const ROUND_MEMORY = 256 * 2 ** 20;
/** Limit of the bytes of a round in one buffer: the size that WebGPU guarantees. */
const BUFFER_MEMORY = 128 * 2 ** 20;

/**
 * Number of frames of a round that memory allows, at least one.
 * @param perFrame buffers of a round. Buffers per frame hold the tests of the frames.
 * @param tests number of tests of a frame.
 * @param wanted largest number of tests of a round.
 */
export function roundFramesOf(perFrame: Readonly<Record<string, ProgramBuffer>>, wanted: number, tests = 1): number {
  const bytes = Object.values(perFrame).map(({ perFrame: own, length, interleave = 1 }) =>
    own ? (4 * length) / interleave : 0,
  );
  const all = bytes.reduce((sum, each) => sum + each, 0);
  const memory = Math.min(ROUND_MEMORY / all, BUFFER_MEMORY / Math.max(...bytes));
  return Math.max(1, Math.floor(Math.min(memory, wanted) / tests));
}

/** A buffer for a fixed number of tests, independent of the number of frames. */
export function ofFixedLength(buffer: ProgramBuffer, tests: number): ProgramBuffer {
  const { type, data } = buffer;
  return { type, length: bufferElements(buffer, tests), perFrame: false, ...(data === undefined ? {} : { data }) };
}

/** Lists the frames that failed, after the iterations. */
export function listFailed(iterations: number): Dispatch {
  return {
    kernel: "reprocess/list-failed",
    constants: { ITERATIONS: iterations },
    buffers: ["unsatisfied", "failed"],
    workgroups: 1,
    framesPerWorkgroup: WORKGROUP_SIZE,
  };
}

/** Ends a round. */
export function endRound(frames: number): Dispatch {
  return {
    kernel: "reprocess/end-round",
    constants: { ROUND_FRAMES: frames },
    buffers: ["failed"],
    workgroups: 1,
    frames: 1,
  };
}
