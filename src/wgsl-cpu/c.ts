import { ADDON, PRELUDE } from "./c-prelude.ts";
import type { Node, Statement, StatementOf } from "./graph.ts";
import { ATOMICS, bitsOf, isShift, OPERATIONS, type Operation, type OperationName } from "./operations.ts";
import { inForms, LARGE, sizeOf } from "./specialise.ts";
import { isConsecutive, permutation } from "./uniformity.ts";
import { instructionOf, type ValueType } from "./wasm.ts";
import type { Writer } from "./writer.ts";

/**
 * The C text of a Node add-on with the functions of a shader. A vector has `lanes` invocations; a scalar is a `uint32_t` or a `float`.
 * Local variables are written as C knows them, so that the C compiler allocates registers and moves code.
 */
export function textOfC(functions: readonly Writer[], lanes: number): string {
  const iota = Array.from({ length: lanes }, (_, lane) => lane).join(", ");
  const head = `enum { L = ${lanes} };\n#define LANES ${lanes}\n#define IOTA ((V){${iota}})\n`;
  const doors = functions.map(({ code }) => `  door(env, exports, "${code.name}", ${code.name});\n`);
  const register = `__attribute__((visibility("default"))) H napi_register_module_v1(H env, H exports) {\n${doors.join("")}  return exports;\n}\n`;
  return `${head}${PRELUDE}${functions.map((writer) => new FunctionText(writer).text()).join("")}${ADDON}${register}`;
}

const TYPES: Readonly<Record<ValueType, string>> = { i32: "uint32_t", f32: "float", v128: "V" };
const ZEROS: Readonly<Record<ValueType, string>> = { i32: "0", f32: "0", v128: "{}" };

/** Operators of C by the name of an intrinsic's operation. */
const OPERATORS: Readonly<Record<string, string>> = {
  add: "+",
  sub: "-",
  mul: "*",
  and: "&",
  or: "|",
  xor: "^",
  eq: "==",
  lt: "<",
  shl: "<<",
  shr: ">>",
};

/** Bytes of arrays that 16 lanes load as a whole and permute, in a quarter of a gather's time. */
const TABLES = [64, 128, 256, 512];

const BITS = { "": 32, H: 16, B: 8 };
/** The type of a lane, by the type of a vector. */
const SCALARS: Readonly<Record<string, string>> = {
  V: "uint32_t",
  UH: "uint16_t",
  UB: "uint8_t",
  S: "int32_t",
  SH: "int16_t",
  SB: "int8_t",
};

/** An instruction of an intrinsic as C of its operands: `add` on signed or unsigned lanes of 8, 16 or 32 bits. */
function instructionText(name: string, operands: readonly string[]): string {
  const [shape, operation] = name.split(".");
  const size = shape === "i8x16" ? "B" : shape === "i16x8" ? "H" : "";
  const [plain, sign] = operation.split(/_(?=[su]$)/);
  const unsigned = size === "" ? "V" : `U${size}`;
  const lane = sign === "s" ? `S${size}` : unsigned;
  const [a, b] = operands.map((operand) => `(${lane})(${operand})`);
  if (plain === "andnot") return `(${operands[0]}) & ~(${operands[1]})`;
  if (plain === "q15mulr_sat") return `q15mulr(${operands.join(", ")})`;
  if (plain === "abs") return `max_S${size}(${operands[0]}, (V)(-(${unsigned})(${operands[0]})))`;
  if (["min", "max", "add_sat", "sub_sat"].includes(plain)) return `${plain}_${lane}(${operands.join(", ")})`;
  const operator = OPERATORS[plain];
  if (operator === undefined) throw new Error(`the instruction ${name} has no text in C`);
  if (plain !== "shl" && plain !== "shr") return `(V)(${a} ${operator} ${b})`;
  return `(V)(${a} ${operator} (${SCALARS[lane]})((${operands[1]}) & ${BITS[size] - 1}))`;
}

class FunctionText {
  readonly #writer: Writer;
  readonly #lines: string[] = [];
  /** The variables of C by name, with their types. */
  readonly #declared = new Map<string, ValueType>();
  /** Tests of consecutive addresses that are true in the current code. */
  #together: ReadonlySet<Node> = new Set();
  /** Whether some lanes of the current vector have no invocation or do not belong to the strip: the mask `tail` has the others. */
  #hasTail = false;
  /** Whether the code is in a loop over strips, where lanes outside of `tail` may hold values of other strips. */
  #isInStrips = false;
  #counter = "";

  constructor(writer: Writer) {
    this.#writer = writer;
  }

  text(): string {
    this.#statements(this.#writer.root.statements);
    const declared = [...this.#declared].map(([name, type]) => `  ${TYPES[type]} ${name} = ${ZEROS[type]};\n`);
    const body = this.#lines.join("\n");
    return `static void ${this.#writer.code.name}(char *m, uint32_t d) {\n${declared.join("")}${body}\n}\n`;
  }

  get #lanes(): number {
    return this.#writer.graph.lanes.length;
  }

  get #scratch(): string {
    return this.#of(this.#writer.scratch);
  }

  #line(text: string): void {
    this.#lines.push(text);
  }

  #named(name: string, type: ValueType): string {
    this.#declared.set(name, type);
    return name;
  }

  /** The value of a node: a constant, or the variable that a statement sets. */
  #of(node: Node): string {
    switch (node.op) {
      case "const":
        return node.type === "i32" ? `${node.value >>> 0}u` : `asf(${bitsOf(node.value) >>> 0}u)`;
      case "words":
        return node.lanes!.every((lane) => lane === node.lanes![0])
          ? `splat(${node.lanes![0] >>> 0}u)`
          : `((V){${node.lanes!.map((lane) => `${lane >>> 0}u`).join(", ")}})`;
      case "parameter":
        return "d";
      case "lane":
        return this.#counter;
      case "strip":
      case "done":
        return this.#named(node.op, node.type);
      default:
        return this.#named(`n${node.id}`, node.type);
    }
  }

  #local({ index, type }: { readonly index: number; readonly type: ValueType }): string {
    return this.#named(`l${index}`, type);
  }

  #block(head: string, body: () => void, otherwise?: () => void): void {
    this.#line(`${head} {`);
    body();
    if (otherwise !== undefined) {
      this.#line("} else {");
      otherwise();
    }
    this.#line("}");
  }

  #statements(statements: readonly Statement[]): void {
    inForms(statements, this.#statement, this.#either);
  }

  #either = (test: Node, statements: readonly Statement[]): void => {
    const copy = () => this.#statements(statements);
    const together = () => {
      const before = this.#together;
      this.#together = new Set(before).add(test);
      copy();
      this.#together = before;
    };
    this.#block(`if (all(${this.#of(test.args[0])}))`, together, copy);
  };

  #statement = (statement: Statement) => {
    switch (statement.kind) {
      case "compute":
        return this.#line(`${this.#of(statement.node)} = ${this.#computed(statement)};`);
      case "set":
        return this.#line(`${this.#local(statement.local)} = ${this.#of(statement.value)};`);
      case "if": {
        const { condition, yes, otherwise } = statement;
        return this.#block(
          `if (${this.#of(condition)})`,
          () => this.#statements(yes.statements),
          otherwise && (() => this.#statements(otherwise.statements)),
        );
      }
      case "loop":
        this.#block("do", () => this.#statements(statement.body.statements));
        return this.#line(`while (${this.#of(statement.condition)});`);
      case "lanes":
        return this.#vectors(statement);
      case "store":
        return this.#store(statement);
      case "keep": {
        const { node, address } = statement;
        const value = this.#of(node);
        const word = node.type === "f32" ? `asu(${value})` : value;
        return this.#line(`${node.type === "v128" ? "stv" : "st"}(${this.#spilled(address)}, ${word});`);
      }
      case "reload": {
        const { node, address } = statement;
        return this.#line(`${this.#of(node)} = ${this.#loaded(node.type, this.#spilled(address))};`);
      }
      default: {
        const [to, from, bytes] = statement.args.map((arg) => this.#of(arg));
        const source = statement.kind === "fill" ? from : `m + ${from}`;
        return this.#line(`${statement.kind === "fill" ? "memset" : "memmove"}(m + ${to}, ${source}, ${bytes});`);
      }
    }
  };

  /** Memory, address and offset of a spilled value: each vector has a slot of its own. */
  #spilled(offset: number): string {
    return `m, ${this.#scratch} + 4 * ${this.#counter}, ${offset}`;
  }

  #loaded(type: ValueType, place: string): string {
    return type === "v128" ? `ldv(${place})` : type === "f32" ? `asf(ld(${place}))` : `ld(${place})`;
  }

  #computed({ node, isLoaded = false }: StatementOf<"compute">): string {
    const { op, type, args, value } = node;
    if (isLoaded) {
      const [load] = node.args;
      return `splat(ld(m, ${this.#of(load.args[0])}, ${load.value}))`;
    }
    const [a, b, c] = args.map((arg) => (arg.op === "offset" ? "" : this.#of(arg)));
    switch (op) {
      case "load":
        return this.#load(node);
      case "get":
        return this.#local(node.local!);
      case "splat":
        return args[0].type === "f32" ? `splatf(${a})` : `splat(${a})`;
      case "select":
        return `${c} ? ${a} : ${b}`;
      case "high_words":
        return `high_words(${a}, ${b})`;
      case "intrinsic":
        return instructionText(
          instructionOf(value),
          args.map((arg) => this.#of(arg)),
        );
      case "any_true":
        return this.#hasTail ? `any(${a} & tail)` : `any(${a})`;
      case "lane_address":
        return this.#hasTail && value > 0 ? `tail[${value}] ? ${a}[${value}] : ${a}[0]` : `${a}[${value}]`;
      case "whole_strips":
        return `whole_strips(m, ${a}, ${b})`;
      case "atomic":
        return this.#atomic(node);
    }
    return type === "v128" || args.some((arg) => arg.type === "v128")
      ? this.#vectorOperation(op as OperationName, args)
      : scalarOperation(op as OperationName, a, b);
  }

  #vectorOperation(name: OperationName, args: readonly Node[]): string {
    const { of, symbol }: Operation = OPERATIONS[name];
    // The number of bits of a shift may be a scalar.
    const [a, b, c] = args.map((arg, i) =>
      arg.type === "v128" || (i === 1 && isShift(name)) ? this.#of(arg) : `splat(${this.#of(arg)})`,
    );
    if (name === "not") return `~${a}`;
    if (name === "andnot") return `${a} & ~${b}`;
    if (name === "bitselect") return `sel(${c}, ${a}, ${b})`;
    if (name === "popcnt") return `popcount(${a})`;
    if (name === "abs_s") return `max_S(${a}, -${a})`;
    if (name === "fabs") return `${a} & 0x7fffffff`;
    if (name === "fneg") return `${a} ^ 0x80000000`;
    if (name === "to_f32_s") return `(V)__builtin_convertvector((S)${a}, F)`;
    if (name === "to_f32_u") return `(V)__builtin_convertvector(${a}, F)`;
    if (name === "to_i32_s" || name === "to_i32_u" || /^(div|rem)_/.test(name))
      return `v_${name}(${b === undefined ? a : `${a}, ${b}`})`;
    if (of === "f32" && (symbol === "min" || symbol === "max" || symbol === "sqrt" || symbol === "floor"))
      return `${name}_(${b === undefined ? a : `${a}, ${b}`})`;
    const lane = of === "f32" ? "F" : name.endsWith("_s") ? "S" : "V";
    if (symbol === "min" || symbol === "max") return `${symbol}_${lane}(${a}, ${b})`;
    if (isShift(name))
      return `(V)((${lane})${a} ${symbol} ${args[1].type === "v128" ? `(${lane})(${b} & 31)` : `(${SCALARS[lane]})(${b} & 31)`})`;
    return `(V)((${lane})${a} ${symbol} (${lane})${b})`;
  }

  /** The active lanes as a mask; undefined if all lanes are active. */
  #active(mask?: Node): string | undefined {
    if (mask === undefined) return this.#hasTail ? "tail" : undefined;
    return this.#hasTail ? `(${this.#of(mask)} & tail)` : this.#of(mask);
  }

  /** Whether the lanes' addresses are consecutive in the current code. */
  #isTogether([first, test]: readonly Node[]): boolean {
    return isConsecutive(first) || (test !== undefined && this.#together.has(test));
  }

  /** Base and offset of a lane's address. @param args the arguments of the address of a load or store (memory.ts). */
  #laneAddress(args: readonly Node[], lane: number, offset: number): string {
    const [address] = args;
    if (args.length > 1) return `${this.#of(address)} + ${this.#of(args[3 + lane])}, ${offset}`;
    if (address.type === "i32") return `${this.#of(address)}, ${offset}`;
    if (address.op !== "offset") return `${this.#of(address)}[${lane}], ${offset}`;
    const sum = address.lanes![lane] + offset;
    const base = this.#of(address.args[0]);
    return sum >= 0 ? `${base}, ${sum}` : `${base} - ${-sum}u, 0`;
  }

  /** The address of lane 0. Without an active lane, an address from a vector may be outside of the memory: it is the scratch memory's then. */
  #firstAddress(args: readonly Node[], offset: number, active?: string): string {
    if (args.length === 1 || active === undefined || active === "tail") return this.#laneAddress(args, 0, offset);
    const first = `${this.#of(args[0])} + ${this.#of(args[3])}`;
    return `any(${active}) ? ${first} : ${this.#scratch}, ${offset}`;
  }

  /**
   * A lane without an invocation loads the first lane's word: of a 0 a kernel may compute denormal numbers, which are slow. Another inactive
   * lane loads from the scratch memory.
   */
  #load({ type, args, value: offset, lanes: [bytes] = [] }: Node): string {
    const active = args.length === 1 ? undefined : this.#active(args[3 + this.#lanes]);
    if (type !== "v128" || this.#isTogether(args))
      return this.#loaded(type, `m, ${this.#firstAddress(args, offset, active)}`);
    const lanes = this.#writer.graph.lanes;
    const exchange = permutation(args[0]);
    if (exchange !== undefined)
      return `permuted(ldv(m, ${this.#laneAddress(args, exchange.first, offset)}), (V){${exchange.words.join(", ")}})`;
    if (args.length > 1 && lanes.length === 16 && TABLES.includes(bytes)) {
      return `looked_up_${bytes / 4}(m + ${this.#of(args[0])} + ${offset}, ${this.#of(args[2])} >> 2)`;
    }
    if (args.length > 1 && lanes.length === 16) {
      const all = `${this.#of(args[0])} + ${this.#of(args[2])}`;
      const idle =
        active === "tail" && !this.#isInStrips ? `${this.#of(args[0])} + ${this.#of(args[3])}` : this.#scratch;
      return `gathered(m, ${active === undefined ? all : `sel(${active}, ${all}, splat(${idle}))`}, ${offset})`;
    }
    if (active === undefined || (active === "tail" && !this.#isInStrips))
      return `(V){${lanes.map((lane) => `ld(m, ${this.#laneAddress(args, lane, offset)})`).join(", ")}}`;
    const addresses = this.#named("addresses", "v128");
    this.#line(`${addresses} = sel(${active}, ${this.#of(args[0])} + ${this.#of(args[2])}, splat(${this.#scratch}));`);
    return `(V){${lanes.map((lane) => `ld(m, ${addresses}[${lane}], ${offset})`).join(", ")}}`;
  }

  #store({ address, offset, value, mask, isShared }: StatementOf<"store">): void {
    const active = mask === undefined && !isShared ? undefined : this.#active(mask);
    const stored = this.#of(value);
    if (this.#isTogether(address)) {
      const to = this.#firstAddress(address, offset, active);
      const kept = active === undefined ? stored : `sel(${active}, ${stored}, ldv(m, ${to}))`;
      this.#line(`stv(m, ${to}, ${kept});`);
    } else if (address.length > 1 && this.#lanes === 16 && value.type === "v128") {
      this.#line(
        `scattered(m, ${this.#of(address[0])} + ${this.#of(address[2])}, ${offset}, ${stored}, ${active ?? "splat(-1)"});`,
      );
    } else if (address[0].type !== "i32" || value.type === "v128") {
      const lanes = this.#named("active", "v128");
      if (active !== undefined) this.#line(`${lanes} = ${active};`);
      for (const lane of this.#writer.graph.lanes) {
        const word = value.type === "v128" ? `${stored}[${lane}]` : stored;
        this.#line(
          `${active === undefined ? "" : `if (${lanes}[${lane}]) `}st(m, ${this.#laneAddress(address, lane, offset)}, ${word});`,
        );
      }
    } else {
      const word = value.type === "f32" ? `asu(${stored})` : stored;
      const guard = mask === undefined ? "" : `if (any(${active})) `;
      this.#line(`${guard}st(m, ${this.#laneAddress(address, 0, offset)}, ${word});`);
    }
  }

  /** A read-modify-write operation lane by lane. A lane's result is the word before the lane's operation. */
  #atomic({ args: [address, value, mask], value: operation, lanes }: Node): string {
    const active = this.#active(mask);
    const result = this.#named("result", "v128");
    const name = ATOMICS[operation];
    this.#line(`${result} = splat(0);`);
    const guard = this.#named("active", "v128");
    if (active !== undefined) this.#line(`${guard} = ${active};`);
    for (const lane of this.#writer.graph.lanes) {
      const operand = value.type === "v128" ? `${this.#of(value)}[${lane}]` : this.#of(value);
      const place = this.#laneAddress([address], lane, lanes?.[0] ?? 0);
      const word = name === "exchange" ? operand : scalarOperation(name, `${result}[${lane}]`, operand);
      this.#line(`${active === undefined ? "" : `if (${guard}[${lane}]) `}{`);
      this.#line(`${result}[${lane}] = ld(m, ${place}); st(m, ${place}, ${word}); }`);
    }
    return result;
  }

  /** A loop over the vectors of a piece. A body that is not too long is written for whole vectors, and with the mask `tail` for others. */
  #vectors({ body, counter, end, strips }: StatementOf<"lanes">): void {
    const c = this.#local(counter);
    const last = this.#of(end);
    const whole = () => this.#statements(body.statements);
    const masked = () => {
      this.#named("tail", "v128");
      this.#hasTail = true;
      whole();
      this.#hasTail = false;
    };
    const inTail = () => {
      this.#line(`tail = below(${last} - ${c});`);
      masked();
    };
    const isLarge = sizeOf(body.statements) > LARGE;
    this.#counter = c;
    this.#isInStrips = strips !== undefined;
    this.#block(`for (${c} = 0; ${c} < ${last}; ${c} += L)`, () => {
      if (strips !== undefined) this.#strips(strips, last, masked, isLarge ? undefined : whole);
      else if (end.op === "const" && end.value % this.#lanes === 0) whole();
      else if (isLarge) inTail();
      else this.#block(`if (${last} - ${c} >= L)`, whole, inTail);
    });
    this.#isInStrips = false;
    this.#counter = "";
  }

  /**
   * Writes a body once for each strip of a vector (emit.ts says what a strip is).
   * @param whole writes the body for invocations that are one strip, without a mask.
   */
  #strips(strips: NonNullable<StatementOf<"lanes">["strips"]>, last: string, masked: () => void, whole?: () => void) {
    const c = this.#counter;
    const [pairs, first] = ["pairs", "first_lane"].map((name) => this.#named(name, "i32"));
    const [strip, kind] = ["strip", "kind"].map((name) => this.#named(name, "i32"));
    const [words, done, tail, waiting] = ["words", "done", "tail", "waiting"].map((name) => this.#named(name, "v128"));
    const read = () => {
      this.#line(`${words} = words_at(m, ${pairs}); ${done} = done_at(m, ${pairs}); ${strip} = ${words}[0];`);
    };
    const byStrips = () => {
      this.#line(`${waiting} = below(${last} - ${c});`);
      this.#block("do", () => {
        this.#line(`${first} = __builtin_ctz(bits(${waiting}));`);
        this.#line(`${strip} = ld(m, ${pairs}, 8 * ${first}) - ${first};`);
        this.#line(`${tail} = (V)(${words} == splat(${strip}) + IOTA) & ${waiting}; ${waiting} &= ~${tail};`);
        masked();
      });
      this.#line(`while (any(${waiting}));`);
    };
    this.#line(`${pairs} = ${this.#of(strips.list)} + 8 * ${c};`);
    if (whole === undefined) {
      read();
      byStrips();
      return;
    }
    // 2 for a strip without a done lane, 1 for a strip, 0 for several strips.
    this.#block(
      `if (${c} < ${this.#of(strips.whole)})`,
      () => this.#line(`${strip} = ld(m, ${pairs}, 0); ${kind} = 2;`),
      () => {
        read();
        this.#line(
          `${kind} = ${last} - ${c} < L || any(${words} ^ (splat(${strip}) + IOTA)) ? 0 : any(${done}) ? 1 : 2;`,
        );
      },
    );
    this.#block(
      `if (${kind} == 2)`,
      () => {
        this.#line(`${done} = splat(0);`);
        whole();
      },
      () => this.#block(`if (${kind} == 1)`, whole, byStrips),
    );
  }
}

/** The result of an operation on scalars, a `uint32_t` or a `float`. */
function scalarOperation(name: OperationName, a: string, b: string): string {
  const { of, symbol }: Operation = OPERATIONS[name];
  const signed = name.endsWith("_s") ? "(int32_t)" : "";
  if (/^(div|rem)_/.test(name)) return `${name}(${a}, ${b})`;
  if (name === "fabs") return `__builtin_fabsf(${a})`;
  if (name === "fneg") return `-${a}`;
  if (name === "fsqrt") return `__builtin_sqrtf(${a})`;
  if (name === "ffloor") return `__builtin_floorf(${a})`;
  if (name === "popcnt") return `__builtin_popcount(${a})`;
  if (name === "to_f32_s") return `(float)(int32_t)${a}`;
  if (name === "to_f32_u") return `(float)${a}`;
  if (name === "to_i32_s" || name === "to_i32_u") return `${name}(${a})`;
  if (name === "bits_of") return `asu(${a})`;
  if (name === "float_of") return `asf(${a})`;
  if (symbol === "min" || symbol === "max") {
    if (of === "f32") return symbol === "min" ? `${b} < ${a} ? ${b} : ${a}` : `${a} < ${b} ? ${b} : ${a}`;
    const [x, y] = symbol === "min" ? [a, b] : [b, a];
    return `${signed}${a} < ${signed}${b} ? ${x} : ${y}`;
  }
  if (isShift(name)) return `(uint32_t)(${signed}${a} ${symbol} (${b} & 31))`;
  if (of === "f32") return `${a} ${symbol} ${b}`;
  return `(uint32_t)(${signed}${a} ${symbol} ${signed}${b})`;
}
