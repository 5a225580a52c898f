import type { RunParameters } from "../src/gpu/kernel.ts";

/** Parameters of a run, with defaults for all but the number of frames. */
export function runParameters(given: Partial<RunParameters> & { frames: number }): RunParameters {
  return { firstFrame: 0, chunkFrames: 8, key: [1, 2], llrScale: 0.5, amplitude: 256, ...given };
}
