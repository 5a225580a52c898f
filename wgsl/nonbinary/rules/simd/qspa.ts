// By hand: the compiled kernel has 0.93 of its speed, layered 0.83 (medians; its least times are equal).
import type { SimdKernel } from "../../../../src/gpu/kernel.ts";
import { FunctionBuilder } from "../../../../src/wasm/function.ts";
import { add, i32, i32op } from "../../../../src/wasm/i32.ts";
import { binary, floats, load, store } from "../../../../src/wasm/simd.ts";
import { PLACE_PARAMETERS } from "../../simd/lanes.ts";
import { EDGE_WORDS } from "./check-runs.ts";
import { CHECK_PARAMETERS } from "./forward-backward.ts";
import { type LaneShape, simdLaneChecks } from "./lane-checks.ts";
import { giveFunction, loadFunction, type Normalisation } from "./lane-edges.ts";
import { othersFunction, transformFunction } from "./transform.ts";

const VECTOR = 16;
/** Indices of the functions in their module. */
const [TRANSFORM, MULTIPLY, LOAD, GIVE] = [0, 1, 2, 3];

/** A message scaled to sum 1. */
const SUM_ONE: Normalisation = {
  start: floats(0),
  gathered: (sum, value) => binary("f32x4.add", sum, value),
  normaliser: (sum) => binary("f32x4.div", floats(1), sum),
  normalised: (value, scale) => binary("f32x4.mul", value, scale),
};

/** q-ary sum-product check nodes by Walsh-Hadamard transforms. */
export const simdQspa: SimdKernel = simdLaneChecks({
  name: "nonbinary/rules/qspa",
  constants: ["FLOOR_BITS"],
  functions(shape) {
    const { q, degree, constants } = shape;
    const floor = new Float32Array(Uint32Array.of(constants.FLOOR_BITS).buffer)[0];
    return [
      transformFunction(q),
      othersFunction(q, degree, q * VECTOR),
      loadFunction(shape, SUM_ONE),
      giveFunction(
        shape,
        () => (value) => binary("f32x4.pmax", binary("f32x4.mul", value, floats(1 / q)), floats(floor)),
      ),
      checkFunction(shape),
    ];
  },
  // Spectra, and in a layered schedule the incoming messages.
  scratchWords: ({ q, degree, layered }) => ((layered ? 2 : 1) * degree * q * VECTOR) / 4,
});

/** The function `check`: updates all checks of a run in turn. */
function checkFunction({ q, degree, layered }: LaneShape): FunctionBuilder {
  const f = new FunctionBuilder("check", CHECK_PARAMETERS.length + 2 * PLACE_PARAMETERS);
  const [scratch, table, checks, beliefs, messages, rowBytes, heard] = CHECK_PARAMETERS.map((_, i) => f.parameter(i));
  const [from, to] = [0, 1].map((set) =>
    Array.from({ length: PLACE_PARAMETERS }, (_, i) =>
      f.parameter(CHECK_PARAMETERS.length + set * PLACE_PARAMETERS + i),
    ),
  );
  const edges = Array.from({ length: degree }, (_, i) => ({
    own: add(table, 4 * EDGE_WORDS * i),
    spectrum: add(scratch, i * q * VECTOR),
    input: add(scratch, (degree + i) * q * VECTOR),
  }));
  f.repeatWhile(() => {
    for (const { own, spectrum, input } of edges) {
      f.call(LOAD, spectrum, own, beliefs, messages, rowBytes, heard, ...from);
      if (layered) copyVector(f, q, spectrum, input);
      f.call(TRANSFORM, spectrum);
    }
    f.call(MULTIPLY, scratch);
    for (const { own, spectrum, input } of edges) {
      f.call(TRANSFORM, spectrum);
      f.call(GIVE, spectrum, own, beliefs, messages, rowBytes, input, ...to);
    }
    f.advance(table, 4 * EDGE_WORDS * degree);
    f.set(checks, i32op("sub", checks, i32(1)));
    return checks;
  });
  return f;
}

function copyVector(f: FunctionBuilder, q: number, from: ReturnType<typeof add>, to: ReturnType<typeof add>): void {
  const at = f.integer(i32(0));
  f.count(at, i32(q * VECTOR), VECTOR, () => f.do(store(add(to, at), load(add(from, at)))));
}
