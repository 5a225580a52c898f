import { type PartsVariant, simdOf } from "../../../../src/gpu/part.ts";
import type { V128 } from "../../../../src/wgsl-cpu/wasm/code.ts";
import type { FunctionBuilder, Local } from "../../../../src/wgsl-cpu/wasm/function.ts";

/** A number format in WebAssembly: a vector of 16 bytes has 4 words of frames. */
export interface SimdLanes {
  readonly interleave: 1 | 2 | 4;
  /** Vectors that rules compute with: f32 numbers, or stored bytes. */
  readonly numbers: "f32" | "bytes";
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
   * The counts of an edge's messages: the top bit is the sign of the last message, the lower bits are the number of sign changes, which
   * saturates.
   */
  counted(before: V128, message: V128): V128;
  /** The sign bits alone. */
  signBits(lanes: V128): V128;
  /** A sum of lanes that may exceed the format; left out where the compiled kernel of variables is as fast. */
  sum?(f: FunctionBuilder, first: V128): SimdSum;
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
