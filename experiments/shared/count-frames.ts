import type { BenchJob } from "../../src/simulation/bench/bench.ts";
import { countRun } from "../../src/simulation/bench/bench.ts";
import { addCounts, type ChunkCounts, ZERO_COUNTS } from "../../src/simulation/counts.ts";
import { writeChannel } from "../../src/simulation/program/write-channel.ts";

/** Frames in flight: enough for any device, few enough that a run ends soon after the last error wanted. */
const FRAMES = 8192;
const SOFTWARE_FRAMES = 256;

/**
 * Runs frames 0, 1, … of a job up to a number of frame errors or of frames.
 * @param share receives the fraction of the errors or frames that is reached, after each run.
 */
export async function countFrames(
  job: BenchJob,
  errors: number,
  frames: number,
  share: (done: number) => void = () => {},
): Promise<ChunkCounts> {
  const wanted = job.engine.info.software ? SOFTWARE_FRAMES : FRAMES;
  const slots = Math.min(wanted, frames, job.engine.framesMaximum(job.program));
  const prepared = await job.engine.prepare(job.program, slots);
  writeChannel(prepared, job.channel);
  try {
    let counts = ZERO_COUNTS;
    for (let run = 0; counts.frameErrors < errors && counts.frames < frames; run++) {
      counts = addCounts(counts, (await countRun(job, prepared, slots, run)).counts);
      share(Math.min(1, Math.max(counts.frameErrors / errors, counts.frames / frames)));
    }
    return counts;
  } finally {
    prepared.release();
  }
}
