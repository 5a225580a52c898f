import type { VectorInstruction } from "../wasm/simd.ts";

/** The upper 32 bits of the unsigned 64-bit products of lanes, which takes two multiplications and a shuffle. */
export const HIGH_WORDS = "i32x4.mul_high_u";

/**
 * The value of a WGSL function as an instruction of WebAssembly SIMD with its operands. An operand is the name of a parameter of the
 * function, a word for all four lanes, or a nested instruction. The last operand of a shift is its number of bits.
 * @example
 * const difference: Intrinsic = ["i8x16.max_s", ["i8x16.sub_sat_s", "a", "b"], 0x81818181];
 */
export type Intrinsic = readonly [
  instruction: VectorInstruction | typeof HIGH_WORDS,
  ...operands: (string | number | Intrinsic)[],
];

/** Intrinsics by the names of the WGSL functions that they replace. */
export type Intrinsics = Readonly<Record<string, Intrinsic>>;
