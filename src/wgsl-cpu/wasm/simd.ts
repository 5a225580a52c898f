import { type Code, type I32, unsigned, type V128 } from "./code.ts";

/** Operations of WebAssembly SIMD that kernels use, by their names in the text format, with their opcodes after 0xfd. */
const UNARY = {
  "v128.not": 0x4d,
  "i8x16.abs": 0x60,
  "i8x16.popcnt": 0x62,
  "i16x8.extend_low_i8x16_s": 0x87,
  "i16x8.extend_high_i8x16_s": 0x88,
  "i16x8.extend_low_i8x16_u": 0x89,
  "i16x8.extend_high_i8x16_u": 0x8a,
  "i32x4.extend_low_i16x8_u": 0xa9,
  "i32x4.extend_high_i16x8_u": 0xaa,
  "i16x8.abs": 0x80,
  "i16x8.extadd_pairwise_i8x16_u": 0x7d,
  "i32x4.extadd_pairwise_i16x8_u": 0x7f,
  "i64x2.extend_low_i32x4_u": 0xc9,
  "i64x2.extend_high_i32x4_u": 0xca,
  "f32x4.abs": 0xe0,
  "f32x4.neg": 0xe1,
  "f32x4.nearest": 0x6a,
  "f32x4.floor": 0x68,
  "i32x4.trunc_sat_f32x4_s": 0xf8,
  "i32x4.trunc_sat_f32x4_u": 0xf9,
  "f32x4.convert_i32x4_s": 0xfa,
} as const;

const BINARY = {
  "i8x16.swizzle": 0x0e,
  "i8x16.eq": 0x23,
  "i8x16.lt_s": 0x25,
  "i8x16.lt_u": 0x26,
  "i8x16.gt_u": 0x28,
  "i16x8.eq": 0x2d,
  "i16x8.lt_s": 0x2f,
  "i16x8.lt_u": 0x30,
  "i32x4.eq": 0x37,
  "i32x4.lt_s": 0x39,
  "i32x4.lt_u": 0x3a,
  "i32x4.gt_s": 0x3b,
  "f32x4.eq": 0x41,
  "f32x4.lt": 0x43,
  "f32x4.gt": 0x44,
  "v128.and": 0x4e,
  "v128.andnot": 0x4f,
  "v128.or": 0x50,
  "v128.xor": 0x51,
  "i8x16.narrow_i16x8_s": 0x65,
  "i8x16.add": 0x6e,
  "i8x16.add_sat_s": 0x6f,
  "i8x16.sub": 0x71,
  "i8x16.sub_sat_s": 0x72,
  "i8x16.sub_sat_u": 0x73,
  "i8x16.min_s": 0x76,
  "i8x16.min_u": 0x77,
  "i8x16.max_s": 0x78,
  "i8x16.max_u": 0x79,
  "i16x8.add": 0x8e,
  "i16x8.sub": 0x91,
  "i16x8.sub_sat_u": 0x93,
  "i16x8.mul": 0x95,
  "i16x8.min_s": 0x96,
  "i16x8.min_u": 0x97,
  "i16x8.max_s": 0x98,
  "i16x8.q15mulr_sat_s": 0x82,
  "i32x4.add": 0xae,
  "i32x4.sub": 0xb1,
  "i32x4.mul": 0xb5,
  "i32x4.min_s": 0xb6,
  "i32x4.min_u": 0xb7,
  "i32x4.max_s": 0xb8,
  "i64x2.extmul_low_i32x4_u": 0xde,
  "i64x2.extmul_high_i32x4_u": 0xdf,
  "f32x4.add": 0xe4,
  "f32x4.sub": 0xe5,
  "f32x4.mul": 0xe6,
  "f32x4.div": 0xe7,
  "f32x4.pmin": 0xea,
  "f32x4.pmax": 0xeb,
} as const;

const SHIFTS = {
  "i16x8.shl": 0x8b,
  "i16x8.shr_s": 0x8c,
  "i16x8.shr_u": 0x8d,
  "i32x4.shl": 0xab,
  "i32x4.shr_s": 0xac,
  "i32x4.shr_u": 0xad,
  "i64x2.shl": 0xcb,
  "i64x2.shr_u": 0xcd,
} as const;

const MASKS = {
  "i8x16.bitmask": 0x64,
  "i32x4.bitmask": 0xa4,
  "i32x4.all_true": 0xa3,
  "i8x16.all_true": 0x63,
  "v128.any_true": 0x53,
} as const;

const SPLATS = { "i8x16.splat": 0x0f, "i16x8.splat": 0x10, "i32x4.splat": 0x11 } as const;

const OPCODES = { ...UNARY, ...BINARY, ...SHIFTS, "v128.bitselect": 0x52 } as const;

/** An instruction with vectors as operands; the last operand of a shift is an i32. */
export type VectorInstruction = keyof typeof OPCODES;

/** The opcode of an instruction, after 0xfd. */
export const vectorOpcode = (name: VectorInstruction): number => OPCODES[name];

const NAMES = new Map(Object.entries(OPCODES).map(([name, code]) => [code as number, name]));

export const instructionOf = (code: number): string => NAMES.get(code)!;

export const isShift = (name: VectorInstruction): boolean => name in SHIFTS;

const instructions: Code[] = [];
/** The bytes of an instruction up to its immediates. @param code its opcode after 0xfd. */
export const opcode = (code: number): Code => (instructions[code] ??= [0xfd, ...unsigned(code)]);

/** An operation of two vectors. */
export function binary(name: keyof typeof BINARY, a: V128, b: V128): V128 {
  return { type: "v128", code: [a.code, b.code, opcode(BINARY[name])] };
}

/** Operations that gather an integer from the lanes. */
export function mask(name: keyof typeof MASKS, a: V128): I32 {
  return { type: "i32", code: [a.code, opcode(MASKS[name])] };
}

/** A vector of equal lanes. */
export function splat(name: keyof typeof SPLATS, value: I32): V128 {
  return { type: "v128", code: [value.code, opcode(SPLATS[name])] };
}

/** The bits of `yes` where `condition` has ones, and of `no` elsewhere. */
export function select(yes: V128, no: V128, condition: V128): V128 {
  return { type: "v128", code: [yes.code, no.code, condition.code, opcode(0x52)] };
}

/** Bytes of two vectors, 0 … 15 of the first and 16 … 31 of the second. */
export function shuffle(a: V128, b: V128, bytes: readonly number[]): V128 {
  return { type: "v128", code: [a.code, b.code, opcode(0x0d), bytes] };
}

export function constant(bytes: Uint8Array): V128 {
  return { type: "v128", code: [opcode(0x0c), [...bytes]] };
}

/** The constant of 16 equal bytes. */
export function bytes(value: number): V128 {
  return constant(new Uint8Array(16).fill(value));
}

/** The constant of four equal words. */
export function words(value: number): V128 {
  return wordLanes(() => value);
}

/** The constant of four words. @param of the word of lane 0, 1, 2 and 3. */
export function wordLanes(of: (lane: number) => number): V128 {
  return constant(new Uint8Array(Uint32Array.from([0, 1, 2, 3], of).buffer));
}

/** A vector from memory. @param offset bytes beyond the address. */
export function load(address: I32, offset = 0): V128 {
  // The address may be a multiple of 4 only: an alignment is a promise that costs nothing to leave out.
  return { type: "v128", code: [address.code, opcode(0x00), 2, unsigned(offset)] };
}

/** A vector whose first word is from memory; the others are 0. @param offset bytes beyond the address. */
export function loadFirst(address: I32, offset: number): V128 {
  return { type: "v128", code: [address.code, opcode(0x5c), 2, unsigned(offset)] };
}

/** A vector with one word of it from memory. @param offset bytes beyond the address. */
export function loadLane(address: I32, vector: V128, lane: number, offset = 0): V128 {
  return { type: "v128", code: [address.code, vector.code, opcode(0x56), 2, unsigned(offset), lane] };
}

export function extract(vector: V128, lane: number): I32 {
  return { type: "i32", code: [vector.code, opcode(0x1b), lane] };
}

/** One word of a vector, as half of 64 bits: two words then take one transfer, which costs more than a shift. */
export function extractHalf(vector: V128, lane: number): I32 {
  const shift: Code = lane % 2 === 0 ? [] : [0x42, 32, 0x88];
  // V8 transfers the lower half as a number of f64 by one instruction, and as an i64 by two.
  const pair: Code = lane < 2 ? [opcode(0x21), 0, 0xbd] : [opcode(0x1d), 1];
  return { type: "i32", code: [vector.code, pair, shift, 0xa7] };
}

/** Stores a vector. @param offset bytes beyond the address. */
export function store(address: I32, value: V128, offset = 0): Code {
  return [address.code, value.code, opcode(0x0b), 2, unsigned(offset)];
}

/** Stores one word of a vector. @param offset bytes beyond the address. */
export function storeLane(address: I32, value: V128, lane: number, offset = 0): Code {
  return [address.code, value.code, opcode(0x5a), 2, unsigned(offset), lane];
}
