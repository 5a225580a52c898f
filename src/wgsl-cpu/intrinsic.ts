import type { VectorInstruction } from "./wasm.ts";

/** The upper 32 bits of the unsigned 64-bit products of lanes, which takes two multiplications and a shuffle. */
export const HIGH_WORDS = "i32x4.mul_high_u";

/** 1 if any bit of any active lane is set, else 0. The result is the same in all lanes. */
export const ANY_LANE = "v128.any_true";

/**
 * The value of a WGSL function as an instruction of WebAssembly SIMD with its operands. An operand is the name of a parameter of the
 * function, a word for all four lanes, or a nested instruction. The last operand of a shift is its number of bits.
 * @example
 * const difference: Intrinsic = ["i8x16.max_s", ["i8x16.sub_sat_s", "a", "b"], 0x81818181];
 */
export type Intrinsic = readonly [
  instruction: VectorInstruction | typeof HIGH_WORDS | typeof ANY_LANE,
  ...operands: (string | number | Intrinsic)[],
];

/**
 * Says of an alias of an array type that the shader assigns each element before it reads the element. Variables of this type, and arrays of
 * them, are not zeroed.
 */
export const ASSIGNED_FIRST = "assigned first";

/** Intrinsics by the names of the WGSL functions that they replace, and facts about the shader's types by the names of the types. */
export type Intrinsics = Readonly<Record<string, Intrinsic | typeof ASSIGNED_FIRST>>;
