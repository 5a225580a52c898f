import { COUNTERS } from "../../../wgsl/statistics/chunk-counters.ts";
import type { ChannelUse } from "../../channel/discrete-channel.ts";
import type { DecoderProgram } from "../../decoder/decoder-program.ts";
import { stopConstant } from "../../decoder/spec.ts";
import { constantBuffer, type Dispatch, frameBuffer } from "../../gpu/program.ts";
import { wordSource } from "../../source/word-source.ts";
import { type Chain, type ChainRequest, sentStates } from "./chain.ts";
import { channelDispatches } from "./channel-dispatches.ts";
import { pointDispatches } from "./point-dispatches.ts";

/**
 * The chain around any decoder: words and decisions as symbols [frame][N], LLRs as f32.
 * @param input the decoder's kind of input; bits not from a channel of symbols.
 * @throws InputError as `wordSource` and `pointDispatches`.
 */
export function llrChain(
  { code, spec, codeword, generator }: ChainRequest,
  input: DecoderProgram["input"],
  use: ChannelUse,
): Chain {
  const n = code.matrix.columns;
  const words = wordSource(code, codeword, 1, generator);
  const noisy =
    use.alphabet === "point"
      ? pointDispatches(code, input, use, generator)
      : channelDispatches(code, input, use, generator);
  const isInformation = new Uint32Array(n);
  for (const position of words.informationPositions) isInformation[position] = 1;
  const tally: Dispatch = {
    kernel: "statistics/tally",
    constants: {
      N: n,
      P: code.matrix.field.p,
      SYMBOLS: use.alphabet === "symbol" ? 1 : 0,
      PART_BITS: noisy.partBits ?? 0,
      STOP: stopConstant(spec),
      ITERATIONS: spec.iterations,
    },
    buffers: ["codeword", "decision", "is_information", "unsatisfied", "received", "sent_state", "counters"],
    workgroups: 1,
  };
  return {
    before: [...words.dispatches, ...noisy.dispatches],
    after: [tally],
    buffers: {
      ...words.buffers,
      ...noisy.buffers,
      codeword: frameBuffer("u32", n),
      is_information: constantBuffer(isInformation),
      sent_state: constantBuffer(sentStates(code)),
      counters: { ...frameBuffer("u32", COUNTERS), cleared: true, perChunk: true },
    },
  };
}
