import type { AwgnChannel } from "../channel/awgn.ts";
import { channelCode } from "../channel/channel-kind.ts";
import { type ChannelPoint, channelAt } from "../channel/channels.ts";
import { CERTAIN_LLR, type DiscreteChannel } from "../channel/discrete-channel.ts";
import { type RandomGenerator, type RandomWords, randomGenerators, STREAM_BIAS } from "../channel/random.ts";
import type { Code } from "../code/code.ts";
import { codeEncoder } from "../code/encoder.ts";
import { transmittedPositions } from "../code/rate-matching.ts";
import { convertLlr } from "../decoder/llr.ts";
import type { DecoderSpec } from "../decoder/spec.ts";
import { type FrameDecoder, frameDecoder } from "../engine/decode.ts";
import type { Engine } from "../engine/engine.ts";
import { InputError } from "../errors.ts";

/** Everything that the frames of an estimate of rare failures depend on, besides code, decoder and the way of drawing noise. */
export interface FloorTask {
  readonly channel: ChannelPoint;
  readonly seed: number;
  readonly random: RandomGenerator;
}

/** LLRs that are decoded together: a second's work of a core, after which a signal is heard. */
const LLRS_MAXIMUM = 2 ** 20;

/** Code words of which a frame sends the sum of two. */
const WORDS = 1024;

/** Decoded frames. */
export interface JudgedFrames {
  /** 1 if the decision on a bit of a frame is wrong, else 0. */
  isWrong(frame: number, bit: number): number;
  /** Wrong bits of a frame. */
  wrongBits(frame: number): number;
  /** 1 where the decision satisfies every check, [frame]. */
  readonly converged: Uint8Array;
  /** Iterations done, [frame]. */
  readonly iterations: Uint32Array;
}

/**
 * Decodes frames whose noise the host draws, over AWGN with BPSK or the BSC. Noise is in cells of the product's sampled channel, by bit: bit j of
 * variable n is n·p + j. A positive cell helps the bit that was sent.
 */
export class NoisyFrames {
  readonly code: Code;
  readonly channel: DiscreteChannel;
  /** The noise deviation of AWGN, signal amplitude 1; undefined for the BSC. */
  readonly sigma?: number;
  readonly bits: number;
  /** 0 for unsent, 1 for sent bits. */
  readonly isSent: Uint8Array;
  readonly random: RandomWords;
  readonly #decoder: FrameDecoder;
  readonly #words: readonly Uint32Array[];
  readonly #signal?: AbortSignal;

  /** @param signal ends `judge` with its reason. @throws InputError for a code or a channel that has no such frames, and as `frameDecoder`. */
  constructor(engine: Engine, code: Code, spec: DecoderSpec, task: FloorTask, signal?: AbortSignal) {
    const { name, modulation, options } = task.channel;
    if ((name !== "awgn" && name !== "bsc") || modulation !== undefined || options !== undefined) {
      throw new InputError("a floor is estimated over AWGN with BPSK, or over the BSC");
    }
    const { field, columns } = code.matrix;
    if (code.sending !== undefined || code.model !== undefined) {
      throw new InputError(`${code.name} does not send each bit once: a floor is estimated for codes that do`);
    }
    this.code = code;
    this.channel = channelAt(task.channel, channelCode(code));
    if (name === "awgn") this.sigma = (this.channel as AwgnChannel).sigma;
    this.bits = columns * field.p;
    this.isSent = new Uint8Array(this.bits);
    for (const position of transmittedPositions(code))
      this.isSent.fill(1, position * field.p, (position + 1) * field.p);
    this.random = randomGenerators[task.random];
    this.#decoder = frameDecoder(engine, code, spec);
    this.#words = randomWords(code, task);
    this.#signal = signal;
  }

  release(): void {
    this.#decoder.release();
  }

  /** The code word of two random words, packed. */
  word(first: number, second: number): Uint32Array {
    const other = this.#words[second % WORDS];
    return this.#words[first % WORDS].map((bits, w) => bits ^ other[w]);
  }

  /**
   * Decodes frames by their words and noise.
   * @param noise [frame][bit]; that of unsent bits plays no part.
   */
  async judge(words: readonly Uint32Array[], noise: Int16Array | Int32Array): Promise<JudgedFrames> {
    const { bits } = this;
    const { field, columns } = this.code.matrix;
    const frames = words.length;
    const symbols = new Uint8Array(frames * columns);
    const converged = new Uint8Array(frames);
    const iterations = new Uint32Array(frames);
    const { input, framesMaximum } = this.#decoder;
    const most = Math.min(framesMaximum, Math.ceil(LLRS_MAXIMUM / (columns * field.q)));
    for (let at = 0; at < frames; at += most) {
      this.#signal?.throwIfAborted();
      const llr = this.#llrs(words.slice(at, at + most), noise.subarray(at * bits));
      const part = await this.#decoder.decode(convertLlr("bit", llr, field, columns, { input }).llr);
      symbols.set(part.symbols, at * columns);
      converged.set(part.converged, at);
      iterations.set(part.iterations, at);
    }
    const isWrong = (frame: number, bit: number) => {
      const decided = symbols[frame * columns + Math.floor(bit / field.p)] >>> (bit % field.p);
      return (decided ^ (words[frame][bit >>> 5] >>> (bit & 31))) & 1;
    };
    const wrongBits = (frame: number) => {
      let wrong = 0;
      for (let bit = 0; bit < bits; bit++) wrong += isWrong(frame, bit);
      return wrong;
    };
    return { isWrong, wrongBits, converged, iterations };
  }

  #llrs(words: readonly Uint32Array[], noise: Int16Array | Int32Array): Float32Array<ArrayBuffer> {
    const { bits, isSent, channel } = this;
    const { p } = this.code.matrix.field;
    const llr = new Float32Array(words.length * bits);
    words.forEach((word, i) => {
      for (let bit = 0, at = i * bits; bit < bits; bit++, at++) {
        if (isSent[bit] === 0) continue;
        const received = channel.amplitude + noise[at];
        llr[at] = Math.fround((((word[bit >>> 5] >>> (bit & 31)) & 1) === 1 ? -received : received) * channel.llrScale);
      }
      for (const n of this.code.shortened ?? []) llr.fill(CERTAIN_LLR, i * bits + n * p, i * bits + (n + 1) * p);
    });
    return llr;
  }
}

/** Random code words, packed. */
function randomWords(code: Code, { seed, random }: FloorTask): Uint32Array[] {
  const encoder = codeEncoder(code);
  const { columns, field } = code.matrix;
  const width = Math.ceil((columns * field.p) / 32);
  const out = new Uint32Array(4);
  // Whole symbols of a random word.
  const step = field.q === 2 ? 1 : 8;
  return Array.from({ length: WORDS }, (_, index) => {
    const information = Uint8Array.from({ length: encoder.k }, (_, i) => {
      const at = i * step;
      if (at % 128 === 0) randomGenerators[random](index, 0, at / 128, STREAM_BIAS, seed, 0, out);
      return (out[(at >>> 5) & 3] >>> (at & 31)) & (field.q - 1);
    });
    const packed = new Uint32Array(width);
    encoder.encode(information).forEach((symbol, n) => {
      for (let j = 0, bit = n * field.p; j < field.p; j++, bit++)
        packed[bit >>> 5] |= ((symbol >>> j) & 1) << (bit & 31);
    });
    return packed;
  });
}
