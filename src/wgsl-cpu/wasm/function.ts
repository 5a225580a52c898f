import {
  ByteWriter,
  type Code,
  type I32,
  sized,
  unsigned,
  type V128,
  type Value,
  type ValueType,
  vector,
} from "./code.ts";
import { add, i32op } from "./i32.ts";

const TYPE_CODES: Readonly<Record<ValueType, number>> = { i32: 0x7f, f32: 0x7d, v128: 0x7b };
const EMPTY = 0x40;

/** A local variable of a function: an expression with its value, that can be set. */
export interface Local<T extends ValueType = ValueType> extends Value<T> {
  readonly index: number;
}

/** A function under construction: statements one after the other. Its result is one i32, or none. */
export class FunctionBuilder {
  readonly name: string;
  readonly #parameters: number;
  readonly #locals: ValueType[] = [];
  readonly #code = new ByteWriter();
  #result: I32 | undefined;

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

  /** A new local variable, 0 until it is set. @param value its initial value. */
  local<T extends ValueType>(type: T, value?: Value<T>): Local<T> {
    const index = this.#parameters + this.#locals.length;
    this.#locals.push(type);
    const local = { type, index, code: [0x20, ...unsigned(index)] };
    if (value !== undefined) this.set(local, value);
    return local;
  }

  /** A local variable with a vector's value: used more than once, computed once. */
  vector(value: V128): Local<"v128"> {
    return this.local("v128", value);
  }

  integer(value: I32): Local<"i32"> {
    return this.local("i32", value);
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

  /** Calls a function without result. @param index its place in the module. */
  call(index: number, ...values: readonly I32[]): void {
    this.do([values.map(({ code }) => code), 0x10, unsigned(index)]);
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

  /** Repeats statements while a variable counts up by `step` from its value to below `end`. They run at least once. */
  count(counter: Local<"i32">, end: I32, step: number, body: () => void): void {
    this.repeatWhile(() => {
      body();
      this.advance(counter, step);
      return i32op("lt_u", counter, end);
    });
  }

  returns(value: I32): void {
    this.#result = value;
  }

  /** Its type: parameters and results. */
  get type(): Code {
    const parameters = Array.from({ length: this.#parameters }, () => [TYPE_CODES.i32]);
    return [0x60, vector(parameters), vector(this.#result === undefined ? [] : [[TYPE_CODES.i32]])];
  }

  /** Its body in the binary format. */
  get body(): Code {
    const locals = this.#locals.map((type) => [1, TYPE_CODES[type]]);
    return sized([vector(locals), this.#code.bytes(), this.#result?.code ?? [], 0x0b]);
  }
}
