import { COUNTERS } from "../../../wgsl/statistics/index.ts";
import { channelCode } from "../../channel/channel-kind.ts";
import { type ChannelPoint, channelAt } from "../../channel/channels.ts";
import type { Code } from "../../code/code.ts";
import type { DecoderSpec } from "../../decoder/spec.ts";
import { progress } from "../../engine/decode.ts";
import { chunksTouched, type Engine, type Profile } from "../../engine/engine.ts";
import type { RunParameters } from "../../gpu/kernel.ts";
import { sum } from "../../sum.ts";
import { addCounts, type ChunkCounts, ZERO_COUNTS } from "../counts.ts";
import { countsOf, randomKey } from "../monte-carlo-runner.ts";
import { writeChannel } from "../program/channel-dispatches.ts";
import type { MonteCarloProgram } from "../program/monte-carlo.ts";
import type { MeasuredMean } from "../statistics.ts";

/** The distribution of iterations over frames. */
export interface IterationHistogram {
  /** [iterations + 1]: frames that ended with all checks satisfied, by iterations done; 0 at index 0. */
  readonly converged: readonly number[];
  /** Frames whose checks were not satisfied after the last iteration. */
  readonly failed: number;
  readonly counts: ChunkCounts;
  /** Seconds on the device, for whole batches from source to counters. */
  readonly seconds: number;
}

/** Runs a Monte-Carlo program at one channel point after another with the same buffers and compiled kernels. */
export interface HistogramRunner {
  /** Maximum number of frames in flight. */
  readonly frames: number;
  /** Frames `firstFrame` … `firstFrame + frames` − 1 of a point: the frames that `simulate` runs with this seed. */
  run(point: ChannelPoint, seed: number, frames: number, firstFrame?: number): Promise<IterationHistogram>;
  /** Seconds by kernel of one batch of `frames` frames at a point, consecutive dispatches of a kernel timed together. */
  profile(point: ChannelPoint, seed: number, frames: number): Promise<Profile>;
  release(): void;
}

/** Frames per counter on the device. */
const CHUNK_FRAMES = 1024;

/**
 * Prepares a Monte-Carlo program for histograms of iterations. `unsatisfied` [iteration][frame] is read back together
 * with the counters: 4 bytes for each frame and iteration.
 * @param program a batch of this code and decoder, for the channels that later calls of `run` name.
 * @param frames number of frames in flight, at most the engine's maximum.
 */
export async function iterationHistograms(
  engine: Engine,
  program: MonteCarloProgram,
  code: Code,
  spec: DecoderSpec,
  frames: number,
): Promise<HistogramRunner> {
  const slots = Math.min(frames, engine.framesMaximum(program));
  const prepared = await engine.prepare(program, slots);

  function parametersAt(point: ChannelPoint, seed: number): Omit<RunParameters, "firstFrame" | "frames"> {
    const channel = channelAt(point, channelCode(code));
    const { alphabet, llrScale, amplitude } = channel;
    if (alphabet !== program.alphabet)
      throw new Error(`a channel of ${alphabet}s for a program of ${program.alphabet}s`);
    writeChannel(prepared, channel);
    return { chunkFrames: CHUNK_FRAMES, key: randomKey({ seed, channel: point }), llrScale, amplitude };
  }

  return {
    frames: slots,
    async run(point, seed, wanted, firstFrame = 0) {
      const common = parametersAt(point, seed);
      const converged: number[] = new Array(spec.iterations + 1).fill(0);
      let [failed, counts, seconds] = [0, ZERO_COUNTS, 0];
      for (let done = 0; done < wanted; done += slots) {
        const parameters = { ...common, firstFrame: firstFrame + done, frames: Math.min(slots, wanted - done) };
        const { outputs, ...run } = await prepared.run(parameters, [
          { buffer: "counters", elements: COUNTERS * chunksTouched(parameters) },
          { buffer: "unsatisfied", elements: parameters.frames * spec.iterations },
        ]);
        const ended = progress(outputs[1], parameters.frames, spec);
        for (let frame = 0; frame < parameters.frames; frame++) {
          if (ended.converged[frame] === 1) converged[ended.iterations[frame]]++;
          else failed++;
        }
        counts = addCounts(counts, countsOf(outputs[0]));
        seconds += run.seconds;
      }
      return { converged, failed, counts, seconds };
    },
    profile(point, seed, wanted) {
      return prepared.profile({ ...parametersAt(point, seed), firstFrame: 0, frames: Math.min(slots, wanted) });
    },
    release: () => prepared.release(),
  };
}

/** Sums of two histograms, count by count, of decoders with the same number of iterations. */
export function addHistograms(a: IterationHistogram, b: IterationHistogram): IterationHistogram {
  return {
    converged: a.converged.map((frames, i) => frames + b.converged[i]),
    failed: a.failed + b.failed,
    counts: addCounts(a.counts, b.counts),
    seconds: a.seconds + b.seconds,
  };
}

/** Mean and standard deviation of the iterations of all frames; a failed frame counts with all iterations. */
export function iterationMean({ converged, failed }: Pick<IterationHistogram, "converged" | "failed">): MeasuredMean {
  const limit = converged.length - 1;
  const frames = converged.map((count, i) => (i === limit ? count + failed : count));
  const count = sum(frames);
  const mean = frames.reduce((sum, n, i) => sum + n * i, 0) / count;
  const squares = frames.reduce((sum, n, i) => sum + n * (i - mean) ** 2, 0);
  return { mean, deviation: count > 1 ? Math.sqrt(squares / (count - 1)) : 0, count };
}
