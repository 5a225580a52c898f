import type { V128 } from "../../../../src/wasm/code.ts";
import type { FunctionBuilder } from "../../../../src/wasm/function.ts";
import { exp, log } from "../../../../src/wasm/numeric.ts";
import { binary, floats, select, unary, words } from "../../../../src/wasm/simd.ts";
import { LARGEST_LLR, SMALLEST_LLR } from "../phi.ts";

/** Φ of a number within its bounds: the three ranges of phi.wgsl, with one logarithm. */
function phi(f: FunctionBuilder, argument: V128): V128 {
  const x = f.vector(argument);
  const z = exp(f, unary("f32x4.neg", x));
  const square = f.vector(binary("f32x4.mul", z, z));
  const isNear = f.vector(binary("f32x4.lt", x, floats(0.05)));
  // (1 + z)/(1 − z), or 2/x where that is the same but for x²/12.
  const above = select(floats(2), binary("f32x4.add", z, floats(1)), isNear);
  const below = select(x, binary("f32x4.pmax", floats(1e-4), binary("f32x4.sub", floats(1), z)), isNear);
  const middle = log(f, binary("f32x4.div", above, below));
  const twelfth = binary("v128.and", isNear, binary("f32x4.mul", binary("f32x4.mul", x, x), floats(1 / 12)));
  const series = binary("f32x4.add", floats(1 / 3), binary("f32x4.mul", square, floats(0.2)));
  const far = binary(
    "f32x4.mul",
    binary("f32x4.add", z, z),
    binary("f32x4.add", floats(1), binary("f32x4.mul", square, series)),
  );
  return f.vector(select(far, binary("f32x4.add", middle, twelfth), binary("f32x4.gt", x, floats(3.5))));
}

const clamped = (x: V128, least: number) =>
  binary("f32x4.pmin", floats(LARGEST_LLR), binary("f32x4.pmax", floats(least), x));

/** A magnitude within its bounds: twin `magnitudeOf`. */
export function simdMagnitude(f: FunctionBuilder, t: V128): V128 {
  return f.vector(clamped(unary("f32x4.abs", t), SMALLEST_LLR));
}

/** Φ of a magnitude that was brought within its bounds. */
export function simdPhi(f: FunctionBuilder, magnitude: V128): V128 {
  return phi(f, magnitude);
}

/** Twin `phiOfSum`. */
export function simdPhiOfSum(f: FunctionBuilder, sum: V128): V128 {
  return phi(f, clamped(sum, 1e-36));
}

/** A magnitude, negative where the sign bit of `signs` is set. */
export function simdSigned(magnitude: V128, signs: V128): V128 {
  return binary("v128.xor", magnitude, binary("v128.and", signs, words(0x80000000)));
}
