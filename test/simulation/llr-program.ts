import type { ChannelFamily } from "../../src/channel/channels.ts";
import type { Code } from "../../src/code/code.ts";
import type { DecoderSpec } from "../../src/decoder/spec.ts";
import type { DeviceLimits } from "../../src/gpu/program.ts";
import { type MonteCarloProgram, monteCarloProgram } from "../../src/simulation/program/monte-carlo.ts";
import type { CodewordSource } from "../../src/source/word-source.ts";

/** `monteCarloProgram` with words, LLRs and decisions as buffers [frame][N], for any decoder. */
export function llrProgram(
  code: Code,
  spec: DecoderSpec,
  codeword: CodewordSource,
  limits: DeviceLimits,
  channel?: ChannelFamily,
): MonteCarloProgram {
  return monteCarloProgram(code, spec, codeword, limits, channel, { asSymbols: true });
}
