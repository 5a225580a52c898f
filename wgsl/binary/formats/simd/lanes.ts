import type { KernelConstants } from "../../../../src/gpu/kernel.ts";
import { type PartsVariant, simdOf } from "../../../../src/gpu/part.ts";
import type { I32, V128 } from "../../../../src/wasm/code.ts";
import type { FunctionBuilder, Local } from "../../../../src/wasm/function.ts";
import { binary, splat, wordLanes } from "../../../../src/wasm/simd.ts";

/** A number format in WebAssembly: a vector of 16 bytes has 4 words of frames. */
export interface SimdLanes {
  readonly interleave: 1 | 2 | 4;
  /** The lanes of words, one after the other. An LLR of 0 is 0. */
  view(words: Uint32Array): Float32Array | Uint16Array | Int16Array | Int8Array;
  /** Element of `view` of a channel LLR of LLR_BOUND. */
  readonly certain: number;
  /** Vectors that rules compute with: f32 numbers, or stored bytes. */
  readonly numbers: "f32" | "shorts" | "bytes";
  /** The vectors that rules compute with: one, or two for lanes of 16 bits. */
  unpack(f: FunctionBuilder, lanes: V128): readonly Local<"v128">[];
  /** A posterior minus a message, as rules use it. */
  difference(f: FunctionBuilder, posterior: V128, message: V128): readonly Local<"v128">[];
  /** Messages in their stored form. */
  message(f: FunctionBuilder, outgoing: readonly V128[]): V128;
  /** A posterior with a new message, in its stored form. @param message `outgoing` in its stored form. */
  total(f: FunctionBuilder, difference: readonly V128[], outgoing: readonly V128[], message: V128): V128;
  /** Stored lanes of the same signs. */
  signWords(numbers: readonly V128[]): V128;
  /** Stored signs in the form of rules. */
  signsFrom(f: FunctionBuilder, lanes: V128): readonly V128[];
  /**
   * A vector of channel LLRs in their stored form, four frames to each of the `interleave` vectors: f32 numbers, not
   * −0, of magnitudes below LLR_BOUND.
   */
  channel(f: FunctionBuilder, llrs: readonly V128[], constants: KernelConstants): V128;
  /** Largest magnitude of a stored channel LLR, in steps; Infinity without steps. */
  channelMaximum(constants: KernelConstants): number;
  /** Ones in the lanes whose frames have a 1 in `bits`. Bit 0 is the first frame's. */
  spread(bits: I32): V128;
  /** Ones in the lanes whose sign bit is set. */
  negative(lanes: V128): V128;
  /**
   * The counts of an edge's messages: the top bit is the sign of the last message, the lower bits are the number of sign changes, which
   * saturates.
   */
  counted(before: V128, message: V128): V128;
  /** The sign bits alone. */
  signBits(lanes: V128): V128;
  /** Adds 1 to the counts in the lanes that are ones. */
  countUp(counts: V128, ones: V128): V128;
  /** A sum of lanes that may exceed the format. */
  sum(f: FunctionBuilder, first: V128): SimdSum;
}

/** A growing sum. */
interface SimdSum {
  add(message: V128): void;
  /** The sum in the stored form of a posterior. */
  total(): V128;
}

/** The WebAssembly form of the number format that the variant of a kernel imports. */
export function simdLanesOf(variant: PartsVariant): SimdLanes | undefined {
  return simdOf(variant, "lanes");
}

/** `spread` for words of four frames. */
export function spreadWords(bits: I32): V128 {
  const bitOf = wordLanes((lane) => 1 << lane);
  return binary("i32x4.eq", binary("v128.and", splat("i32x4.splat", bits), bitOf), bitOf);
}
