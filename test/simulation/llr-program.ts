import { type ChannelFamily, channelAlphabet } from "../../src/channel/channels.ts";
import { DEFAULT_GENERATOR } from "../../src/channel/random/generators.ts";
import type { Code } from "../../src/code/code.ts";
import { decoderProgram } from "../../src/decoder/decoder.ts";
import type { DecoderSpec } from "../../src/decoder/spec.ts";
import type { DeviceLimits } from "../../src/gpu/program.ts";
import { llrChain } from "../../src/simulation/program/llr-chain.ts";
import type { MonteCarloProgram } from "../../src/simulation/program/monte-carlo.ts";
import type { CodewordSource } from "../../src/source/word-source.ts";

/** `monteCarloProgram` with words, LLRs and decisions as buffers [frame][N], around any decoder. */
export function llrProgram(
  code: Code,
  spec: DecoderSpec,
  codeword: CodewordSource,
  limits: DeviceLimits,
  channel?: ChannelFamily,
): MonteCarloProgram {
  const alphabet = channel === undefined ? "bit" : channelAlphabet(channel, code.matrix.field.q);
  const generator = DEFAULT_GENERATOR;
  const decoder = decoderProgram(code, spec, limits, { syndrome: codeword === "syndrome" });
  const { before, after, buffers } = llrChain({ code, spec, codeword, generator }, decoder.input, alphabet);
  return {
    ...decoder,
    alphabet,
    generator,
    buffers: { ...decoder.buffers, ...buffers },
    start: [...before, ...decoder.start],
    afterRounds: [...(decoder.afterRounds ?? []), ...after],
  };
}
