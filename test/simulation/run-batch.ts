import { channelCode } from "../../src/channel/channel-kind.ts";
import { type ChannelPoint, channelAt } from "../../src/channel/channels.ts";
import type { Code } from "../../src/code/code.ts";
import type { Engine } from "../../src/engine/engine.ts";
import { writeChannel } from "../../src/simulation/program/channel-dispatches.ts";
import { COUNTERS } from "../../wgsl/statistics/index.ts";
import { spec } from "../decoder/specs.ts";
import { runParameters } from "../run-parameters.ts";
import { llrProgram } from "./llr-program.ts";

export interface Batch {
  readonly code: Code;
  readonly decoder: string;
  readonly point: ChannelPoint;
  readonly frames: number;
  /** The buffer of the channel's outputs. */
  readonly received: "values" | "outputs";
}

/** Runs a batch of frames from random words to counters, by the chain of symbols and LLRs. @returns the contents of its buffers. */
export async function runBatch(engine: Engine, { code, decoder, point, frames, received }: Batch) {
  const program = llrProgram(code, spec(decoder), "random", engine.limits, point);
  const channel = channelAt(point, channelCode(code));
  const prepared = await engine.prepare(program, frames);
  writeChannel(prepared, channel);
  const { llrScale, amplitude } = channel;
  const parameters = runParameters({ frames, chunkFrames: frames, key: [3, 4], llrScale, amplitude });
  const { outputs } = await prepared.run(parameters, [{ buffer: "counters", elements: COUNTERS }]);
  const read = async (name: string) => [...(await prepared.read(name))];
  const contents = {
    counters: [...outputs[0]],
    codeword: await read("codeword"),
    received: await read(received),
    llr: await read("channel_llr"),
  };
  prepared.release();
  return contents;
}
