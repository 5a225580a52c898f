/** An operation on one or two operands. */
export interface Operation {
  /** Operator or function of WGSL, or "as" and the type of a conversion. */
  readonly symbol?: string;
  readonly of: "i32" | "f32";
  readonly result: "i32" | "f32";
  /** Opcode for scalars. A minimum or maximum has none but the opcode of the comparison that selects an operand. */
  readonly scalar?: number | readonly number[];
  /** Opcodes for vectors, each after 0xfd. Without one, an operation on vectors runs lane by lane. */
  readonly vector?: number | readonly number[];
  /** The value for constant operands. The graph rounds it to an i32 or f32 number. */
  readonly fold: (a: number, b: number, c?: number) => number | boolean;
}

type Field<K extends keyof Operation> = Operation[K];
const row =
  (of: "i32" | "f32", result: "i32" | "f32") =>
  (symbol: Field<"symbol">, scalar: Field<"scalar">, vector: Field<"vector">, fold: Field<"fold">): Operation => {
    return { symbol, of, result, scalar, vector, fold };
  };
const integer = row("i32", "i32");
const float = row("f32", "f32");
const toFloat = row("i32", "f32");
const toInteger = row("f32", "i32");

const unsigned = (x: number) => x >>> 0;

/** Operations by name. An integer operation has WebAssembly's name, and an f32 operation has the prefix f. */
export const OPERATIONS = {
  add: integer("+", 0x6a, 0xae, (a, b) => a + b),
  sub: integer("-", 0x6b, 0xb1, (a, b) => a - b),
  mul: integer("*", 0x6c, 0xb5, Math.imul),
  and: integer("&", 0x71, 0x4e, (a, b) => a & b),
  or: integer("|", 0x72, 0x50, (a, b) => a | b),
  xor: integer("^", 0x73, 0x51, (a, b) => a ^ b),
  shl: integer("<<", 0x74, 0xab, (a, b) => a << b),
  shr_s: integer(">>", 0x75, 0xac, (a, b) => a >> b),
  shr_u: integer(">>", 0x76, 0xad, (a, b) => a >>> b),
  div_s: integer("/", 0x6d, undefined, (a, b) => (b === 0 ? a : Math.trunc(a / b))),
  div_u: integer("/", 0x6e, undefined, (a, b) => (b === 0 ? a : Math.trunc(unsigned(a) / unsigned(b)))),
  rem_s: integer("%", 0x6f, undefined, (a, b) => (b === 0 ? 0 : a % b)),
  rem_u: integer("%", 0x70, undefined, (a, b) => (b === 0 ? 0 : unsigned(a) % unsigned(b))),
  min_s: integer("min", 0x48, 0xb6, (a, b) => Math.min(a, b)),
  min_u: integer("min", 0x49, 0xb7, (a, b) => Math.min(unsigned(a), unsigned(b))),
  max_s: integer("max", 0x4a, 0xb8, (a, b) => Math.max(a, b)),
  max_u: integer("max", 0x4b, 0xb9, (a, b) => Math.max(unsigned(a), unsigned(b))),
  eq: integer("==", 0x46, 0x37, (a, b) => a === b),
  ne: integer("!=", 0x47, 0x38, (a, b) => a !== b),
  lt_s: integer("<", 0x48, 0x39, (a, b) => a < b),
  lt_u: integer("<", 0x49, 0x3a, (a, b) => unsigned(a) < unsigned(b)),
  gt_s: integer(">", 0x4a, 0x3b, (a, b) => a > b),
  gt_u: integer(">", 0x4b, 0x3c, (a, b) => unsigned(a) > unsigned(b)),
  le_s: integer("<=", 0x4c, 0x3d, (a, b) => a <= b),
  le_u: integer("<=", 0x4d, 0x3e, (a, b) => unsigned(a) <= unsigned(b)),
  ge_s: integer(">=", 0x4e, 0x3f, (a, b) => a >= b),
  ge_u: integer(">=", 0x4f, 0x40, (a, b) => unsigned(a) >= unsigned(b)),
  fadd: float("+", 0x92, 0xe4, (a, b) => a + b),
  fsub: float("-", 0x93, 0xe5, (a, b) => a - b),
  fmul: float("*", 0x94, 0xe6, (a, b) => a * b),
  fdiv: float("/", 0x95, 0xe7, (a, b) => a / b),
  fmin: float("min", 0x5d, 0xea, (a, b) => (b < a ? b : a)),
  fmax: float("max", 0x5e, 0xeb, (a, b) => (a < b ? b : a)),
  feq: toInteger("==", 0x5b, 0x41, (a, b) => a === b),
  fne: toInteger("!=", 0x5c, 0x42, (a, b) => a !== b),
  flt: toInteger("<", 0x5d, 0x43, (a, b) => a < b),
  fgt: toInteger(">", 0x5e, 0x44, (a, b) => a > b),
  fle: toInteger("<=", 0x5f, 0x45, (a, b) => a <= b),
  fge: toInteger(">=", 0x60, 0x46, (a, b) => a >= b),
  fabs: float("abs", 0x8b, 0xe0, Math.abs),
  fneg: float(undefined, 0x8c, 0xe1, (a) => -a),
  fsqrt: float("sqrt", 0x91, 0xe3, Math.sqrt),
  ffloor: float("floor", 0x8e, 0x68, Math.floor),
  abs_s: integer("abs", undefined, 0xa0, Math.abs),
  // A vector's bits are counted in bytes, and the counts are added in pairs twice.
  popcnt: integer("countOneBits", 0x69, [0x62, 0x7d, 0x7f], popcount),
  to_f32_s: toFloat("as f32", 0xb2, 0xfa, (a) => a),
  to_f32_u: toFloat("as f32", 0xb3, 0xfb, unsigned),
  to_i32_s: toInteger("as i32", [0xfc, 0], 0xf8, (a) => Math.max(-(2 ** 31), Math.min(2 ** 31 - 1, a))),
  to_i32_u: toInteger("as u32", [0xfc, 1], 0xf9, (a) => Math.max(0, Math.min(2 ** 32 - 1, a))),
  // A reinterpretation of bits needs no instruction for a vector.
  bits_of: toInteger("as bits", 0xbc, undefined, bitsOf),
  float_of: toFloat("as bits", 0xbe, undefined, floatOf),
  // The graph makes these operations on vectors of others.
  not: integer(undefined, undefined, 0x4d, (a) => ~a),
  andnot: integer(undefined, undefined, 0x4f, (a, b) => a & ~b),
  bitselect: integer(undefined, undefined, 0x52, (a, b, c = 0) => (a & c) | (b & ~c)),
} as const satisfies Record<string, Operation>;

export type OperationName = keyof typeof OPERATIONS;

/** Names of the read-modify-write operations. One thread runs a kernel, so no operation needs an atomic instruction. */
export const ATOMICS = ["add", "or", "xor", "min_u", "max_u", "min_s", "max_s", "exchange"] as const;

/** Names of the operations by operand type and symbol of WGSL. */
const NAMES: Readonly<Record<string, Map<string | undefined, OperationName>>> = {
  i32: new Map(),
  u32: new Map(),
  f32: new Map(),
};
for (const [name, { symbol, of }] of Object.entries(OPERATIONS)) {
  if (of === "f32") NAMES.f32.set(symbol, name as OperationName);
  else if (!name.endsWith("_u")) NAMES.i32.set(symbol, name as OperationName);
  if (of === "i32" && !name.endsWith("_s")) NAMES.u32.set(symbol, name as OperationName);
}

/** Name of the operation of a WGSL operator or function on operands of a type; undefined if there is none. */
export const operationOf = (symbol: string, type: string): OperationName | undefined => NAMES[type]?.get(symbol);

/** Number of operands of a function of WGSL that is one operation; undefined for another function. */
export function operandsOf(symbol: string): number | undefined {
  const name = NAMES.i32.get(symbol) ?? NAMES.f32.get(symbol);
  return name && OPERATIONS[name].fold.length;
}

export const isDivision = (name: OperationName): boolean => /^(div|rem)_/.test(name);
export const isShift = (name: OperationName): boolean => name === "shl" || name === "shr_s" || name === "shr_u";

const COMMUTATIVE = new Set(["+", "*", "&", "|", "^", "==", "!="]);

/** Whether the operands of an operation may change places. */
export const isCommutative = (name: OperationName): boolean => COMMUTATIVE.has(OPERATIONS[name].symbol ?? "");

/** Whether a value is a positive power of two. */
export const isPower = (value: number): boolean => value > 0 && (value & (value - 1)) === 0;

const words = new Int32Array(1);
const floats = new Float32Array(words.buffer);

export function bitsOf(value: number): number {
  floats[0] = value;
  return words[0];
}

function floatOf(bits: number): number {
  words[0] = bits;
  return floats[0];
}

function popcount(a: number): number {
  let count = 0;
  for (let bits = a; bits !== 0; bits &= bits - 1) count++;
  return count;
}
