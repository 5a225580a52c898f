// By hand: the compiled kernel has 0.71 of its speed.
import type { SimdKernel } from "../../../../../src/gpu/kernel.ts";
import type { I32, V128 } from "../../../../../src/wasm/code.ts";
import { FunctionBuilder, type Local } from "../../../../../src/wasm/function.ts";
import { add, i32, i32op, mul } from "../../../../../src/wasm/i32.ts";
import {
  binary,
  extractWord,
  floats,
  load,
  loadLane,
  select,
  splat,
  store,
  words,
} from "../../../../../src/wasm/simd.ts";
import { LLR_BOUND } from "../../../../common/bound.ts";
import { LANES, PLACE_PARAMETERS } from "../../../simd/lanes.ts";
import { EDGE_WORDS } from "../../simd/check-runs.ts";
import { CHECK_PARAMETERS } from "../../simd/forward-backward.ts";
import { type LaneShape, simdLaneChecks } from "../../simd/lane-checks.ts";
import { giveFunction, loadFunction } from "../../simd/lane-edges.ts";
import { LEAST_TAKEN } from "../../simd/min-max.ts";

const VECTOR = 16;
/** Indices of the functions in their module. */
const [LOAD, GIVE, TAKE, COLUMN, SAY] = [0, 1, 2, 3, 4];

/** The state of a check's deviations, a vector over GF(q) each. */
const COLUMNS = ["first", "second", "edge", "value", "one", "two"] as const;
const ALL_BITS = 0xffffffff;
/** Replaces the number of a missing edge. */
const NO_EDGE = -1;

/** Address of the vectors over the deviations, and of one of them. */
const columnAt = (columns: I32, q: number, name: (typeof COLUMNS)[number]) =>
  add(columns, COLUMNS.indexOf(name) * q * VECTOR);

const number = (value: I32) => splat("i32x4.splat", value);
/** The lesser of two nonnegative f32 numbers. */
const lesser = (a: V128, b: V128) => binary("i32x4.min_s", a, b);
const greater = (a: V128, b: V128) => binary("i32x4.max_s", a, b);
const isLess = (a: V128, b: V128) => binary("i32x4.lt_s", a, b);
const isEqual = (a: V128, b: V128) => binary("i32x4.eq", a, b);

/** Trellis Min-Max check nodes with at most two deviations. */
export const simdTrellis: SimdKernel = simdLaneChecks({
  name: "nonbinary/rules/trellis/trellis-min-max",
  constants: ["SCALE_BITS", "MAGNITUDE_MASK"],
  functions(shape) {
    const { q, constants } = shape;
    const { MAGNITUDE_MASK, SCALE_BITS } = constants;
    const kept = (value: V128) =>
      MAGNITUDE_MASK === ALL_BITS ? value : binary("v128.and", value, words(MAGNITUDE_MASK));
    const scaled = (value: V128) => binary("f32x4.mul", kept(value), words(SCALE_BITS));
    return [
      loadFunction(shape, LEAST_TAKEN),
      giveFunction(shape, () => scaled),
      takeFunction(q),
      columnFunction(q),
      sayFunction(q),
      checkFunction(shape),
    ];
  },
  // Inputs, columns, the message to an edge in two orders, the likeliest symbols and their sum.
  scratchWords: ({ q, degree }) => ((degree + COLUMNS.length + 2) * q + degree + 1) * LANES,
});

/** The function `check`: all checks of a run, one after the other. */
function checkFunction({ q, degree }: LaneShape): FunctionBuilder {
  const f = new FunctionBuilder("check", CHECK_PARAMETERS.length + 2 * PLACE_PARAMETERS);
  const [scratch, table, checks, beliefs, messages, rowBytes, heard] = CHECK_PARAMETERS.map((_, i) => f.parameter(i));
  const [from, to] = [0, 1].map((set) =>
    Array.from({ length: PLACE_PARAMETERS }, (_, i) =>
      f.parameter(CHECK_PARAMETERS.length + set * PLACE_PARAMETERS + i),
    ),
  );
  const vectorAt = (i: number) => add(scratch, i * q * VECTOR);
  const [columns, said] = [vectorAt(degree), vectorAt(degree + COLUMNS.length)];
  const likeliest = (i: number) => add(scratch, ((degree + COLUMNS.length + 2) * q + i) * VECTOR);
  const sum = likeliest(degree);
  const edges = Array.from({ length: degree }, (_, i) => ({ i, own: add(table, 4 * EDGE_WORDS * i) }));
  f.repeatWhile(() => {
    f.do(store(sum, words(0)));
    const at = f.integer(i32(0));
    f.count(at, i32(q * VECTOR), VECTOR, () => {
      for (const name of ["first", "second"] as const) {
        f.do(store(add(columnAt(columns, q, name), at), floats(LLR_BOUND)));
      }
      f.do(store(add(columnAt(columns, q, "edge"), at), words(0)));
    });
    for (const { i, own } of edges) {
      f.call(LOAD, vectorAt(i), own, beliefs, messages, rowBytes, heard, ...from);
      f.call(TAKE, vectorAt(i), columns, i32(i), likeliest(i), sum);
    }
    f.call(COLUMN, columns);
    for (const { i, own } of edges) {
      f.call(SAY, columns, i32(i), likeliest(i), sum, said);
      f.call(GIVE, add(said, q * VECTOR), own, beliefs, messages, rowBytes, vectorAt(i), ...to);
    }
    f.advance(table, 4 * EDGE_WORDS * degree);
    f.set(checks, i32op("sub", checks, i32(1)));
    return checks;
  });
  return f;
}

/** The function `take(vector, columns, edge, likeliest, sum)`: an edge's likeliest symbol, and its message of each deviation. */
function takeFunction(q: number): FunctionBuilder {
  const f = new FunctionBuilder("take", 5);
  const [vector, columns, edge, likeliest, sum] = [0, 1, 2, 3, 4].map((i) => f.parameter(i));
  // From the last symbol down: the first of several remains.
  const symbol = f.integer(i32(q));
  const z = f.local("v128");
  f.repeatWhile(() => {
    f.set(symbol, i32op("sub", symbol, i32(1)));
    const isZero = isEqual(load(add(vector, mul(symbol, VECTOR))), words(0));
    f.set(z, select(number(symbol), z, f.vector(isZero)));
    return symbol;
  });
  f.do(store(likeliest, z));
  f.do(store(sum, binary("v128.xor", load(sum), z)));
  const [firstAt, secondAt, edgeAt] = (["first", "second", "edge"] as const).map((name) => columnAt(columns, q, name));
  const message = f.local("v128");
  const first = f.local("v128");
  forPermuted(f, q, { vector, permutation: z, into: message }, (at) => {
    f.set(first, load(add(firstAt, at)));
    const second = load(add(secondAt, at));
    const position = select(number(edge), load(add(edgeAt, at)), f.vector(isLess(message, first)));
    f.do(store(add(edgeAt, at), position));
    f.do(store(add(secondAt, at), greater(first, lesser(second, message))));
    f.do(store(add(firstAt, at), lesser(first, message)));
  });
  return f;
}

/** The function `column(columns)`: the least of one deviation or two that add up to each, and their edges. */
function columnFunction(q: number): FunctionBuilder {
  const f = new FunctionBuilder("column", 1);
  const columns = f.parameter(0);
  const [firstAt, edgeAt, valueAt, oneAt, twoAt] = (["first", "edge", "value", "one", "two"] as const).map((name) =>
    columnAt(columns, q, name),
  );
  f.do(store(valueAt, words(0)));
  for (const at of [oneAt, twoAt]) f.do(store(at, words(NO_EDGE)));
  const a = f.integer(i32(VECTOR));
  const [value, one, two, xEdge, yEdge, pair] = Array.from({ length: 6 }, () => f.local("v128"));
  f.count(a, i32(q * VECTOR), VECTOR, () => {
    f.set(value, load(add(firstAt, a)));
    f.set(one, load(add(edgeAt, a)));
    f.set(two, one);
    const x = f.integer(i32(VECTOR));
    f.count(x, i32(q * VECTOR), VECTOR, () => {
      const y = f.integer(i32op("xor", a, x));
      // Each pair once, from the lower one; y is 0 where x is a.
      f.if(i32op("lt_u", x, y), () => {
        f.set(pair, greater(load(add(firstAt, x)), load(add(firstAt, y))));
        f.set(xEdge, load(add(edgeAt, x)));
        f.set(yEdge, load(add(edgeAt, y)));
        const isBetter = f.vector(binary("v128.andnot", isLess(pair, value), isEqual(xEdge, yEdge)));
        f.set(value, select(pair, value, isBetter));
        f.set(one, select(xEdge, one, isBetter));
        f.set(two, select(yEdge, two, isBetter));
      });
    });
    f.do(store(add(valueAt, a), value));
    f.do(store(add(oneAt, a), one));
    f.do(store(add(twoAt, a), two));
  });
  return f;
}

/**
 * The function `say(columns, edge, likeliest, sum, said)`: what the column says to an edge, by deviation; behind that vector the same by
 * symbol.
 */
function sayFunction(q: number): FunctionBuilder {
  const f = new FunctionBuilder("say", 5);
  const [columns, edge, likeliest, sum, said] = [0, 1, 2, 3, 4].map((i) => f.parameter(i));
  const own = f.vector(number(edge));
  const at = f.integer(i32(0));
  f.count(at, i32(q * VECTOR), VECTOR, () => {
    const of = (name: (typeof COLUMNS)[number]) => load(add(columnAt(columns, q, name), at));
    const deviates = f.vector(binary("v128.or", isEqual(of("one"), own), isEqual(of("two"), own)));
    const others = f.vector(select(of("second"), of("first"), f.vector(isEqual(of("edge"), own))));
    f.do(store(add(said, at), select(others, of("value"), deviates)));
  });
  const permutation = f.vector(binary("v128.xor", load(likeliest), load(sum)));
  const message = f.local("v128");
  forPermuted(f, q, { vector: said, permutation, into: message }, (place) => {
    f.do(store(add(said, place), message, q * VECTOR));
  });
  return f;
}

interface Permuted {
  /** Address of the vector that is read. */
  readonly vector: I32;
  /** Of each lane. */
  readonly permutation: V128;
  /** Is set to the lanes of symbols a ⊕ permutation. */
  readonly into: Local<"v128">;
}

/** A loop over the places of symbols a, in bytes. */
function forPermuted(
  f: FunctionBuilder,
  q: number,
  { vector, permutation, into }: Permuted,
  each: (at: Local<"i32">) => void,
): void {
  const lanes = Array.from({ length: LANES }, (_, lane) => ({
    lane,
    base: f.integer(add(vector, 4 * lane)),
    shift: f.integer(mul(extractWord(permutation, lane), VECTOR)),
  }));
  const at = f.integer(i32(0));
  f.count(at, i32(q * VECTOR), VECTOR, () => {
    for (const { lane, base, shift } of lanes) {
      f.set(into, loadLane(add(base, i32op("xor", at, shift)), into, lane));
    }
    each(at);
  });
}
