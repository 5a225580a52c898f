import { bitsByLane, quotientBy } from "./lanewise.ts";
import { isConstant, isZero, type Node, type NodeMaker, type WasmType } from "./node.ts";
import { bitsOf, isCommutative, isShift, OPERATIONS, type Operation, type OperationName } from "./operations.ts";
import { simplified } from "./simplify.ts";

const DIVISOR_MOST = 2 ** 20;

type Facts = "value" | "lanes" | "local" | "divisor" | "isPure" | "isNotZero" | "isOfVector";
type Given = Partial<Pick<Node, Facts>>;

/** The values of a function. Equal pure operations are one node, and operations on constants are folded. */
export class Graph implements NodeMaker {
  /** Invocations of a vector, which are its lanes: 0, 1, 2, … */
  readonly lanes: readonly number[];
  /** The newest node of each hash. `alike` links the nodes with equal hashes. */
  readonly #known = new Map<number, Node>();
  /** The condition of the first selection from two values. */
  readonly #selections = new Map<string, Node>();
  #nodes = 0;

  constructor(lanes: number) {
    this.lanes = Array.from({ length: lanes }, (_, lane) => lane);
  }

  /** A pure value. Equal operations on equal operands are one node. */
  node(op: string, type: WasmType, args: readonly Node[], given: Given = {}): Node {
    const { value = 0, lanes } = given;
    // Different operations on the same operands share a hash.
    let hash = bitsOf(value);
    for (let i = 0; i < args.length; i++) hash = Math.imul(hash ^ args[i].id, 0x9e3779b1) ^ (hash >>> 15);
    if (lanes !== undefined) hash = Math.imul(hash ^ lanes[0] ^ (lanes[1] << 8), 0x85ebca6b) ^ lanes[lanes.length - 1];
    const alike = this.#known.get(hash);
    for (let node = alike; node !== undefined; node = node.alike) {
      const isSame = node.op === op && node.type === type && Object.is(node.value, value);
      if (isSame && areEqual(node.args, args) && areEqual(node.lanes, lanes)) return node;
    }
    const made = this.fresh(op, type, args, given, alike);
    this.#known.set(hash, made);
    return made;
  }

  /** A value that stays separate from equal values. @param alike the newest pure node with the same hash. */
  fresh(op: string, type: WasmType, args: readonly Node[], given: Given, alike?: Node): Node {
    const { value = 0, lanes, local, divisor = 1, isPure = true, isNotZero = false } = given;
    let isOfVector = given.isOfVector === true;
    for (let i = 0; i < args.length; i++) isOfVector ||= args[i].isOfVector;
    const id = this.#nodes++;
    return { id, op, type, args, value, lanes, local, divisor, isPure, isNotZero, isOfVector, alike, home: undefined };
  }

  /** A constant 32-bit integer. */
  i32(number: number): Node {
    const value = number | 0;
    const divisor = value === 0 ? DIVISOR_MOST : Math.min(DIVISOR_MOST, value & -value) >>> 0;
    return this.node("const", "i32", [], { value, divisor });
  }

  f32(value: number): Node {
    return this.node("const", "f32", [], { value: Math.fround(value) });
  }

  /**
   * An operation on scalars or vectors. A scalar operand of a vector operation becomes a splat. A comparison of vectors results in a mask.
   */
  operation(name: OperationName, a: Node, b?: Node): Node {
    const { result, fold }: Operation = OPERATIONS[name];
    const isSwapped = b !== undefined && isAfter(a, b) && isCommutative(name);
    const left = isSwapped ? b : a;
    const right = isSwapped ? a : b;
    if (left.op === "const" && (right === undefined || right.op === "const")) {
      const value = Number(fold(left.value, right?.value ?? 0));
      return result === "i32" ? this.i32(value) : this.f32(value);
    }
    const simple = simplified(this, name, left, right);
    if (simple !== undefined) return simple;
    const args = right === undefined ? [left] : [left, right];
    if (left.type !== "v128" && right?.type !== "v128") {
      if (name === "abs_s") return this.operation("max_s", left, this.operation("sub", this.i32(0), left));
      return this.node(name, result, args, { divisor: divisorOf(name, left, right) });
    }
    return this.#vectorOperation(name, args);
  }

  #vectorOperation(name: OperationName, args: readonly Node[]): Node {
    const left = args[0];
    const right = args[1];
    if (name === "bits_of" || name === "float_of") return this.vector(left);
    const other = right && this.#otherForm(name, left, right);
    if (other !== undefined) return other;
    // An operation lane by lane, and a shift by the same number of bits, take a scalar as it is.
    const { vector }: Operation = OPERATIONS[name];
    const takesScalar = vector === undefined || isShift(name);
    const operands = args.map((arg) => (takesScalar && arg.op !== "offset" ? arg : this.vector(arg)));
    return this.node(name, "v128", operands);
  }

  /** An operation on vectors by other operations that take fewer instructions. */
  #otherForm(name: OperationName, a: Node, b: Node): Node | undefined {
    // Processors have only the opposites of these comparisons. Selections and masks absorb the `not`.
    if (name === "ne") return this.not(this.operation("eq", a, b));
    if (name === "lt_u") return this.not(this.operation("eq", this.operation("min_u", b, a), b));
    if (name === "gt_u") return this.operation("lt_u", b, a);
    if (name === "and" || name === "or") {
      return this.#mergedBits(name, a, b) ?? this.#mergedBits(name, b, a) ?? bitsByLane(this, name, a, b);
    }
    // 0 − (m & 1) is m.
    if (name === "sub" && isZero(a)) return maskOfOne(b);
    if (name === "xor") return this.#signs(a, b) ?? this.#signs(b, a);
    const isDivision = name === "div_u" || name === "rem_u";
    const quotient = isDivision && isConstant(b) ? quotientBy(this, a, b.value >>> 0) : undefined;
    if (quotient === undefined || name === "div_u") return quotient;
    return this.operation("sub", a, this.operation("mul", quotient, b));
  }

  /** (m & 1) ^ (x >> 31) as (m ^ x) >> 31, where m is the result of a comparison. */
  #signs(ones: Node, sign: Node): Node | undefined {
    const mask = sign.op === "shr_u" && isConstant(sign.args[1]) ? maskOfOne(ones) : undefined;
    if (mask === undefined || sign.args[1].value !== 31) return undefined;
    return this.operation("shr_u", this.operation("xor", mask, sign.args[0]), sign.args[1]);
  }

  /** The upper 32 bits of the unsigned 64-bit products of two vectors' lanes. */
  highWords(a: Node, b: Node): Node {
    return this.node("high_words", "v128", [this.vector(a), this.vector(b)]);
  }

  /** a & ~m as one `andnot`, (a & m) | (b & ~m) as one `bitselect`, one `not` of two. Undefined for operands of another form. */
  #mergedBits(name: "and" | "or", a: Node, b: Node): Node | undefined {
    if (b.op === "not" || (b.op === "xor" && isAllOnes(b.args[1]))) {
      const opposite = b.args[0];
      if (name === "and" && a.op === "not") return this.not(this.operation("or", a.args[0], opposite));
      if (name === "and") return this.node("andnot", "v128", [this.vector(a), opposite]);
      if (a.op === "not") return this.not(this.operation("and", a.args[0], opposite));
    }
    if (name === "or" && a.op === "and" && b.op === "andnot" && a.args.includes(b.args[1])) {
      const [kept, mask] = a.args[0] === b.args[1] ? [a.args[1], a.args[0]] : a.args;
      return this.node("bitselect", "v128", [kept, b.args[0], mask]);
    }
    return undefined;
  }

  /** A scalar base plus a constant for each lane. */
  offset(base: Node, lanes: readonly number[]): Node {
    const words = lanes.map((lane) => lane | 0);
    if (words.every((lane) => lane === words[0])) return this.operation("add", base, this.i32(words[0]));
    return this.node("offset", "v128", [base], { lanes: words });
  }

  vector(node: Node): Node {
    if (node.op === "offset") {
      const [base] = node.args;
      if (isConstant(base)) return this.words(node.lanes!.map((lane) => (base.value + lane) | 0));
      return this.node("add", "v128", [this.node("splat", "v128", [base]), this.words(node.lanes!)]);
    }
    if (node.type === "v128") return node;
    return this.node("splat", "v128", [node]);
  }

  /** A constant vector of words. */
  words(lanes: readonly number[]): Node {
    return this.node("words", "v128", [], { lanes });
  }

  /** Converts a boolean to a mask. */
  mask(node: Node): Node {
    if (node.type === "v128") return node;
    return this.vector(this.operation("sub", this.i32(0), node));
  }

  not(node: Node): Node {
    if (node.type !== "v128") return this.operation("xor", node, this.i32(1));
    if (node.op === "not") return node.args[0];
    return this.node("not", "v128", [node]);
  }

  /** The conjunction of two masks. An undefined operand counts as true. */
  both(a: Node | undefined, b: Node | undefined): Node | undefined {
    if (a === undefined || b === undefined || a === b) return a ?? b;
    return this.operation("and", a, b);
  }

  /**
   * A selection by a mask. Processors without an instruction for it take three operations. The second and later selections from the same two
   * values take two, because they share yes ^ no.
   */
  #selected(yes: Node, no: Node, condition: Node): Node {
    const key = `${yes.id} ${no.id}`;
    const first = this.#selections.get(key) ?? condition;
    this.#selections.set(key, first);
    if (first === condition) return this.node("bitselect", "v128", [yes, no, condition]);
    return this.operation("xor", no, this.operation("and", this.operation("xor", yes, no), condition));
  }

  /** `yes` where the condition holds, else `no`. @param isBool whether `yes` and `no` are booleans. */
  select(condition: Node, yes: Node, no: Node, isBool = false): Node {
    if (yes === no) return yes;
    if (isConstant(condition)) return condition.value !== 0 ? yes : no;
    const vector = (node: Node) => (isBool ? this.mask(node) : this.vector(node));
    if (condition.type === "v128") {
      if (condition.op === "not") return this.select(condition.args[0], no, yes, isBool);
      const a = vector(yes);
      const b = vector(no);
      if (isAllOnes(a)) return isAllZeros(b) ? condition : this.operation("or", condition, b);
      if (isAllOnes(b)) return this.operation("or", this.not(condition), a);
      if (isAllZeros(b)) return this.operation("and", condition, a);
      if (isAllZeros(a)) return this.node("andnot", "v128", [b, condition]);
      return this.#selected(a, b, condition);
    }
    if (yes.type !== no.type || yes.op === "offset" || no.op === "offset") {
      return this.node("select", "v128", [vector(yes), vector(no), condition]);
    }
    if (isBool && yes.type === "i32" && isConstant(yes) && isConstant(no)) {
      return yes.value !== 0 ? condition : this.not(condition);
    }
    return this.node("select", yes.type, [yes, no, condition]);
  }
}

function areEqual<T>(a: readonly T[] = [], b: readonly T[] = []): boolean {
  if (a.length !== b.length) return false;
  for (let i = 0; i < a.length; i++) if (a[i] !== b[i]) return false;
  return true;
}

/** The mask m of m & 1, where m is the result of a comparison. */
function maskOfOne({ op, args }: Node): Node | undefined {
  return op === "and" && isWord(args[1], 1) && COMPARISONS.has(args[0].op) ? args[0] : undefined;
}
const COMPARISONS: ReadonlySet<string> = new Set("eq lt_s gt_s le_s ge_s ge_u le_u feq flt fgt fle fge".split(" "));

/** Whether all lanes of a vector are an integer constant. */
const isWord = ({ op, args }: Node, value: number): boolean =>
  op === "splat" && isConstant(args[0]) && args[0].type === "i32" && args[0].value === value;

const isAllOnes = (node: Node): boolean => isWord(node, -1);
const isAllZeros = ({ op, args }: Node): boolean => op === "splat" && isZero(args[0]);

/** Whether a commutative operation takes a after b. Operands are in the order of their creation, constants last. */
function isAfter(a: Node, b: Node): boolean {
  const isLast = a.op === "const";
  return isLast === (b.op === "const") ? a.id > b.id : isLast;
}

function divisorOf(name: OperationName, a: Node, b: Node | undefined): number {
  if (b === undefined) return 1;
  if (name === "add" || name === "sub" || name === "or" || name === "xor") return Math.min(a.divisor, b.divisor);
  if (name === "and") return Math.max(a.divisor, b.divisor);
  if (name === "mul") return Math.min(DIVISOR_MOST, a.divisor * b.divisor);
  if (name === "shl" && isConstant(b)) return Math.min(DIVISOR_MOST, a.divisor * 2 ** (b.value & 31));
  return 1;
}
