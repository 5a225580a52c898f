import { type PartsVariant, simdOf } from "../../../../src/gpu/part.ts";
import type { V128 } from "../../../../src/wasm/code.ts";
import type { FunctionBuilder } from "../../../../src/wasm/function.ts";

/** Meaning of the numbers of messages in WebAssembly, on vectors of f32 numbers: the interface `Domain` of the folder above. */
export interface SimdDomain {
  channelValue(f: FunctionBuilder, llr: V128): V128;
  together(a: V128, b: V128): V128;
  without(all: V128, part: V128): V128;
  /** Ones in the lanes where `a` is likelier than `b`. */
  isLikelier(a: V128, b: V128): V128;
  /** The likelier of both, lane by lane. */
  likelier(a: V128, b: V128): V128;
}

/** The WebAssembly form of the domain that the variant of a kernel imports. */
export function simdDomainOf(variant: PartsVariant): SimdDomain | undefined {
  return simdOf(variant, "domain");
}
