import type { Node, Statement, StatementOf, Strips } from "./graph.ts";
import { ATOMICS, isShift, OPERATIONS, type Operation, type OperationName } from "./operations.ts";
import { endOf, inForms, knownResult, LARGE, sizeOf, wordOf } from "./specialise.ts";
import { isConsecutive, permutation } from "./uniformity.ts";
import {
  add,
  binary,
  type Code,
  extract,
  extractHalf,
  type FunctionBuilder,
  type I32,
  i32,
  i32op,
  type Local,
  load,
  loadFirst,
  loadLane,
  loadWord,
  mask,
  opcode,
  select,
  shuffle,
  splat,
  storeLane,
  trailingZeros,
  unsigned,
  type V128,
  type Value,
  type ValueType,
  wordLanes,
} from "./wasm.ts";
import type { Writer } from "./writer.ts";

/** Emits the statements of a function as WebAssembly code. */
export function emit(writer: Writer): void {
  new Emitter(writer).statements(writer.root.statements);
}

/** Writes the code of a function. Nodes that statements compute have local variables. */
class Emitter {
  readonly writer: Writer;
  readonly code: FunctionBuilder;
  /** Mask of the lanes that have an invocation and belong to the current strip. Undefined where all four lanes are known to. */
  tail?: Local<"v128">;
  /** Whether the code is in a loop over strips, where lanes outside the mask `tail` may hold values of other strips. */
  isInStrips = false;
  /** Index of the first invocation of the current vector. */
  counter?: Local<"i32">;
  /** Values of nodes that are known in the current code. */
  known = new Map<Node, Node>();
  /** The number of active invocations that is known to be above 0. */
  #isNotEmpty?: Node;
  readonly #temporaries = new Map<Node | string, Local>();

  constructor(writer: Writer) {
    this.writer = writer;
    this.code = writer.code;
  }

  /** Address of the scratch memory. Inactive lanes may read from this address. */
  get scratch(): I32 {
    return this.integer(this.writer.scratch);
  }

  /** The local variable of a node, or a local variable that is live only within the code of one node. Equal names share a variable. */
  temporary<T extends ValueType>(name: Node | string, type: T): Local<T> {
    const known = this.#temporaries.get(name);
    if (known !== undefined) return known as Local<T>;
    const made = this.code.local(type);
    this.#temporaries.set(name, made);
    return made;
  }

  /** Emits code that runs only where a node has a value. */
  where(node: Node, value: Node, write: () => void): void {
    const { known } = this;
    this.known = new Map(known).set(node, value);
    write();
    this.known = known;
  }

  /** The node itself, or the known node that it equals in the current code. */
  resolved(node: Node): Node {
    return this.known.get(node) ?? node;
  }

  of(given: Node): Value<ValueType> {
    const node = this.resolved(given);
    switch (node.op) {
      case "const":
        if (node.type === "i32") return i32(node.value);
        return { type: "f32", code: [0x43, new Uint8Array(Float32Array.of(node.value).buffer)] };
      case "words":
        return wordLanes((lane) => node.lanes![lane]);
      case "parameter":
        return this.code.parameter(0);
      case "lane":
        return this.counter!;
      default:
        return this.temporary(node.op === "strip" || node.op === "done" ? node.op : node, node.type);
    }
  }

  integer(node: Node): I32 {
    return this.of(node) as I32;
  }

  lanes(node: Node): V128 {
    return this.of(node) as V128;
  }

  /** The active lanes as a vector in a local variable, or undefined if all lanes are active. */
  active(mask?: Node): Local<"v128"> | undefined {
    if (mask === undefined || wordOf(this.resolved(mask)) === -1) return this.tail;
    const active = this.temporary("active", "v128");
    this.code.set(active, this.tail === undefined ? this.lanes(mask) : binary("v128.and", this.lanes(mask), this.tail));
    return active;
  }

  eachLane(active: Local<"v128"> | undefined, write: (lane: number) => void): void {
    for (const lane of [0, 1, 2, 3]) {
      if (active === undefined) write(lane);
      else this.code.if(extract(active, lane), () => write(lane));
    }
  }
  statements(statements: readonly Statement[]): void {
    inForms(statements, this.#statement, this.#either);
  }

  #either = (test: Node, statements: readonly Statement[]): void => {
    const copy = () => this.statements(statements);
    const isTogether = mask("i32x4.all_true", this.lanes(test.args[0]));
    this.code.if(isTogether, () => this.where(test, this.writer.graph.i32(1), copy), copy);
  };

  #statement = (statement: Statement) => {
    const { code } = this;
    switch (statement.kind) {
      case "compute":
        return this.#compute(statement);
      case "set":
        return code.set(statement.local, this.of(statement.value));
      case "if":
        return this.#if(statement);
      case "loop":
        return this.#loop(statement);
      case "lanes":
        return this.#lanes(statement);
      case "store":
        return emitStore(this, statement);
      case "keep":
        if (this.isInStrips) throw new Error("values of a strip have no memory until another loop over the strips");
        return code.do(stored(this.#spilled(statement.address), this.of(statement.node)));
      case "reload": {
        const { node, address } = statement;
        return code.set(this.temporary(node, node.type), loaded(node.type, this.#spilled(address)));
      }
      default: {
        const args = statement.args.map((arg) => this.of(arg).code);
        return code.do([args, 0xfc, statement.kind === "fill" ? [0x0b, 0] : [0x0a, 0, 0]]);
      }
    }
  };

  #compute(statement: StatementOf<"compute">): void {
    const { node } = statement;
    const args = this.known.size > 0 ? node.args.map((arg) => this.resolved(arg)) : node.args;
    const isKnown = args.some((arg, i) => arg !== node.args[i]);
    const known = isKnown ? knownResult(this.writer.graph, node, args) : undefined;
    if (known !== undefined) this.known.set(node, known);
    else {
      const value = this.#computed(statement);
      this.code.set(this.temporary(node, node.type), value);
    }
  }

  #computed({ node, isLoaded = false }: StatementOf<"compute">): Value<ValueType> {
    if (isLoaded) return splatOf(this, node.args[0]);
    if (node.op === "load") return loadOf(this, node);
    return { type: node.type, code: node.op === "atomic" ? atomic(this, node) : operation(this, node) };
  }

  #if({ condition, yes, otherwise }: StatementOf<"if">): void {
    const known = wordOf(this.resolved(condition));
    const [side, other] = [yes, otherwise].map((block) => () => this.statements(block?.statements ?? []));
    if (known !== undefined) (known !== 0 ? side : other)();
    else this.code.if(this.integer(condition), side, otherwise?.statements.length ? other : undefined);
  }

  /**
   * Emits a loop. If its pieces are skipped without an active invocation, the whole loop is: engines compute invariant values before a loop
   * only if the loop's body always computes them.
   */
  #loop({ body, condition }: StatementOf<"loop">): void {
    const { code } = this;
    const loop = () =>
      code.repeatWhile(() => {
        this.statements(body.statements);
        return this.integer(condition);
      });
    const end = this.#isNotEmpty === undefined ? endOf(body) : undefined;
    if (end === undefined) loop();
    else {
      this.#isNotEmpty = end;
      code.if(this.integer(end), loop);
      this.#isNotEmpty = undefined;
    }
  }

  /** The address of a spilled value: each vector has 16 bytes. */
  #spilled(offset: number) {
    return { base: i32op("add", this.scratch, i32op("shl", this.counter!, i32(2))), offset };
  }

  /**
   * Emits a loop over the vectors of a piece, or over the strips of its vectors. A body that is not too long is emitted twice: for vectors
   * of four invocations, or of one strip whose frames are all active, and with a mask for others.
   */
  #lanes({ body, counter, end, strips }: StatementOf<"lanes">): void {
    const { code } = this;
    const last = this.integer(end);
    const rest = i32op("sub", last, counter);
    const isWhole = end.op === "const" && end.value % 4 === 0;
    const whole = () => this.statements(body.statements);
    const masked = (lanes: Local<"v128">) => {
      this.tail = lanes;
      whole();
      this.tail = undefined;
    };
    const inTail = () => {
      const lanes = this.temporary("tail", "v128");
      code.set(lanes, lanesBelow(rest));
      masked(lanes);
    };
    const isLarge = sizeOf(body.statements) > LARGE;
    const { done, graph } = this.writer;
    const allActive = () => this.where(done, graph.words([0, 0, 0, 0]), whole);
    const vector = () => {
      if (strips !== undefined)
        emitStrips(this, strips, rest, masked, isLarge ? undefined : { someDone: whole, allActive });
      else if (isWhole) whole();
      else if (isLarge) inTail();
      else code.if(i32op("lt_u", i32(3), rest), whole, inTail);
    };
    this.counter = counter;
    this.isInStrips = strips !== undefined;
    code.set(counter, i32(0));
    const loop = () =>
      code.repeatWhile(() => {
        vector();
        code.advance(counter, 4);
        return i32op("lt_u", counter, last);
      });
    if ((isWhole && strips === undefined) || end === this.#isNotEmpty) loop();
    else code.if(i32op("lt_u", counter, last), loop);
    this.isInStrips = false;
    this.counter = undefined;
  }
}

const LOADS: Readonly<Record<ValueType, Code>> = { i32: [0x28], f32: [0x2a], v128: [0xfd, 0x00] };
const STORES: Readonly<Record<ValueType, Code>> = { i32: [0x36], f32: [0x38], v128: [0xfd, 0x0b] };
const LOAD_SPLAT: Code = [0xfd, 0x09];
/** Places of the first lane and of the mask in the arguments of a load with an address for each of four lanes (memory.ts). */
const [FIRST, MASK] = [3, 7];

/** An address, and a constant offset that the load or store adds to it. */
interface Address {
  readonly base: I32;
  readonly offset: number;
}

/** A value from memory. The alignment hint is 1 byte, which holds for every address. */
const loaded = <T extends ValueType>(type: T, { base, offset }: Address, load = LOADS[type]): Value<T> => {
  return { type, code: [base.code, load, 0, unsigned(offset)] };
};

const stored = ({ base, offset }: Address, { type, code }: Value<ValueType>): Code => [
  base.code,
  code,
  STORES[type],
  0,
  unsigned(offset),
];

/** The address of a lane. @param args the arguments of the address of a load or store. */
function addressOf(emitter: Emitter, args: readonly Node[], lane: number, offset: number): Address {
  const [address] = args;
  if (args.length > 1) {
    return { base: i32op("add", emitter.integer(address), emitter.integer(args[FIRST + lane])), offset };
  }
  if (address.type === "i32") return { base: emitter.integer(address), offset };
  if (address.op !== "offset") return { base: extract(emitter.lanes(address), lane), offset };
  const base = emitter.integer(address.args[0]);
  const sum = address.lanes![lane] + offset;
  return sum >= 0 ? { base, offset: sum } : { base: add(base, sum), offset: 0 };
}

/** The address of lane 0. Without an active lane, an address from a vector may be outside of the memory: it is the scratch memory's then. */
function firstOf(emitter: Emitter, args: readonly Node[], offset: number, active?: Local<"v128">): Address {
  const first = addressOf(emitter, args, 0, offset);
  if (args.length === 1 || active === undefined || active === emitter.tail) return first;
  const { code } = emitter.scratch;
  return { base: { type: "i32", code: [first.base.code, code, mask("v128.any_true", active).code, 0x1b] }, offset };
}

/** Whether the lanes' addresses are consecutive in the current code. */
const isTogether = (emitter: Emitter, [first, test]: readonly Node[]): boolean =>
  isConsecutive(first) || (test !== undefined && emitter.known.has(test));

/**
 * The value of a load. A vector that is not consecutive in memory is loaded lane by lane. A lane without an invocation loads the first lane's
 * word: of a 0 a kernel may compute denormal numbers, which slow the whole vector on Intel's processors. Another inactive lane loads from the
 * scratch memory.
 */
function loadOf(emitter: Emitter, { type, args, value: offset }: Node): Value<ValueType> {
  const active = args.length === 1 ? undefined : emitter.active(args[MASK]);
  if (type !== "v128" || isTogether(emitter, args)) return loaded(type, firstOf(emitter, args, offset, active));
  const exchange = permutation(args[0]);
  if (exchange !== undefined) {
    const words = loaded("v128", addressOf(emitter, args, exchange.first, offset));
    return shuffle(words, words, bytesOf(exchange.words));
  }
  if (active === undefined || (active === emitter.tail && !emitter.isInStrips)) {
    return gather((lane) => addressOf(emitter, args, lane, offset));
  }
  const addresses = emitter.temporary("addresses", "v128");
  const [base, , vector] = args;
  const all = binary("i32x4.add", splat(emitter.integer(base)), emitter.lanes(vector));
  emitter.code.set(addresses, select(all, splat(emitter.scratch), active));
  return gather((lane) => ({ base: extract(addresses, lane), offset }));
}

/** The word of a scalar load in all lanes, by one instruction. */
const splatOf = (emitter: Emitter, { args, value }: Node): V128 =>
  loaded("v128", addressOf(emitter, args, 0, value), LOAD_SPLAT);

/** Loads one word for each lane. */
function gather(addressOf: (lane: number) => Address): V128 {
  const first = addressOf(0);
  return [1, 2, 3].reduce(
    (vector, lane) => {
      const { base, offset } = addressOf(lane);
      return loadLane(base, vector, lane, offset);
    },
    loadFirst(first.base, first.offset),
  );
}

function emitStore(emitter: Emitter, statement: StatementOf<"store">): void {
  const { code } = emitter;
  const { address, offset, value, mask: condition, isShared } = statement;
  if (condition !== undefined && wordOf(emitter.resolved(condition)) === 0) return;
  const active = condition === undefined && !isShared ? undefined : emitter.active(condition);
  if (isTogether(emitter, address)) {
    const to = firstOf(emitter, address, offset, active);
    const lanes = emitter.lanes(value);
    code.do(stored(to, active === undefined ? lanes : select(lanes, loaded("v128", to), active)));
  } else if (address[0].type !== "i32" || value.type === "v128") {
    emitter.eachLane(active, (lane) => {
      const to = addressOf(emitter, address, lane, offset);
      code.do(storeLane(to.base, emitter.lanes(value), lane, to.offset));
    });
  } else {
    const write = () => code.do(stored(addressOf(emitter, address, 0, offset), emitter.of(value)));
    if (condition === undefined) write();
    else code.if(mask("v128.any_true", active!), write);
  }
}

/** A read-modify-write operation lane by lane. A lane's result is the word before the lane's operation. */
function atomic(emitter: Emitter, { args: [address, value, mask], value: operation, lanes }: Node): Code {
  const { code } = emitter;
  const active = emitter.active(mask);
  const result = emitter.temporary("result", "v128");
  const [place, before, operand] = ["place", "before", "operand"].map((name) => emitter.temporary(name, "i32"));
  const name = ATOMICS[operation];
  code.set(
    result,
    wordLanes(() => 0),
  );
  emitter.eachLane(active, (lane) => {
    const { base, offset } = addressOf(emitter, [address], lane, lanes?.[0] ?? 0);
    code.set(place, base);
    code.set(before, loaded("i32", { base: place, offset }));
    code.set(operand, value.type === "v128" ? extract(emitter.lanes(value), lane) : emitter.integer(value));
    const word = name === "exchange" ? operand.code : scalarCode(OPERATIONS[name], [before.code, operand.code]);
    code.do(stored({ base: place, offset }, { type: "i32", code: word }));
    code.set(result, { type: "v128", code: [result.code, before.code, 0xfd, 0x1c, lane] });
  });
  return result.code;
}

/** Immediates of i8x16.shuffle that select words 1 and 3 of two vectors. */
const ODD_WORDS = [4, 12, 20, 28].flatMap((byte) => [byte, byte + 1, byte + 2, byte + 3]);
const SELECT = 0x1b;
/** Opcodes of i64x2.extmul_low_i32x4_u and i64x2.extmul_high_i32x4_u. */
const [EXTMUL_LOW, EXTMUL_HIGH] = [0xde, 0xdf];

function operation(emitter: Emitter, node: Node): Code {
  const { op, args, value } = node;
  const [a] = args;
  const operands = () => args.map((arg) => emitter.of(arg).code);
  switch (op) {
    case "get":
      return node.local!.code;
    case "splat":
      return [emitter.of(a).code, opcode(a.type === "f32" ? 0x13 : 0x11)];
    case "select":
      return [operands(), SELECT];
    case "high_words":
      return [...[operands(), opcode(EXTMUL_LOW), operands(), opcode(EXTMUL_HIGH)], ...[opcode(0x0d), ODD_WORDS]];
    case "intrinsic":
      return [operands(), opcode(value)];
    case "any_true": {
      const lanes = emitter.lanes(a);
      return mask("v128.any_true", emitter.tail === undefined ? lanes : binary("v128.and", lanes, emitter.tail)).code;
    }
    case "lane_address":
      return laneAddress(emitter, node);
    case "whole_strips":
      return wholeStrips(emitter, node);
  }
  const name = op as OperationName;
  const kind: Operation = OPERATIONS[name];
  if (args.every(({ type }) => type !== "v128")) return scalarCode(kind, operands());
  const { vector } = kind;
  if (vector === undefined || (isShift(name) && args[1].type === "v128")) return laneByLane(emitter, name, args);
  return [operands(), typeof vector === "number" ? opcode(vector) : vector.map(opcode)];
}

/** A lane's address. A lane outside the mask `tail` gets that of the first lane, which always has an invocation. */
function laneAddress(emitter: Emitter, { args, value: lane }: Node): Code {
  const { tail } = emitter;
  const vector = emitter.lanes(args[0]);
  const address = extractHalf(vector, lane).code;
  return tail === undefined || lane === 0
    ? address
    : [address, extract(vector, 0).code, extract(tail, lane).code, SELECT];
}

/** The result of an operation on scalars. A minimum or maximum uses its operands twice. */
function scalarCode({ symbol, of, scalar }: Operation, operands: readonly Code[]): Code {
  if (symbol !== "min" && symbol !== "max") return [...operands, scalar!];
  const pair = of === "f32" ? operands.toReversed() : operands;
  return [...pair, ...pair, scalar!, SELECT];
}

/** The result of an operation without a vector instruction. A divisor 0 becomes 1, because inactive lanes may have the divisor 0. */
function laneByLane(emitter: Emitter, name: OperationName, args: readonly Node[]): Code {
  const divisor = isShift(name) || args[1].op === "const" ? undefined : emitter.temporary("divisor", "i32");
  const isNot0 = divisor && [0x22, unsigned(divisor.index), i32(1).code, divisor.code, SELECT];
  return [0, 1, 2, 3].map((l) => {
    const operands = args.map((arg) => (arg.type === "v128" ? extract(emitter.lanes(arg), l) : emitter.of(arg)).code);
    const result = [...operands, isNot0 ?? [], OPERATIONS[name].scalar as number];
    return [result, l === 0 ? opcode(0x11) : [opcode(0x1c), l]];
  });
}

/** Binary logarithm of the bytes of a pair in the list of active words: a word and its done mask. A v128 holds two pairs. */
const PAIR_SHIFT = i32(3);
/** Immediates of i8x16.shuffle that select the words and the done masks from two vectors of pairs. */
const WORDS = bytesOf([0, 2, 4, 6]);
const DONE = bytesOf([1, 3, 5, 7]);
const LANES = wordLanes((lane) => lane);

const lanesBelow = (count: I32): V128 => binary("i32x4.lt_u", LANES, splat(count));

/**
 * Local variables for the pairs of a vector, and tests of the pairs.
 * @param rest number of the invocations from the vector's first one on.
 */
function pairsOf(emitter: Emitter, rest: I32) {
  const [pairs, strip] = ["pairs", "strip"].map((name) => emitter.temporary(name, "i32"));
  const [words, done] = ["words", "done"].map((name) => emitter.temporary(name, "v128"));
  const expected = binary("i32x4.add", splat(strip), LANES);
  const differs = binary("v128.xor", words, expected);
  const isNone = (bits: V128) => i32op("eq", mask("v128.any_true", bits), i32(0));
  const isFull = i32op("lt_u", i32(3), rest);
  /** Whether the four invocations are one strip, and whether they are one without a done lane. */
  const isStrip = i32op("and", isFull, isNone(differs));
  const isWhole = i32op("and", isFull, isNone(binary("v128.or", differs, done)));
  return { pairs, strip, words, done, expected, isStrip, isWhole };
}

/** Reads the pairs of the four invocations from `first` on. */
function readPairs(
  { code }: Emitter,
  { pairs, strip, words, done }: ReturnType<typeof pairsOf>,
  list: I32,
  first: I32,
): void {
  code.set(pairs, add(list, i32op("shl", first, PAIR_SHIFT)));
  code.set(words, shuffle(load(pairs), load(pairs, 16), WORDS));
  code.set(done, shuffle(load(pairs), load(pairs, 16), DONE));
  code.set(strip, loadWord(pairs));
}

/** The number of leading invocations in vectors that are each one strip without a done lane. */
function wholeStrips(emitter: Emitter, { args: [list, end] }: Node): Code {
  const { code } = emitter;
  const [count, isWhole] = ["whole strips", "is whole"].map((name) => emitter.temporary(name, "i32"));
  const rest = i32op("sub", emitter.integer(end), count);
  const vector = pairsOf(emitter, rest);
  code.set(count, i32(0));
  code.repeatWhile(() => {
    code.set(isWhole, i32(0));
    code.if(rest, () => {
      readPairs(emitter, vector, emitter.integer(list), count);
      code.set(isWhole, vector.isWhole);
    });
    code.advance(count, i32op("shl", isWhole, i32(2)));
    return isWhole;
  });
  return count.code;
}

/**
 * Emits a body once for each strip of a vector. The list of active words of frames has a pair for each invocation
 * (wgsl/common/active-frames/words): a word and its done mask, which marks the word's lanes without an active frame. A strip is the set of a
 * vector's lanes with consecutive words. The variable `strip` plus l is the word of lane l, and `done` has the done masks of the words.
 * @param rest number of the invocations from the vector's first one on.
 * @param body emits the body, given the mask of the strip's lanes.
 * @param forms emits the body for four invocations that are one strip, without a mask: `someDone` for any strip, and `allActive` for a strip
 * without a done lane, where `done` has no value.
 */
function emitStrips(
  emitter: Emitter,
  { list, whole }: Strips,
  rest: I32,
  body: (lanes: Local<"v128">) => void,
  forms?: { readonly someDone: () => void; readonly allActive: () => void },
): void {
  const { code } = emitter;
  const vector = pairsOf(emitter, rest);
  const { pairs, strip, words, expected } = vector;
  const [first, isWhole] = ["first lane", "is whole"].map((name) => emitter.temporary(name, "i32"));
  const [waiting, tail] = ["waiting", "tail"].map((name) => emitter.temporary(name, "v128"));
  const counter = emitter.counter!;
  const address = emitter.integer(list);
  const byStrips = () => {
    code.set(waiting, lanesBelow(rest));
    code.repeatWhile(() => {
      code.set(first, trailingZeros(mask("i32x4.bitmask", waiting)));
      code.set(strip, i32op("sub", loadWord(add(pairs, i32op("shl", first, PAIR_SHIFT))), first));
      code.set(tail, binary("v128.and", binary("i32x4.eq", words, expected), waiting));
      code.set(waiting, binary("v128.andnot", waiting, tail));
      body(tail);
      return mask("v128.any_true", waiting);
    });
  };
  if (forms === undefined) {
    readPairs(emitter, vector, address, counter);
    byStrips();
    return;
  }
  code.set(isWhole, i32(1));
  code.if(
    i32op("lt_u", counter, emitter.integer(whole)),
    () => code.set(strip, loadWord(add(address, i32op("shl", counter, PAIR_SHIFT)))),
    () => {
      readPairs(emitter, vector, address, counter);
      code.set(isWhole, vector.isWhole);
    },
  );
  code.if(isWhole, forms.allActive, () => code.if(vector.isStrip, forms.someDone, byStrips));
}

/** Bytes of four words of two vectors. */
function bytesOf(words: readonly number[]): number[] {
  return words.flatMap((word) => [0, 1, 2, 3].map((byte) => 4 * word + byte));
}
