import type { KernelConstants } from "../../../src/gpu/kernel.ts";
import { part } from "../../../src/gpu/part.ts";
import { WORKGROUP_SIZE } from "../../../src/gpu/workgroup.ts";

export const slicedPart = part("nonbinary/formats/sliced", new URL("./sliced.wgsl", import.meta.url));

/** Frames of a word of bit-sliced numbers. */
export const SLICED_FRAMES = 32;

/** Frames that a workgroup of WORKGROUP_SIZE invocations works on, q/4 of them with one word. */
export function slicedWorkgroupFrames(q: number): number {
  return (WORKGROUP_SIZE / (q / 4)) * SLICED_FRAMES;
}

/** Constants of what a variable node adds up: wgsl/nonbinary/formats/sliced-sums.wgsl. */
export const SLICED_SUM_CONSTANTS = ["BITS", "SHIFT", "TOP", "SUM_BITS"];

/** A sum in units of 2^−SHIFT of a message's as a message: to the nearest, halves up, at most 2^BITS − 1. */
export function messageOf(sum: number, { BITS, SHIFT }: KernelConstants): number {
  return Math.min(Math.floor(sum / 2 ** SHIFT + 0.5), 2 ** BITS - 1);
}

/** Bit-sliced vectors over GF(q), [vector][word of frames][plane][symbol]. Twin of wgsl/nonbinary/formats/sliced.wgsl. */
export class SlicedVectors {
  readonly #words: Uint32Array;
  readonly #bits: number;
  readonly #q: number;
  readonly #wordsOfRun: number;

  /** @param words with room for `frames` frames. */
  constructor(words: Uint32Array, bits: number, q: number, frames: number) {
    this.#words = words;
    this.#bits = bits;
    this.#q = q;
    this.#wordsOfRun = Math.ceil(frames / SLICED_FRAMES);
  }

  get(vector: number, symbol: number, frame: number): number {
    let value = 0;
    for (let plane = 0; plane < this.#bits; plane++) {
      value |= ((this.#words[this.#at(vector, symbol, frame, plane)] >>> (frame % SLICED_FRAMES)) & 1) << plane;
    }
    return value;
  }

  set(vector: number, symbol: number, frame: number, value: number): void {
    const bit = 1 << (frame % SLICED_FRAMES);
    for (let plane = 0; plane < this.#bits; plane++) {
      const at = this.#at(vector, symbol, frame, plane);
      this.#words[at] = ((value >> plane) & 1) === 1 ? this.#words[at] | bit : this.#words[at] & ~bit;
    }
  }

  #at(vector: number, symbol: number, frame: number, plane: number): number {
    const word = vector * this.#wordsOfRun + Math.floor(frame / SLICED_FRAMES);
    return (word * this.#bits + plane) * this.#q + symbol;
  }
}
