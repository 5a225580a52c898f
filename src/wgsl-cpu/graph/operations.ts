/** An operation on one or two operands: its scalar opcode, its vector opcode after 0xfd, and the function that folds constant operands. */
export interface Operation {
  readonly scalar?: number | readonly number[];
  readonly vector?: number;
  readonly of: "i32" | "f32";
  readonly result: "i32" | "f32";
  readonly fold: (a: number, b: number) => number;
}

const unsigned = (x: number) => x >>> 0;
const { fround } = Math;
type Fold = Operation["fold"];
const integer = (scalar: number | undefined, vector: number | undefined, fold: Fold): Operation => ({
  scalar,
  vector,
  fold,
  of: "i32",
  result: "i32",
});
const comparison = (scalar: number, vector: number, test: (a: number, b: number) => boolean): Operation =>
  integer(scalar, vector, (a, b) => Number(test(a, b)));
const float = (scalar: number | undefined, vector: number, fold: Fold): Operation => ({
  scalar,
  vector,
  of: "f32",
  result: "f32",
  fold: (a, b) => fround(fold(a, b)),
});
const floatComparison = (scalar: number, vector: number, test: (a: number, b: number) => boolean): Operation => ({
  scalar,
  vector,
  of: "f32",
  result: "i32",
  fold: (a, b) => Number(test(a, b)),
});

/** Operations by name. An integer operation has WebAssembly's name, and an f32 operation has the prefix f. */
export const OPERATIONS = {
  add: integer(0x6a, 0xae, (a, b) => (a + b) | 0),
  sub: integer(0x6b, 0xb1, (a, b) => (a - b) | 0),
  mul: integer(0x6c, 0xb5, Math.imul),
  and: integer(0x71, 0x4e, (a, b) => a & b),
  or: integer(0x72, 0x50, (a, b) => a | b),
  xor: integer(0x73, 0x51, (a, b) => a ^ b),
  shl: integer(0x74, 0xab, (a, b) => a << b),
  shr_s: integer(0x75, 0xac, (a, b) => a >> b),
  shr_u: integer(0x76, 0xad, (a, b) => (a >>> b) | 0),
  div_s: integer(0x6d, undefined, (a, b) => (b === 0 ? a : (a / b) | 0)),
  div_u: integer(0x6e, undefined, (a, b) => (b === 0 ? a : Math.floor(unsigned(a) / unsigned(b)) | 0)),
  rem_s: integer(0x6f, undefined, (a, b) => (b === 0 ? 0 : (a % b) | 0)),
  rem_u: integer(0x70, undefined, (a, b) => (b === 0 ? 0 : (unsigned(a) % unsigned(b)) | 0)),
  min_s: integer(undefined, 0xb6, (a, b) => Math.min(a, b)),
  min_u: integer(undefined, 0xb7, (a, b) => (unsigned(b) < unsigned(a) ? b : a)),
  max_s: integer(undefined, 0xb8, (a, b) => Math.max(a, b)),
  max_u: integer(undefined, 0xb9, (a, b) => (unsigned(a) < unsigned(b) ? b : a)),
  eq: comparison(0x46, 0x37, (a, b) => a === b),
  ne: comparison(0x47, 0x38, (a, b) => a !== b),
  lt_s: comparison(0x48, 0x39, (a, b) => a < b),
  lt_u: comparison(0x49, 0x3a, (a, b) => unsigned(a) < unsigned(b)),
  gt_s: comparison(0x4a, 0x3b, (a, b) => a > b),
  gt_u: comparison(0x4b, 0x3c, (a, b) => unsigned(a) > unsigned(b)),
  le_s: comparison(0x4c, 0x3d, (a, b) => a <= b),
  le_u: comparison(0x4d, 0x3e, (a, b) => unsigned(a) <= unsigned(b)),
  ge_s: comparison(0x4e, 0x3f, (a, b) => a >= b),
  ge_u: comparison(0x4f, 0x40, (a, b) => unsigned(a) >= unsigned(b)),
  fadd: float(0x92, 0xe4, (a, b) => a + b),
  fsub: float(0x93, 0xe5, (a, b) => a - b),
  fmul: float(0x94, 0xe6, (a, b) => a * b),
  fdiv: float(0x95, 0xe7, (a, b) => a / b),
  fmin: float(undefined, 0xea, (a, b) => (b < a ? b : a)),
  fmax: float(undefined, 0xeb, (a, b) => (a < b ? b : a)),
  feq: floatComparison(0x5b, 0x41, (a, b) => a === b),
  fne: floatComparison(0x5c, 0x42, (a, b) => a !== b),
  flt: floatComparison(0x5d, 0x43, (a, b) => a < b),
  fgt: floatComparison(0x5e, 0x44, (a, b) => a > b),
  fle: floatComparison(0x5f, 0x45, (a, b) => a <= b),
  fge: floatComparison(0x60, 0x46, (a, b) => a >= b),
  fabs: float(0x8b, 0xe0, (a) => Math.abs(a)),
  fneg: float(0x8c, 0xe1, (a) => -a),
  fsqrt: float(0x91, 0xe3, (a) => Math.sqrt(a)),
  ffloor: float(0x8e, 0x68, (a) => Math.floor(a)),
  abs_s: integer(undefined, 0xa0, (a) => Math.abs(a) | 0),
  to_f32_s: { scalar: 0xb2, vector: 0xfa, of: "i32", result: "f32", fold: (a) => fround(a) },
  to_f32_u: { scalar: 0xb3, vector: 0xfb, of: "i32", result: "f32", fold: (a) => fround(unsigned(a)) },
  to_i32_s: {
    scalar: [0xfc, 0],
    vector: 0xf8,
    of: "f32",
    result: "i32",
    fold: (a) => saturated(a, -(2 ** 31), 2 ** 31 - 1),
  },
  to_i32_u: { scalar: [0xfc, 1], vector: 0xf9, of: "f32", result: "i32", fold: (a) => saturated(a, 0, 2 ** 32 - 1) },
  // A reinterpretation of bits needs no instruction for a vector.
  bits_of: { scalar: 0xbc, of: "f32", result: "i32", fold: (a) => bitsOf(a) },
  float_of: { scalar: 0xbe, of: "i32", result: "f32", fold: (a) => floatOf(a) },
  popcnt: integer(0x69, undefined, (a) => popcount(a)),
} as const satisfies Record<string, Operation>;

export type OperationName = keyof typeof OPERATIONS;

export const COMMUTATIVE: ReadonlySet<string> = new Set([
  "add",
  "mul",
  "and",
  "or",
  "xor",
  "eq",
  "ne",
  "fadd",
  "fmul",
  "feq",
  "fne",
]);

/** Whether a value is a positive power of two. */
export const isPower = (value: number): boolean => value > 0 && (value & (value - 1)) === 0;

const words = new Int32Array(1);
const floats = new Float32Array(words.buffer);

export function bitsOf(value: number): number {
  floats[0] = value;
  return words[0];
}

export function floatOf(bits: number): number {
  words[0] = bits;
  return floats[0];
}

function saturated(a: number, least: number, largest: number): number {
  return Number.isNaN(a) ? 0 : Math.max(least, Math.min(largest, Math.trunc(a))) | 0;
}

function popcount(a: number): number {
  let count = 0;
  for (let bits = a >>> 0; bits !== 0; bits = (bits & (bits - 1)) >>> 0) count++;
  return count;
}
