import type { RunParameters } from "../gpu/kernel.ts";

/** The parameters of a run that decodes frames with given LLRs: the run draws no noise and scales no LLRs. */
export function givenRun(frames: number): RunParameters {
  return { firstFrame: 0, frames, chunkFrames: frames, key: [0, 0], llrScale: 1, amplitude: 1 };
}
