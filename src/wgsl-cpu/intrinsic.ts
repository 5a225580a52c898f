import type { VectorInstruction } from "../wasm/simd.ts";

/** The upper words of products of 64 bits: two products and a shuffle. */
export const HIGH_WORDS = "i32x4.mul_high_u";

/**
 * The value of a WGSL function as an instruction of WebAssembly SIMD with its operands: parameters of the function by their names, words
 * that stand in all four lanes, or instructions. The last operand of a shift is its number of bits.
 * @example
 * const difference: Intrinsic = ["i8x16.max_s", ["i8x16.sub_sat_s", "a", "b"], 0x81818181];
 */
export type Intrinsic = readonly [
  instruction: VectorInstruction | typeof HIGH_WORDS,
  ...operands: (string | number | Intrinsic)[],
];

/** Intrinsics by the names of the WGSL functions in whose place they stand. */
export type Intrinsics = Readonly<Record<string, Intrinsic>>;
