import type { I32, V128 } from "../../../../src/wasm/code.ts";
import type { FunctionBuilder, Local } from "../../../../src/wasm/function.ts";

/** Words of a counter in each lane, and after the rounds four random words. */
export type RandomState = readonly [Local<"v128">, Local<"v128">, Local<"v128">, Local<"v128">];

/** What the first rounds make of the frames' numbers alone. */
type RandomFrames = readonly [first: Local<"v128">, second: Local<"v128">, third: Local<"v128">];

/** Bytes of what the first rounds make of a position alone. */
export const POSITION_BYTES = 12;

/**
 * A random generator in WebAssembly: four counters to a vector. The words of a counter (frame low, frame high, position, stream) go through
 * the first two rounds without meeting but in sums, so that these can be done for frames and for positions apart.
 */
export interface SimdRandom {
  /** Names it in keys of compiled functions. */
  readonly name: string;
  /** Bytes that it reads its keys from. */
  readonly keyBytes: number;
  /** Writes these. @param at word of memory where they begin. */
  writeKeys(memory: Uint32Array, at: number, key: readonly [number, number]): void;
  /**
   * All rounds of several states at once: their rounds alternate, so that one computes while the other waits for its products.
   * @param keys address of the keys.
   */
  words(f: FunctionBuilder, keys: I32, states: readonly RandomState[]): void;
  /** Writes what the first rounds make of positions 0, 1, … of a stream and the upper word of the frames' numbers. */
  writePositions(words: Uint32Array, count: number, high: number, stream: number, key: readonly [number, number]): void;
  /** The random words of frames. @param frame lower words of the frames' numbers. */
  frames(f: FunctionBuilder, keys: I32, frame: V128, high: V128, stream: number): RandomFrames;
  /** The state after the first rounds. @param position address of that position's words. */
  state(f: FunctionBuilder, frames: RandomFrames, position: I32, offset: number): RandomState;
  /** The rounds after these. */
  laterWords(f: FunctionBuilder, keys: I32, states: readonly RandomState[]): void;
}
