// By hand: the compiled kernel has 0.40 of its speed.
import type { SimdKernel } from "../../../../src/gpu/kernel.ts";
import type { I32, V128 } from "../../../../src/wasm/code.ts";
import { FunctionBuilder } from "../../../../src/wasm/function.ts";
import { add, i32, i32op } from "../../../../src/wasm/i32.ts";
import { binary, floats, load, select, shift, splat, store, words } from "../../../../src/wasm/simd.ts";
import { PLACE_PARAMETERS } from "../../simd/lanes.ts";
import { type StepNumbers, trellisStep } from "../trellis/simd/trellis-step.ts";
import { checkFunction, scratchWords } from "./forward-backward.ts";
import { type LaneShape, simdLaneChecks } from "./lane-checks.ts";
import { giveFunction, loadFunction } from "./lane-edges.ts";
import { LEAST_TAKEN } from "./min-max.ts";

/** Marks a cut symbol, as does every greater number. */
const ABSENT = Math.fround(1e30);

const VECTOR = 16;
/** Index of the function `cut` in its module. */
const CUT = 4;
/** Symbols in one turn of a loop. */
const BLOCK = 4;
/** The highest bit of a positive f32 number. */
const TOP_BIT = 30;

const SUMS: StepNumbers = {
  least: (a, b) => binary("i32x4.min_s", a, b),
  pair: (a, b) => binary("f32x4.add", a, b),
  largest: floats(2 * ABSENT),
};

/** Bytes of the output of `load`: the kept symbols, then all symbols. */
const inputBytes = (q: number) => 2 * q * VECTOR;

/** Extended min-sum check nodes. */
export const simdEms: SimdKernel = simdLaneChecks({
  name: "nonbinary/rules/ems",
  constants: ["NM", "OFFSET_BITS"],
  functions(shape) {
    const { q, degree, constants } = shape;
    return [
      stepFunction(q),
      loadKeptFunction(shape),
      giveFunction(shape, (f, vector) => saturated(f, q, vector, constants.OFFSET_BITS), q * VECTOR),
      checkFunction({ q, degree, inputBytes: inputBytes(q), frameParameters: PLACE_PARAMETERS }),
      cutFunction(q, constants.NM),
    ];
  },
  scratchWords: ({ q, degree }) => scratchWords({ q, degree, inputBytes: inputBytes(q) }),
});

function stepFunction(q: number): FunctionBuilder {
  const f = trellisStep(q, SUMS);
  f.call(CUT, f.parameter(2), f.parameter(2));
  return f;
}

function loadKeptFunction(shape: LaneShape): FunctionBuilder {
  const all = shape.q * VECTOR;
  const f = loadFunction(shape, LEAST_TAKEN, all);
  f.call(CUT, add(f.parameter(0), all), f.parameter(0));
  return f;
}

/**
 * The function `cut(from, to)`: keeps the `kept` least numbers of a vector, among equal numbers at lower symbols, and writes ABSENT
 * elsewhere. It finds the greatest kept number bit by bit, as the greatest number with fewer than `kept` lesser numbers.
 */
function cutFunction(q: number, kept: number): FunctionBuilder {
  const f = new FunctionBuilder("cut", 2);
  const [from, to] = [f.parameter(0), f.parameter(1)];
  const value = f.local("v128");
  const last = f.vector(words(0));
  const less = f.local("v128");
  const candidate = f.local("v128");
  const bit = f.vector(words(2 ** TOP_BIT));
  const countLess = (than: V128) => {
    f.set(less, words(0));
    overVector(f, q, from, (at, offset) => {
      f.set(less, binary("i32x4.sub", less, binary("i32x4.lt_s", load(at, offset), than)));
    });
  };
  const bits = f.integer(i32(TOP_BIT + 1));
  f.repeatWhile(() => {
    f.set(candidate, binary("v128.or", last, bit));
    countLess(candidate);
    f.set(last, select(candidate, last, f.vector(binary("i32x4.lt_s", less, words(kept)))));
    f.set(bit, shift("i32x4.shr_u", bit, i32(1)));
    f.set(bits, i32op("sub", bits, i32(1)));
    return bits;
  });
  countLess(last);
  // Number of equal numbers that are kept.
  const room = f.vector(binary("i32x4.sub", words(kept), less));
  const distance = f.integer(i32op("sub", to, from));
  overVector(f, q, from, (at, offset) => {
    f.set(value, load(at, offset));
    const isLast = binary("i32x4.eq", value, last);
    const fits = f.vector(binary("v128.and", isLast, binary("i32x4.gt_s", room, words(0))));
    f.set(room, binary("i32x4.add", room, fits));
    const isKept = f.vector(binary("v128.or", fits, binary("i32x4.lt_s", value, last)));
    f.do(store(add(at, distance), select(value, floats(ABSENT), isKept), offset));
  });
  return f;
}

/** Saturates an outgoing message: ABSENT numbers become its greatest present number plus the offset. */
function saturated(f: FunctionBuilder, q: number, vector: I32, offsetBits: number): (value: V128) => V128 {
  const greatest = f.vector(words(0));
  const isPresent = (value: V128) => f.vector(binary("f32x4.lt", value, floats(ABSENT)));
  overVector(f, q, vector, (at, offset) => {
    const value = f.vector(load(at, offset));
    f.set(greatest, binary("i32x4.max_s", greatest, binary("v128.and", value, isPresent(value))));
  });
  const saturation = f.vector(binary("f32x4.add", greatest, splat("i32x4.splat", i32(offsetBits))));
  return (value) => {
    const own = f.vector(value);
    return select(own, saturation, isPresent(own));
  };
}

/** A loop over a vector's symbols, several in a turn. */
function overVector(f: FunctionBuilder, q: number, from: I32, each: (at: I32, offset: number) => void): void {
  const at = f.integer(from);
  f.count(at, f.integer(add(from, q * VECTOR)), BLOCK * VECTOR, () => {
    for (let i = 0; i < BLOCK; i++) each(at, VECTOR * i);
  });
}
