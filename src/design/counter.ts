import type { ChannelFamily } from "../channel/channels.ts";
import type { Code } from "../code/code.ts";
import type { DecoderSpec } from "../decoder/spec.ts";
import type { Engine } from "../engine/engine.ts";
import { defaultFrames } from "../engine/frame-slots.ts";
import { ChunkRows } from "../simulation/chunks/chunk-block.ts";
import { randomKey, runPart } from "../simulation/monte-carlo-runner.ts";
import { writeChannel } from "../simulation/program/channel-dispatches.ts";
import { monteCarloProgram } from "../simulation/program/monte-carlo.ts";
import { simulatedChannel } from "../simulation/receiver.ts";

/** What the counts of a code depend on, besides the code, the value and the frames. */
export interface CounterOptions {
  /** Opened by the caller, who closes it. */
  readonly engine: Engine;
  readonly decoder: DecoderSpec;
  readonly channel: ChannelFamily;
  readonly seed: number;
  /** Frames of a count at most. */
  readonly frames: number;
  /** Frames that are counted together. */
  readonly chunkFrames: number;
}

/**
 * Simulates a code at values of a channel's parameter. A search asks for few frames of many codes, so one program with its buffers serves
 * all values of a code, where a simulation makes one for each point. Words are random with known syndromes: no encoder is made, and a
 * search may have codes without one. Frames are those that `simulate` has with these words.
 * @returns `count(value, first, frames)` with the counts of the chunks from the frame `first` on, a multiple of `chunkFrames`, and `close`.
 */
export async function codeCounter(
  code: Code,
  { engine, decoder, channel, seed, frames: most, chunkFrames }: CounterOptions,
) {
  const program = monteCarloProgram(code, decoder, "syndrome", engine.limits, channel);
  // As many runs as keep the engine busy: a pool of processes has one each.
  const wanted = Math.ceil(most / engine.runsInFlight / chunkFrames) * chunkFrames;
  const prepared = await engine.prepare(program, Math.min(wanted, defaultFrames(engine, program)));
  return {
    async count(value: number, first: number, frames: number): Promise<ChunkRows> {
      const point = { ...channel, value };
      const sampled = simulatedChannel(point, code, program);
      const { llrScale, amplitude } = sampled;
      writeChannel(prepared, sampled);
      const counts = new ChunkRows(Math.ceil(frames / chunkFrames));
      const parts: Promise<number>[] = [];
      for (let at = 0; at < frames; at += prepared.frames) {
        const here = { firstFrame: first + at, frames: Math.min(prepared.frames, frames - at) };
        const key = randomKey({ seed, channel: point });
        const parameters = { ...here, chunkFrames, key, llrScale, amplitude };
        parts.push(runPart(prepared, parameters, counts, Math.floor(at / chunkFrames)));
      }
      await Promise.all(parts);
      return counts;
    },
    close: () => prepared.release(),
  };
}
