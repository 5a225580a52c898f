/** Bytes of WebAssembly code, nested as its expressions are. */
export type Code = Uint8Array | readonly (number | Code)[];

/** Types of values. An i32 or f32 is a uniform value of a vector's invocations, a v128 is a varying value with a lane for each. */
export type ValueType = "i32" | "f32" | "v128";

/** An expression that leaves one value of a type on the stack. */
export interface Value<T extends ValueType> {
  readonly type: T;
  readonly code: Code;
}

export type I32 = Value<"i32">;
export type V128 = Value<"v128">;

/** Bytes that are written one after the other. */
class ByteWriter {
  #bytes = new Uint8Array(1024);
  #length = 0;

  /** The bytes of code in their order. */
  code(code: Code): void {
    if (ArrayBuffer.isView(code)) {
      if (this.#length + code.length > this.#bytes.length) this.#grow(code.length);
      this.#bytes.set(code, this.#length);
      this.#length += code.length;
      return;
    }
    // An iterator would allocate memory for each byte.
    for (let i = 0; i < code.length; i++) {
      const each = code[i];
      if (typeof each !== "number") this.code(each);
      else {
        if (this.#length === this.#bytes.length) this.#grow(1);
        this.#bytes[this.#length++] = each;
      }
    }
  }

  /** The bytes that were written until now. */
  bytes(): Uint8Array<ArrayBuffer> {
    return this.#bytes.slice(0, this.#length);
  }

  #grow(more: number): void {
    const larger = new Uint8Array(2 * this.#bytes.length + more);
    larger.set(this.#bytes);
    this.#bytes = larger;
  }
}

/** The bytes in their order. */
function flatten(code: Code): Uint8Array<ArrayBuffer> {
  const writer = new ByteWriter();
  writer.code(code);
  return writer.bytes();
}

/** A number below 2^32 in LEB128. */
export function unsigned(value: number): readonly number[] {
  const bytes: number[] = [];
  let rest = value;
  for (; rest >= 0x80; rest = Math.floor(rest / 0x80)) bytes.push((rest % 0x80) | 0x80);
  bytes.push(rest);
  return bytes;
}

/** A 32-bit integer in signed LEB128. */
function signed(value: number): Code {
  const bytes: number[] = [];
  let rest = value | 0;
  for (; rest < -0x40 || rest >= 0x40; rest >>= 7) bytes.push((rest & 0x7f) | 0x80);
  bytes.push(rest & 0x7f);
  return bytes;
}

/** A list with its length before it: a vector of the binary format. */
const list = (items: readonly Code[]): Code => [unsigned(items.length), ...items];

/** Bytes with their number before them. */
function sized(code: Code): Code {
  const bytes = flatten(code);
  return [unsigned(bytes.length), bytes];
}

const INTEGER_OPERATIONS = { add: 0x6a, sub: 0x6b, and: 0x71, shl: 0x74, eq: 0x46, lt_u: 0x49 } as const;

/** An operation of two 32-bit integers, by its name in the text format without `i32.`. */
export function i32op(name: keyof typeof INTEGER_OPERATIONS, a: I32, b: I32): I32 {
  return { type: "i32", code: [a.code, b.code, INTEGER_OPERATIONS[name]] };
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

/** A 32-bit word of memory. */
export function loadWord(address: I32): I32 {
  return { type: "i32", code: [address.code, 0x28, 2, 0] };
}

/** Instructions of WebAssembly SIMD that kernels use, by their names in the text format, with their opcodes after 0xfd. */
const BINARY = {
  ...{ "v128.and": 0x4e, "v128.andnot": 0x4f, "v128.or": 0x50, "v128.xor": 0x51 },
  ...{ "i8x16.swizzle": 0x0e, "i8x16.eq": 0x23, "i8x16.lt_s": 0x25, "i8x16.sub": 0x71 },
  ...{ "i8x16.add_sat_s": 0x6f, "i8x16.sub_sat_s": 0x72, "i8x16.sub_sat_u": 0x73 },
  ...{ "i8x16.min_u": 0x77, "i8x16.max_s": 0x78, "i8x16.max_u": 0x79 },
  ...{ "i16x8.eq": 0x2d, "i16x8.lt_s": 0x2f, "i16x8.add": 0x8e, "i16x8.sub": 0x91, "i16x8.sub_sat_u": 0x93 },
  ...{ "i16x8.mul": 0x95, "i16x8.min_s": 0x96, "i16x8.max_s": 0x98, "i16x8.q15mulr_sat_s": 0x82 },
  ...{ "i32x4.eq": 0x37, "i32x4.lt_u": 0x3a, "i32x4.add": 0xae },
} as const;
const SHIFTS = { "i16x8.shl": 0x8b, "i16x8.shr_s": 0x8c, "i16x8.shr_u": 0x8d } as const;
const MASKS = { "i32x4.bitmask": 0xa4, "i32x4.all_true": 0xa3, "v128.any_true": 0x53 } as const;
const OPCODES = { "i8x16.abs": 0x60, "i16x8.abs": 0x80, ...BINARY, ...SHIFTS } as const;

/** An instruction with vectors as operands; the last operand of a shift is an i32. */
export type VectorInstruction = keyof typeof OPCODES;

/** The opcode of an instruction, after 0xfd. */
export const vectorOpcode = (name: VectorInstruction): number => OPCODES[name];

const NAMES = new Map(Object.entries(OPCODES).map(([name, code]) => [code as number, name]));

export const instructionOf = (code: number): string => NAMES.get(code)!;

export const isVectorShift = (name: VectorInstruction): boolean => name in SHIFTS;

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

/** A vector of equal words. */
export function splat(value: I32): V128 {
  return { type: "v128", code: [value.code, opcode(0x11)] };
}

/** The bits of `yes` where `condition` has ones, and of `no` elsewhere. */
export function select(yes: V128, no: V128, condition: V128): V128 {
  return { type: "v128", code: [yes.code, no.code, condition.code, opcode(0x52)] };
}

/** Bytes of two vectors, 0 … 15 of the first and 16 … 31 of the second. */
export function shuffle(a: V128, b: V128, bytes: readonly number[]): V128 {
  return { type: "v128", code: [a.code, b.code, opcode(0x0d), bytes] };
}

function constant(bytes: Uint8Array): V128 {
  return { type: "v128", code: [opcode(0x0c), [...bytes]] };
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
export function loadLane(address: I32, vector: V128, lane: number, offset: number): V128 {
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

/** Stores a vector. */
export function store(address: I32, value: V128): Code {
  return [address.code, value.code, opcode(0x0b), 2, 0];
}

/** Stores one word of a vector. @param offset bytes beyond the address. */
export function storeLane(address: I32, value: V128, lane: number, offset: number): Code {
  return [address.code, value.code, opcode(0x5a), 2, unsigned(offset), lane];
}

const TYPE_CODES: Readonly<Record<ValueType, number>> = { i32: 0x7f, f32: 0x7d, v128: 0x7b };
const EMPTY = 0x40;

/** A local variable of a function: an expression with its value, that can be set. */
export interface Local<T extends ValueType = ValueType> extends Value<T> {
  readonly index: number;
}

/** A function without a result under construction: statements one after the other. */
export class FunctionBuilder {
  readonly name: string;
  readonly #parameters: number;
  readonly #locals: ValueType[] = [];
  readonly #code = new ByteWriter();

  /** @param parameters number of parameters, all i32. */
  constructor(name: string, parameters: number) {
    this.name = name;
    this.#parameters = parameters;
  }

  get locals(): number {
    return this.#locals.length;
  }

  /** Parameter number `index`. */
  parameter(index: number): Local<"i32"> {
    return { type: "i32", index, code: [0x20, ...unsigned(index)] };
  }

  /** A new local variable, 0 until it is set. */
  local<T extends ValueType>(type: T): Local<T> {
    const index = this.#parameters + this.#locals.length;
    this.#locals.push(type);
    return { type, index, code: [0x20, ...unsigned(index)] };
  }

  /** A local variable with a vector's value: used more than once, computed once. */
  vector(value: V128): Local<"v128"> {
    const local = this.local("v128");
    this.set(local, value);
    return local;
  }

  set<T extends ValueType>(local: Local<T>, value: Value<T>): void {
    this.do([value.code, 0x21, unsigned(local.index)]);
  }

  /** Adds a number of bytes to a variable. */
  advance(local: Local<"i32">, by: I32 | number): void {
    this.set(local, add(local, by));
  }

  /** A statement. */
  do(code: Code): void {
    this.#code.code(code);
  }

  if(condition: I32, body: () => void, otherwise?: () => void): void {
    this.do([condition.code, 0x04, EMPTY]);
    body();
    if (otherwise !== undefined) {
      this.do([0x05]);
      otherwise();
    }
    this.do([0x0b]);
  }

  /** Repeats statements until the condition, evaluated after each pass, is 0. They run at least once. */
  repeatWhile(body: () => I32): void {
    this.do([0x03, EMPTY]);
    const condition = body();
    this.do([condition.code, 0x0d, 0, 0x0b]);
  }

  /** Its type: parameters and no results. */
  get type(): Code {
    return [0x60, list(Array(this.#parameters).fill(TYPE_CODES.i32)), list([])];
  }

  /** Its body in the binary format. */
  get body(): Code {
    return sized([list(this.#locals.map((type) => [1, TYPE_CODES[type]])), this.#code.bytes(), 0x0b]);
  }
}

export type Exports = Readonly<Record<string, (...values: number[]) => void>>;

const HEAD = [0x00, 0x61, 0x73, 0x6d, 1, 0, 0, 0];

const text = (name: string) => sized([...new TextEncoder().encode(name)]);

/**
 * A WebAssembly module of functions over one imported memory, which exports each by its name.
 * @example
 * const clear = new FunctionBuilder("clear", 1);
 * clear.do(store(clear.parameter(0), splat(i32(0))));
 * instantiate(new WebAssembly.Module(moduleBytes([clear])), new WebAssembly.Memory({ initial: 1 })).clear(64);
 */
export function moduleBytes(functions: readonly FunctionBuilder[]): Uint8Array<ArrayBuffer> {
  const section = (id: number, items: readonly Code[]) => [id, sized(list(items))];
  const forEach = (id: number, of: (each: FunctionBuilder, i: number) => Code) => section(id, functions.map(of));
  return flatten([
    HEAD,
    forEach(1, ({ type }) => type),
    // A memory of at least zero pages: the instantiating code passes a memory that is large enough.
    section(2, [[text("host"), text("memory"), 0x02, 0x00, 0]]),
    forEach(3, (_, i) => unsigned(i)),
    forEach(7, ({ name }, i) => [text(name), 0x00, unsigned(i)]),
    forEach(10, ({ body }) => body),
  ]);
}

export function instantiate(module: WebAssembly.Module, memory: WebAssembly.Memory): Exports {
  const { exports } = new WebAssembly.Instance(module, { host: { memory } });
  return exports as unknown as Exports;
}

/** Whether this JavaScript engine has WebAssembly with SIMD: Node.js and all current browsers do, unless they may not compile. */
export function hasSimd(): boolean {
  if (typeof WebAssembly !== "object") return false;
  const probe = new FunctionBuilder("probe", 0);
  probe.vector(splat(i32(0)));
  return WebAssembly.validate(moduleBytes([probe]));
}
