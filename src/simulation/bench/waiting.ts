import { progress } from "../../engine/decode.ts";
import { sum } from "../../sum.ts";
import { type BenchJob, parametersOf, prepare } from "./bench.ts";

/** Early termination of decoders that do all iterations of several frames in one workgroup. */
export interface Waiting {
  /** Number of frames of a workgroup. */
  readonly frames: number;
  /** Share of a workgroup's iterations on its frames in which a frame is done and waits for the others. */
  readonly share: number;
}

/**
 * Measures the waiting over one run of `frames` frames; undefined for a decoder whose frames do not wait for each other.
 * @param job a decoder with early termination after at most `iterations` iterations.
 */
export async function measureWaiting(job: BenchJob, frames: number, iterations: number): Promise<Waiting | undefined> {
  const together = framesTogether(job);
  if (together === 1) return undefined;
  const prepared = await prepare(job, frames);
  try {
    const unsatisfied = { buffer: "unsatisfied", elements: frames * iterations };
    const { outputs } = await prepared.run(parametersOf(job, frames, 0), [unsatisfied]);
    const { iterations: done } = progress(outputs[0], frames, { iterations, stop: "syndrome" });
    return { frames: together, share: waitingShare(done, together) };
  } finally {
    prepared.release();
  }
}

function framesTogether({ program, decoderKernels }: BenchJob): number {
  if (program.iterate.length > 0) return 1;
  const decodes = program.start.filter(
    ({ kernel, buffers }) => decoderKernels.has(kernel) && buffers.includes("unsatisfied"),
  );
  return Math.max(1, ...decodes.map(({ framesPerWorkgroup = 1 }) => framesPerWorkgroup));
}

/** The share for frames with these iterations. A workgroup has `together` successive frames. */
export function waitingShare(iterations: Uint32Array, together: number): number {
  let own = 0;
  let all = 0;
  for (let first = 0; first < iterations.length; first += together) {
    const group = iterations.subarray(first, first + together);
    own += sum(group);
    all += group.length * Math.max(...group);
  }
  return 1 - own / all;
}
