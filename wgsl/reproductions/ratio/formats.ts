import type { KernelConstants, KernelVariant } from "../../../src/gpu/kernel.ts";

/** Bounds of every running product. Twin of wgsl/reproductions/ratio/bounds.wgsl. */
export const LEAST_PRODUCT = 2 ** -100;
export const MOST_PRODUCT = 2 ** 100;

/** A format of the messages of ratio-sum-product, lane by lane: twin of f32, levels and levels-pair beside this file. */
export interface RatioWords {
  readonly interleave: number;
  /** Sign bit and decision bit of a lane. */
  readonly sign: number;
  readonly decision: number;
  /** The lanes of words: lane l of word w is element w·interleave + l. */
  view(words: Uint32Array): Uint16Array | Uint32Array;
  /** |a| of a message. */
  magnitude(message: number): number;
  /** (1 + a)/(1 − a). */
  ratio(message: number): number;
  /** The bits of a magnitude. */
  messageOf(magnitude: number): number;
}

/** The format that a kernel's variant imports as `message`. */
export function ratioWords({ imports }: KernelVariant, { LEVELS }: KernelConstants): RatioWords {
  const name = imports?.message;
  if (name === "reproductions/ratio/f32") return F32;
  const levels = levelMessages(LEVELS);
  return name === "reproductions/ratio/levels-pair"
    ? { ...levels, interleave: 2, sign: 0x8000, decision: 0x4000, view: (words) => lanesOfTwo(words) }
    : { ...levels, interleave: 1, sign: 0x80000000, decision: 0x40000000, view: (words) => words };
}

function lanesOfTwo(words: Uint32Array): Uint16Array {
  return new Uint16Array(words.buffer, words.byteOffset, 2 * words.length);
}

function levelMessages(levels: number): Pick<RatioWords, "magnitude" | "ratio" | "messageOf"> {
  const steps = levels + 1;
  const signBits = 0x80008000 >>> 0;
  return {
    magnitude: (message) => (message & levels) / steps,
    ratio(message) {
      // Lanes of 16 bits have nothing at bit 31, those of 32 nothing at bit 15.
      const a = (message & signBits) !== 0 ? -(message & levels) : message & levels;
      return Math.fround((steps + a) / (steps - a));
    },
    messageOf: (magnitude) =>
      Math.min(Math.max(Math.floor(Math.fround(Math.fround(magnitude * steps) + 0.5)), 1), levels),
  };
}

const bits = new Uint32Array(1);
const number = new Float32Array(bits.buffer);

function f32Magnitude(message: number): number {
  bits[0] = message & 0x3fffffff;
  return number[0];
}

const F32: RatioWords = {
  interleave: 1,
  sign: 0x80000000,
  decision: 0x40000000,
  view: (words) => words,
  magnitude: f32Magnitude,
  ratio(message) {
    const magnitude = f32Magnitude(message);
    const a = message >>> 31 === 1 ? -magnitude : magnitude;
    return Math.fround(Math.fround(1 + a) / Math.fround(1 - a));
  },
  messageOf(magnitude) {
    number[0] = Math.min(Math.max(magnitude, 2 ** -24), 1 - 2 ** -20);
    return bits[0];
  },
};
