import { type ChannelFamily, channelKind, channelUse } from "../../channel/channels.ts";
import type { ChannelAlphabet, ChannelUse } from "../../channel/discrete-channel.ts";
import { DEFAULT_GENERATOR, type RandomGenerator } from "../../channel/random.ts";
import type { Code } from "../../code/code.ts";
import { sendsTwice } from "../../code/rate-matching.ts";
import { decoderProgram } from "../../decoder/decoder.ts";
import type { DecoderProgram } from "../../decoder/decoder-program.ts";
import type { DecoderRequest } from "../../decoder/rule.ts";
import { isModelCode, type ModelCode } from "../../decoder/shots/model.ts";
import { shotProgram } from "../../decoder/shots/program.ts";
import type { DecoderSpec } from "../../decoder/spec.ts";
import { InputError } from "../../errors.ts";
import type { DeviceLimits } from "../../gpu/program.ts";
import { type CodewordSource, hasSyndrome } from "../../source/word-source.ts";
import { bitChain, llrChain } from "./chains.ts";
import { hasPointLanes } from "./point-dispatches.ts";

/** A Monte-Carlo batch. */
export interface MonteCarloProgram extends DecoderProgram {
  /** Alphabet of the channels that the batch samples: `noise` must be the alias table of such a channel. */
  readonly alphabet: ChannelAlphabet;
  /** Random generator of the words and the noise. */
  readonly generator: RandomGenerator;
}

/** Options of a batch besides its code, decoder, words and channel. */
export interface MonteCarloRequest extends Pick<DecoderRequest, "frames" | "refills"> {
  /** Random generator of the words and the noise; the default of new runs if left out. */
  readonly generator?: RandomGenerator;
  /** Has words and decisions as symbols [frame][N] and LLRs as f32 around every decoder; counts are the same. */
  readonly asSymbols?: boolean;
}

/**
 * A Monte-Carlo batch as one program: words, channel, decoder, tally. Nothing is uploaded but the channel's alias table
 * (`noise`, to be written per channel point), and only `counters` come back: 13 words per chunk (wgsl/statistics/tally). Around a
 * decoder of bits without reprocessing, words and decisions are bits and the channel's LLRs are in the decoder's number format
 * (`bitChain`); around any other decoder words and decisions are symbols and LLRs are f32 (`llrChain`).
 * @param channel the channel and its parameter; if left out, the program is for every channel of bits.
 * @param request number of frames in flight and of slot refills, as in the decoder's request; the random generator; and the form.
 */
export function monteCarloProgram(
  code: Code,
  spec: DecoderSpec,
  codeword: CodewordSource,
  limits: DeviceLimits,
  channel?: ChannelFamily,
  { generator = DEFAULT_GENERATOR, asSymbols = false, ...request }: MonteCarloRequest = {},
): MonteCarloProgram {
  const use: ChannelUse = channel === undefined ? { alphabet: "bit" } : channelUse(channel, code.matrix.field.q);
  if (isModelCode(code)) return modelProgram(code, spec, codeword, limits, use, { ...request, generator });
  if (use.alphabet === "mechanism") {
    throw new InputError(
      `${code.name} is no error model, whose noise --p and --factor give: name one by --circuit or --dem`,
    );
  }
  const zeroWord = channel && channelKind(channel).zeroWord;
  if (codeword === "zero" && zeroWord !== undefined) {
    throw new InputError(`the all-zero word ${zeroWord}: leave out --codeword zero`);
  }
  if (hasSyndrome(codeword) && code.sending !== undefined) {
    throw new InputError(
      `${code.name} sends code blocks of the code, and words with syndromes are none: leave out --codeword ${codeword}`,
    );
  }
  if (use.alphabet !== "point" && sendsTwice(code)) {
    throw new InputError(
      `${code.name} sends bits more than once: choose a --modulation such as qpsk, whose receiver adds up their LLRs`,
    );
  }
  if (use.alphabet !== "point" && code.sending?.shorter !== undefined) {
    throw new InputError(
      `code blocks of ${code.name} differ in the bits that they send: choose a --modulation such as qpsk, whose receiver knows them, or --sent for equal blocks`,
    );
  }
  const decoder = decoderProgram(code, spec, limits, {
    ...request,
    syndrome: hasSyndrome(codeword),
    lanes: !asSymbols && (use.alphabet === "bit" || (use.alphabet === "point" && hasPointLanes(code, use))),
  });
  const chained = { code, spec, codeword, generator };
  const chain = decoder.lanes
    ? bitChain(chained, decoder.lanes, limits, { use, batch: request.frames })
    : llrChain(chained, decoder.input, use);
  return {
    ...decoder,
    alphabet: use.alphabet,
    generator,
    buffers: { ...decoder.buffers, ...chain.buffers },
    start: [...chain.before, ...decoder.start],
    afterRounds: [...(decoder.afterRounds ?? []), ...chain.after],
  };
}

/** Shots of an error model. */
function modelProgram(
  code: ModelCode,
  spec: DecoderSpec,
  codeword: CodewordSource,
  limits: DeviceLimits,
  { alphabet }: ChannelUse,
  { generator, ...request }: MonteCarloRequest & { readonly generator: RandomGenerator },
): MonteCarloProgram {
  requireShots(code, codeword, alphabet);
  if (code.windows !== undefined) {
    throw new InputError(
      `${code.name} is decoded in windows, which only ldpc simulate and ldpc decode do: leave out --window`,
    );
  }
  return { ...shotProgram(code, spec, limits, generator, request), alphabet, generator };
}

/** @throws InputError for other noise than the model's own, other words than its detectors, or a model without observables. */
export function requireShots(code: ModelCode, codeword: CodewordSource, alphabet: ChannelAlphabet): void {
  if (alphabet !== "mechanism") {
    throw new InputError(`${code.name} is an error model, which has its own noise: give --p, --factor or no channel`);
  }
  if (codeword !== "syndrome") {
    throw new InputError(
      `${code.name} is an error model, whose detectors are a syndrome: leave out --codeword ${codeword}`,
    );
  }
  if (code.model.observables === 0) throw new InputError(`${code.name} has no observable that could be wrong`);
}
