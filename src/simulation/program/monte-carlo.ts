import { COUNTERS } from "../../../wgsl/statistics/tally.ts";
import { type ChannelFamily, channelAlphabet } from "../../channel/channels.ts";
import type { ChannelAlphabet } from "../../channel/discrete-channel.ts";
import type { Code } from "../../code/code.ts";
import { decoderProgram } from "../../decoder/decoder.ts";
import type { DecoderProgram } from "../../decoder/decoder-program.ts";
import type { DecoderRequest } from "../../decoder/rule.ts";
import { type DecoderSpec, stopConstant } from "../../decoder/spec.ts";
import { constantBuffer, type DeviceLimits, type Dispatch, frameBuffer } from "../../gpu/program.ts";
import { type CodewordSource, wordSource } from "../../source/word-source.ts";
import { channelDispatches, sentStates } from "./channel-dispatches.ts";

/** A Monte-Carlo batch. */
export interface MonteCarloProgram extends DecoderProgram {
  /** Of the channels that it samples: `noise` must be the alias table of such a one. */
  readonly alphabet: ChannelAlphabet;
}

/**
 * A Monte-Carlo batch as one program: words, channel, decoder, tally. Nothing is uploaded but the channel's alias table
 * (`noise`, to be written per channel point), and only `counters` come back: 13 words per chunk (wgsl/statistics/tally).
 * @param channel the channel and its parameter; if left out, the program is for every channel of bits.
 * @param request how many frames are going to be in flight, and how often slots are refilled: as of the decoder.
 * @throws InputError as `decoderProgram` and `wordSource`.
 */
export function monteCarloProgram(
  code: Code,
  spec: DecoderSpec,
  codeword: CodewordSource,
  limits: DeviceLimits,
  channel?: ChannelFamily,
  request: Pick<DecoderRequest, "frames" | "refills"> = {},
): MonteCarloProgram {
  const decoder = decoderProgram(code, spec, limits, { ...request, syndrome: codeword === "syndrome" });
  const n = code.matrix.columns;
  const words = wordSource(code, codeword);
  const alphabet = channel === undefined ? "bit" : channelAlphabet(channel, code.matrix.field.q);
  const noisy = channelDispatches(code, decoder.input, alphabet);
  const isInformation = new Uint32Array(n);
  for (const position of words.informationPositions) isInformation[position] = 1;
  const tally: Dispatch = {
    kernel: "statistics/tally",
    constants: {
      N: n,
      P: code.matrix.field.p,
      SYMBOLS: alphabet === "symbol" ? 1 : 0,
      STOP: stopConstant(spec),
      ITERATIONS: spec.iterations,
    },
    buffers: ["codeword", "decision", "is_information", "unsatisfied", "received", "sent_state", "counters"],
    workgroups: 1,
  };
  return {
    ...decoder,
    alphabet,
    buffers: {
      ...decoder.buffers,
      ...words.buffers,
      ...noisy.buffers,
      codeword: frameBuffer("u32", n),
      is_information: constantBuffer(isInformation),
      sent_state: constantBuffer(sentStates(code)),
      counters: { ...frameBuffer("u32", COUNTERS), cleared: true },
    },
    start: [...words.dispatches, ...noisy.dispatches, ...decoder.start],
    afterRounds: [...(decoder.afterRounds ?? []), tally],
  };
}
