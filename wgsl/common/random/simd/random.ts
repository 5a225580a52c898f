import type { I32, V128 } from "../../../../src/wasm/code.ts";
import type { FunctionBuilder, Local } from "../../../../src/wasm/function.ts";

/** Words of a counter in each lane. After the rounds they are four random words. */
export type RandomState = readonly [Local<"v128">, Local<"v128">, Local<"v128">, Local<"v128">];

/** Results of the first rounds that depend on the frames' numbers alone. */
type RandomFrames = readonly [first: Local<"v128">, second: Local<"v128">, third: Local<"v128">];

/** Bytes of the results of the first rounds that depend on a position alone. */
export const POSITION_BYTES = 12;

/**
 * A random generator in WebAssembly, with four counters to a vector. In the first two rounds the words of a counter (frame low, frame high,
 * position, stream) meet only in sums, so the rounds can run for frames and positions separately.
 */
export interface SimdRandom {
  /** Name in keys of compiled functions. */
  readonly name: string;
  /** Bytes of the keys in memory. */
  readonly keyBytes: number;
  /** Writes the keys. @param at word of memory where they begin. */
  writeKeys(memory: Uint32Array, at: number, key: readonly [number, number]): void;
  /**
   * Runs all rounds of several states together. Their rounds alternate, so that one computes while the other waits for its products.
   * @param keys address of the keys.
   */
  words(f: FunctionBuilder, keys: I32, states: readonly RandomState[]): void;
  /** Writes the results of the first rounds for positions 0, 1, … of a stream and the upper word of the frames' numbers. */
  writePositions(words: Uint32Array, count: number, high: number, stream: number, key: readonly [number, number]): void;
  /** The random words of frames. @param frame lower words of the frames' numbers. */
  frames(f: FunctionBuilder, keys: I32, frame: V128, high: V128, stream: number): RandomFrames;
  /** The state after the first rounds. @param position address of the position's words. */
  state(f: FunctionBuilder, frames: RandomFrames, position: I32, offset: number): RandomState;
  /** Runs the later rounds. */
  laterWords(f: FunctionBuilder, keys: I32, states: readonly RandomState[]): void;
}
