import { channelCode } from "../channel/channel-code.ts";
import { type ChannelPoint, channelAt } from "../channel/channels.ts";
import type { Code } from "../code/code.ts";
import { decoderProgram } from "../decoder/decoder.ts";
import { monteCarloProgram } from "../decoder/monte-carlo.ts";
import { stagesInOrder } from "../decoder/program.ts";
import type { DecoderSpec } from "../decoder/spec.ts";
import type { CodewordSource } from "../decoder/word-source.ts";
import type { Engine } from "../engine/engine.ts";
import type { BenchJob } from "../simulation/bench.ts";

/**
 * A Monte-Carlo run of a code and decoder at a point of a channel, to be timed on an engine.
 * @param frames how many are going to be in flight, where that decides how a decoder is mapped; many if left out.
 * @param codeword what is sent; random codewords if left out.
 */
export function benchJob(
  engine: Engine,
  code: Code,
  spec: DecoderSpec,
  point: ChannelPoint,
  frames?: number,
  codeword: CodewordSource = "random",
): BenchJob {
  const decoder = decoderProgram(code, spec, engine.limits, { frames, syndrome: codeword === "syndrome" });
  return {
    engine,
    decoderKernels: new Set([...stagesInOrder(decoder)].map(({ stage }) => stage.kernel)),
    program: monteCarloProgram(code, spec, codeword, engine.limits, point, frames),
    channel: channelAt(point, channelCode(code)),
  };
}
