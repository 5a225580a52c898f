import { COUNTERS } from "../../../wgsl/statistics/chunk-counters.ts";
import type { ChannelFamily } from "../../channel/channels.ts";
import type { ChannelAlphabet } from "../../channel/discrete-channel.ts";
import { bitsOfUse, receivedModulation } from "../../channel/modulation/modulated.ts";
import type { DecoderProgram } from "../../decoder/decoder-program.ts";
import { stopConstant } from "../../decoder/spec.ts";
import { constantBuffer, type Dispatch, frameBuffer } from "../../gpu/program.ts";
import { wordSource } from "../../source/word-source.ts";
import { type Chain, type ChainRequest, sentStates } from "./chain.ts";
import { channelDispatches } from "./channel-dispatches.ts";
import { pointDispatches } from "./point-dispatches.ts";
import { tableDispatches } from "./table-dispatches.ts";

/**
 * The chain around any decoder: words and decisions as symbols [frame][N], LLRs as f32.
 * @param input the decoder's kind of input; bits not from a channel of symbols.
 * @param channel whose modulation or tables the chain has.
 * @throws InputError as `wordSource`, `pointDispatches` and `tableDispatches`.
 */
export function llrChain(
  { code, spec, codeword, generator }: ChainRequest,
  input: DecoderProgram["input"],
  alphabet: ChannelAlphabet,
  { modulation, table }: Partial<ChannelFamily> = {},
): Chain {
  const n = code.matrix.columns;
  const words = wordSource(code, codeword, 1, generator);
  const noisy =
    table !== undefined
      ? tableDispatches(code, input, table, generator)
      : modulation === undefined
        ? channelDispatches(code, input, alphabet, generator)
        : pointDispatches(code, input, modulation, generator);
  // Costs are of uses, or of symbols where a use carries several.
  const { p } = code.matrix.field;
  const ofSymbols = modulation?.demapper === "symbols" ? Math.min(p, bitsOfUse(receivedModulation(modulation, p))) : 0;
  const partBits = table !== undefined && table.inputs > 2 ? p : ofSymbols;
  const isInformation = new Uint32Array(n);
  for (const position of words.informationPositions) isInformation[position] = 1;
  const tally: Dispatch = {
    kernel: "statistics/tally",
    constants: {
      N: n,
      P: code.matrix.field.p,
      SYMBOLS: alphabet === "symbol" ? 1 : 0,
      PART_BITS: partBits,
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
