import type { ChannelPoint } from "../../channel/channels.ts";
import type { Code } from "../../code/code.ts";
import { decoderProgram } from "../../decoder/decoder.ts";
import type { DecoderSpec } from "../../decoder/spec.ts";
import type { Engine } from "../../engine/engine.ts";
import type { CodewordSource } from "../../source/word-source.ts";
import { type MonteCarloRequest, monteCarloProgram } from "../program/monte-carlo.ts";
import { simulatedChannel } from "../receiver.ts";
import type { BenchJob } from "./bench.ts";
import { decoderKernelsOf } from "./decoder-kernels.ts";

/** Options of a run besides its code, decoder and channel. */
export interface BenchRequest extends MonteCarloRequest {
  readonly codeword?: CodewordSource;
}

/**
 * A Monte-Carlo run of a code and decoder at one point of a channel, which `bench` times on an engine.
 * @param request number of frames in flight, frames per message slot, and the source of the words: random codewords if
 * left out.
 */
export function benchJob(
  engine: Engine,
  code: Code,
  spec: DecoderSpec,
  point: ChannelPoint,
  { codeword = "random", generator, ...request }: BenchRequest = {},
): BenchJob {
  const program = monteCarloProgram(code, spec, codeword, engine.limits, point, { ...request, generator });
  // Whole shots have one kernel, which is the decoder's too.
  const decoder = program.sharesSlots
    ? program
    : decoderProgram(code, spec, engine.limits, { ...request, syndrome: codeword === "syndrome" });
  const channel = simulatedChannel(point, code, program);
  return { engine, decoderKernels: decoderKernelsOf(decoder), program, channel };
}
