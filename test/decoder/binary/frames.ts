import { encode, systematicEncoder } from "../../../src/code/encoder.ts";
import { type ParityCheckMatrix, rowEntries } from "../../../src/code/parity-check-matrix.ts";
import { LLR_BOUND } from "../../../wgsl/common/bound.ts";
import { randomNumbers } from "../../simulation/random.ts";

/** A decoder's inputs for one frame. */
export interface Frame {
  /** By symbol, ln P(0)/P(1), f32 numbers. */
  readonly llr: number[];
  /** By check, H·word. */
  readonly syndrome: number[];
}

/** The inputs of frames for a run. @param withSyndrome whether the decoder takes their syndromes. */
export function inputsOf(frames: readonly Frame[], withSyndrome: boolean) {
  const llr = { channel_llr: Float32Array.from(frames.flatMap(({ llr }) => llr)) };
  return withSyndrome ? { ...llr, syndrome: Uint32Array.from(frames.flatMap(({ syndrome }) => syndrome)) } : llr;
}

type Noise = (random: () => number, llr: number, bit: number) => number;

/** Kinds of received words. Each kind changes an LLR of the AWGN channel. */
const KINDS: Readonly<Record<string, Noise>> = {
  "little noise": (_, llr) => llr,
  noiseless: (_random, _llr, bit) => 3 - 6 * bit,
  punctured: (random, llr) => (random() < 0.2 ? 0 : llr),
  "ties, whole and half steps": (_, llr) => Math.round(llr) / 8,
  "certain, some wrongly": (random, llr) => (random() < 0.2 ? Math.sign(llr) * LLR_BOUND : llr),
  "huge and tiny": (random, llr) => llr * 2 ** (40 * Math.floor(random() * 3) - 60) * (random() < 0.3 ? 2 ** 33 : 1),
  "nothing but noise": (random) => 6 * random() - 3,
};

export const FRAME_KINDS = Object.keys(KINDS);

/**
 * Random frames of all kinds in turn: noisy codewords, or with `withSyndrome` noisy random words.
 * @param firstKind number of the first frame's kind.
 * @param ends number of first symbols that are punctured, and of last symbols that are shortened, in every frame.
 */
export function randomFrames(
  matrix: ParityCheckMatrix,
  count: number,
  seed: number,
  withSyndrome: boolean,
  firstKind = 0,
  ends = 0,
): Frame[] {
  const random = randomNumbers(seed);
  const word = wordSource(matrix, random, withSyndrome);
  return Array.from({ length: count }, (_, f) => {
    const kind = KINDS[FRAME_KINDS[(firstKind + f) % FRAME_KINDS.length]];
    const bits = word();
    const deviation = 0.5 + 0.3 * random();
    const llr = bits.map((bit, n) => {
      if (n < ends) return 0;
      if (n >= bits.length - ends) return LLR_BOUND * (1 - 2 * bit);
      const amplitude = 1 - 2 * bit + deviation * gaussian(random);
      return Math.fround(kind(random, (2 * amplitude) / deviation ** 2, bit));
    });
    return { llr, syndrome: syndromeOf(matrix, bits) };
  });
}

function wordSource(matrix: ParityCheckMatrix, random: () => number, anyWord: boolean): () => number[] {
  const bit = () => Math.floor(2 * random());
  if (anyWord) return () => Array.from({ length: matrix.columns }, bit);
  const encoder = systematicEncoder(matrix);
  return () => Array.from(encode(encoder, Array.from({ length: encoder.k }, bit)));
}

/** H·word. */
function syndromeOf(matrix: ParityCheckMatrix, word: readonly number[]): number[] {
  return Array.from({ length: matrix.rows }, (_, m) => rowEntries(matrix, m).reduce((sum, [n]) => sum ^ word[n], 0));
}

function gaussian(random: () => number): number {
  return Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
}
