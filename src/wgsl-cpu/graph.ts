import {
  bitsOf,
  isCommutative,
  isPower,
  isShift,
  OPERATIONS,
  type Operation,
  type OperationName,
} from "./operations.ts";
import type { Local, ValueType } from "./wasm.ts";

/** A value. Equal pure operations are one node. A uniform boolean is 0 or 1. A lane of a varying boolean is all zeros or all ones. */
export interface Node {
  readonly id: number;
  /** Name of an operation, or "const", "offset", "lane" (the first invocation of the vector), "get", "load", … (emit.ts) */
  readonly op: string;
  readonly type: ValueType;
  readonly args: readonly Node[];
  /** Value of a constant, as a signed 32-bit integer or an f32 number. Other nodes have an immediate here, such as an offset or a lane. */
  readonly value: number;
  /**
   * Constants of the lanes. An "offset" node adds them to its scalar argument. It becomes a vector late, because its constants show which
   * addresses are consecutive.
   */
  readonly lanes?: readonly number[];
  /** Variable that a "get" node reads. */
  readonly local?: Local;
  /** A power of two that divides an integer value. */
  readonly divisor: number;
  /** Whether the value may be computed elsewhere or again. An impure value is computed at its place in the shader's text. */
  readonly isPure: boolean;
  /** Whether the value is known to differ from 0. */
  readonly isNotZero: boolean;
  /** Whether the value may differ between vectors, even if it is a scalar. */
  readonly isOfVector: boolean;
  /** The next node with the same hash. */
  readonly alike: Node | undefined;
  /** The block that last computed or reloaded the value. */
  home?: Block;
}

/**
 * A sequence of statements. `kind` is the kind of the statement with this body: "lanes" is the loop over the vectors of a workgroup.
 */
export interface Block {
  readonly kind: "root" | "loop" | "if" | "lanes";
  readonly parent?: Block;
  readonly statements: Statement[];
  /** Depth in the nesting. The root has the depth 1. */
  readonly depth: number;
  isOpen: boolean;
}

export interface Strips {
  /** Address of the list of active words of frames. */
  readonly list: Node;
  /** Number of leading invocations in vectors that are each one strip without a done lane. */
  readonly whole: Node;
}

export type Statement = Readonly<
  /** `isLoaded`: the node is the splat of a word, which is loaded into all lanes at once. */
  | { kind: "compute"; node: Node; isLoaded?: boolean }
  | { kind: "set"; local: Local; value: Node }
  | { kind: "if"; condition: Node; yes: Block; otherwise?: Block }
  /** Runs the body once, and again while the condition holds. */
  | { kind: "loop"; body: Block; condition: Node }
  /**
   * Runs the body for each vector of the invocations below `end`. The last vector may have fewer invocations. With `strips` the
   * body runs strip by strip (emit.ts).
   */
  | { kind: "lanes"; body: Block; counter: Local<"i32">; end: Node; strips?: Strips }
  /**
   * Stores a value at one address, or one word for each lane. `address` has the arguments of a "load" (memory.ts). Other vectors use
   * shared memory too, so lanes without an invocation must not write to it.
   */
  | { kind: "store"; address: readonly Node[]; offset: number; value: Node; mask?: Node; isShared: boolean }
  /**
   * Spills a value for later pieces, or reloads the value of an earlier piece. The address is relative to the scratch memory, where each
   * vector has its own slot.
   */
  | { kind: "keep" | "reload"; node: Node; address: number }
  /** Fills memory with bytes, or copies bytes. The arguments are the address, the byte or the source's address, and the number of bytes. */
  | { kind: "fill" | "copy"; args: readonly Node[] }
>;
export type StatementOf<K extends Statement["kind"]> = Extract<Statement, { kind: K }>;

const NO_BLOCKS: readonly Block[] = [];
export function blocksOf(statement: Statement): readonly Block[] {
  if (statement.kind === "if")
    return statement.otherwise === undefined ? [statement.yes] : [statement.yes, statement.otherwise];
  return statement.kind === "loop" || statement.kind === "lanes" ? [statement.body] : NO_BLOCKS;
}

export const isConstant = ({ op }: Node): boolean => op === "const";
const isZero = (node: Node): boolean => isConstant(node) && Object.is(node.value, 0);

const DIVISOR_MOST = 2 ** 20;

type Facts = "value" | "lanes" | "local" | "divisor" | "isPure" | "isNotZero" | "isOfVector";
type Given = Partial<Pick<Node, Facts>>;

/** The values of a function. Equal pure operations are one node, and operations on constants are folded. */
export class Graph {
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
  node(op: string, type: ValueType, args: readonly Node[], given: Given = {}): Node {
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
  fresh(op: string, type: ValueType, args: readonly Node[], given: Given, alike?: Node): Node {
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

type Constants = Readonly<Partial<Record<OperationName, number>>>;

/** Constants b for which the operation gives a, and constants b for which it gives b. WGSL defines x / 0 = x and x % 0 = 0. */
const NEUTRAL: Constants = { add: 0, shl: 0, shr_u: 0, shr_s: 0, mul: 1, div_u: 0, and: -1, or: 0, xor: 0 };
const ABSORBING: Constants = { mul: 0, rem_u: 0, and: 0, or: -1 };
/** Operations that give 0 for a left operand of 0. */
const ABSORBING_LEFT: ReadonlySet<OperationName> = new Set(["shl", "shr_u", "shr_s", "min_u"]);
/** Results of a ⊙ a, of a ⊙ b where a > b, and of a ⊙ b where a ≥ b. */
const OF_EQUAL: Constants = { xor: 0, sub: 0, ne: 0, lt_u: 0, gt_u: 0 };
const OF_GREATER: Constants = { eq: 0, le_u: 0, ne: 1, gt_u: 1 };
const OF_NOT_LESS: Constants = { lt_u: 0, ge_u: 1 };

/**
 * Simplifies an integer operation to an operand, a constant or cheaper operations. Undefined if no rule applies. The constant of a
 * commutative operation is operand b.
 */
function simplified(graph: Graph, name: OperationName, a: Node, b?: Node): Node | undefined {
  if (b === undefined) return undefined;
  if (a === b && OF_EQUAL[name] !== undefined) return graph.i32(OF_EQUAL[name]);
  if (a === b && (name === "and" || name === "or")) return a;
  if (isZero(a) && ABSORBING_LEFT.has(name)) return a;
  if (isConstant(b) && b.type === "i32") {
    const simple = withConstant(graph, name, a, b) ?? distributed(graph, name, a, b);
    if (simple !== undefined) return simple;
  }
  if (name === "lt_u" && isOneMore(b, a)) return graph.i32(1);
  if (name === "sub" && a.op === "add" && a.args[0] === b) return a.args[1];
  return name === "add" || name === "sub" ? sumOfOffsets(graph, name, a, b) : undefined;
}

function withConstant(graph: Graph, name: OperationName, a: Node, b: Node): Node | undefined {
  const { value } = b;
  if (value === NEUTRAL[name]) return a;
  if (value === ABSORBING[name]) return b;
  const least = Number(a.isNotZero);
  const known = value >>> 0 < least ? OF_GREATER[name] : undefined;
  const result = known ?? (value >>> 0 <= least ? OF_NOT_LESS[name] : undefined);
  if (result !== undefined) return graph.i32(result);
  const x = a.args[0];
  const y = a.args[1];
  if (name === "sub" && a.type === "i32") return graph.operation("add", a, graph.i32(-value));
  if (name === "add" && a.op === "add" && isConstant(y)) return graph.operation("add", x, graph.i32(y.value + value));
  if (name === "shl" && a.op === "xor" && a.type === "i32") {
    return graph.operation("xor", graph.operation("shl", x, b), graph.operation("shl", y, b));
  }
  if (name === "and") {
    // Bits that a shift has cleared need no mask.
    if (a.op === "shr_u" && isConstant(y) && (~value >>> 0) % 2 ** (32 - (y.value & 31)) === 0) return a;
    if (isPower(value + 1) && a.divisor > value) return graph.i32(0);
  }
  if (!isPower(value) || (name === "mul" && constantsOf(a) !== undefined)) return undefined;
  if (name === "mul") return graph.operation("shl", a, graph.i32(Math.log2(value)));
  if (name === "div_u") return graph.operation("shr_u", a, graph.i32(Math.log2(value)));
  return name === "rem_u" ? graph.operation("and", a, graph.i32(value - 1)) : undefined;
}

/** The constant that a scalar adds to its first operand, or the constants of an "offset" node. */
const constantsOf = ({ op, type, args, lanes }: Node): readonly number[] | undefined =>
  op === "add" && type === "i32" && isConstant(args[1]) ? [args[1].value] : op === "offset" ? lanes : undefined;

/** (x + c)·b as x·b + c·b: constants are added last, where they show which addresses are consecutive. */
function distributed(graph: Graph, name: OperationName, a: Node, b: Node): Node | undefined {
  const constants = constantsOf(a);
  if (constants === undefined) return undefined;
  const x = a.args[0];
  // The lowest bits of x are 0. The sum has no carry if the constants have no other bits.
  const areLow = (mask: number) => constants.every((each) => (each & mask) >= 0 && (each & mask) < x.divisor);
  const isShift = name === "shr_u" || name === "shr_s";
  const isQuotient = (name === "div_u" || name === "rem_u") && b.value % x.divisor === 0;
  const isMask = name === "and" && isPower(b.value + 1);
  // The bits of b below the divisor change the constants alone.
  const isBitwise = name === "xor" || name === "or";
  const high = isBitwise ? graph.i32(b.value & -x.divisor) : b;
  const isExact = isShift || isQuotient || isBitwise ? areLow(-1) : isMask && areLow(b.value);
  if (!isExact && name !== "mul" && name !== "shl") return undefined;
  const { fold } = OPERATIONS[name] as Operation;
  const words = constants.map((each) => Number(fold(each, isBitwise ? b.value & (x.divisor - 1) : b.value)));
  return graph.offset(graph.operation(name, x, high), words);
}

/** (x + c) ± (y + d) as (x ± y) + (c ± d), where the constants c or d differ between lanes. */
function sumOfOffsets(graph: Graph, name: "add" | "sub", a: Node, b: Node): Node | undefined {
  const isOther = ({ op, type }: Node) => op !== "offset" && type === "v128";
  if ((a.op !== "offset" && b.op !== "offset") || isOther(a) || isOther(b)) return undefined;
  const [x, y] = [a, b].map((node) => (node.op === "offset" ? node.args[0] : node));
  const sign = name === "add" ? 1 : -1;
  const lanes = graph.lanes.map((lane) => (a.lanes?.[lane] ?? 0) + sign * (b.lanes?.[lane] ?? 0));
  return graph.offset(graph.operation(name, x, y), lanes);
}

/** Whether b is a + 1. The sum is assumed not to wrap: a and b count slots or words. */
function isOneMore(b: Node, a: Node): boolean {
  if (b.op === "add") return b.args[0] === a && isConstant(b.args[1]) && b.args[1].value === 1;
  const isNext = b.op === "offset" && a.op === "offset" && b.lanes!.every((lane, l) => lane === a.lanes![l]);
  return isNext && isOneMore(b.args[0], a.args[0]);
}

/** ⌊a/d⌋ as (a·⌈2ᵖ/d⌉) >> p with a 64-bit product. Undefined if no 32-bit factor ⌈2ᵖ/d⌉ gives the quotient for all a. */
function quotientBy(graph: Graph, a: Node, d: number): Node | undefined {
  for (let p = 32; p < 64; p++) {
    const [power, divisor] = [2n ** BigInt(p), BigInt(d)];
    const factor = (power + divisor - 1n) / divisor;
    if (factor >= 2n ** 32n) return undefined;
    if (factor * divisor - power > 2n ** BigInt(p - 32)) continue;
    return graph.operation("shr_u", graph.highWords(a, graph.i32(Number(factor))), graph.i32(p - 32));
  }
  return undefined;
}

/**
 * (x >> (s + l)) & c without a shift for each lane, and (x >> (s + l) >> t) & c. The operand c is a constant, l is a constant that differs
 * between lanes, and t is a constant. The mask c << (l + t) selects the bits of x >> s in each lane, and later operations move them to bit 0.
 * Undefined for operands of another form.
 */
function bitsByLane(graph: Graph, name: "and" | "or", node: Node, mask: Node): Node | undefined {
  if (name !== "and" || node.op !== "shr_u" || !isConstant(mask)) return undefined;
  const [inner, count] = node.args;
  const isTwice = isConstant(count) && inner.op === "shr_u";
  const [x, { op, args }] = (isTwice ? inner : node).args;
  if (op !== "add" || args[0].op !== "splat" || args[1].op !== "words") return undefined;
  const [shift] = args[0].args;
  const lanes = args[1].lanes!.map((lane) => lane + (isTwice ? count.value : 0));
  const most = Math.max(...lanes);
  const isInWord = shift.op === "and" && isConstant(shift.args[1]) && shift.args[1].value === 31;
  if (!isInWord || most >= shift.divisor || mask.value < 0 || mask.value * 2 ** most >= 2 ** 32) return undefined;
  const bits = graph.words(lanes.map((lane) => mask.value << lane));
  if (isPower(mask.value) && most + Math.log2(mask.value) < shift.divisor) {
    // No lane's bit is moved out of the word. The shift of the mask is often outside of a loop that reads x.
    const moved = graph.operation("shl", bits, shift);
    return graph.operation("and", graph.operation("eq", graph.operation("and", x, moved), moved), mask);
  }
  const found = graph.operation("and", bits, graph.operation("shr_u", x, shift));
  return graph.operation(
    "shr_u",
    graph.operation("mul", found, graph.words(lanes.map((lane) => 2 ** (most - lane)))),
    graph.i32(most),
  );
}
