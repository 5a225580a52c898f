import { type I32, signed, unsigned } from "./code.ts";

const BINARY = {
  add: 0x6a,
  sub: 0x6b,
  mul: 0x6c,
  and: 0x71,
  or: 0x72,
  xor: 0x73,
  shl: 0x74,
  shr_u: 0x76,
  eq: 0x46,
  ne: 0x47,
  lt_u: 0x49,
} as const;

/** An operation of two 32-bit integers, by its name in the text format without `i32.`. */
export function i32op(name: keyof typeof BINARY, a: I32, b: I32): I32 {
  return { type: "i32", code: [a.code, b.code, BINARY[name]] };
}

/** A constant. @param value any 32-bit integer, signed or not. */
export function i32(value: number): I32 {
  return { type: "i32", code: [0x41, signed(value)] };
}

/** Number of zero bits below the lowest one. */
export function trailingZeros(a: I32): I32 {
  return { type: "i32", code: [a.code, 0x68] };
}

export function add(a: I32, b: I32 | number): I32 {
  if (b === 0) return a;
  return i32op("add", a, typeof b === "number" ? i32(b) : b);
}

/** A 32-bit word of memory. @param offset bytes beyond the address. */
export function loadWord(address: I32, offset = 0): I32 {
  return { type: "i32", code: [address.code, 0x28, 2, unsigned(offset)] };
}
