import type { KernelConstants } from "../../../src/gpu/kernel.ts";

/** Posteriors of symbols, [variable][symbol][frame], as numbers. */
export interface Posteriors {
  get(variable: number, symbol: number, frame: number): number;
}

/** Reads a buffer of posteriors. Twin of a part beside this file. */
export type PosteriorReader = (words: Uint32Array, constants: KernelConstants, frames: number) => Posteriors;
