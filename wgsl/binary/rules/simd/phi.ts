import type { V128 } from "../../../../src/wgsl-cpu/wasm/code.ts";
import type { FunctionBuilder } from "../../../../src/wgsl-cpu/wasm/function.ts";
import { exp, logRatio } from "../../../../src/wgsl-cpu/wasm/numeric.ts";
import { binary, clampFloats, floats, select, unary, words } from "../../../../src/wgsl-cpu/wasm/simd.ts";
import { LARGEST_LLR, SMALLEST_LLR } from "../../check-node/phi.ts";

/**
 * Φ of a number within its bounds: ln((1 + z)/(1 − z)) with z = exp(−x). The difference of numerator and denominator is 2z. Below 0.05,
 * where 1 − z has lost its last bits, (1 + z)/(1 − z) is (2 + x²/6)/x.
 */
function phi(f: FunctionBuilder, argument: V128): V128 {
  const x = f.vector(argument);
  const z = exp(f, unary("f32x4.neg", x));
  const isNear = f.vector(binary("f32x4.lt", x, floats(0.05)));
  const sixth = binary("f32x4.mul", binary("f32x4.mul", x, x), floats(1 / 6));
  const above = select(binary("f32x4.add", sixth, floats(2)), binary("f32x4.add", z, floats(1)), isNear);
  const below = select(x, binary("f32x4.sub", floats(1), z), isNear);
  return logRatio(f, above, below, binary("f32x4.add", z, z));
}

/** A magnitude within its bounds. @param largest a bound below the usual one. */
export function simdMagnitude(f: FunctionBuilder, t: V128, largest = LARGEST_LLR): V128 {
  return f.vector(clampFloats(unary("f32x4.abs", t), SMALLEST_LLR, largest));
}

/** Φ of a magnitude that is within its bounds. */
export function simdPhi(f: FunctionBuilder, magnitude: V128): V128 {
  return phi(f, magnitude);
}

/** Φ of a sum within its bounds. */
export function simdPhiOfSum(f: FunctionBuilder, sum: V128): V128 {
  return phi(f, clampFloats(sum, 1e-36, LARGEST_LLR));
}

/** A magnitude, negative where the sign bit of `signs` is set. */
export function simdSigned(magnitude: V128, signs: V128): V128 {
  return binary("v128.xor", magnitude, binary("v128.and", signs, words(0x80000000)));
}
