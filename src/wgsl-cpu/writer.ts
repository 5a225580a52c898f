import { type Block, blocksOf, type Graph, isConstant, type Node, type Statement, type StatementOf } from "./graph.ts";
import { FunctionBuilder, type Local, type ValueType } from "./wasm.ts";

/** Upper bound of the constant offset of a load or store. No buffer is below this address, so the sum of base and offset does not wrap. */
const OFFSET_MOST = 65_536;
/** Most bytes of scratch memory: a quarter of the memory of 32-bit addresses, which buffers need too. */
const SCRATCH_MOST = 2 ** 30;

/**
 * Writes statements into nested blocks and schedules the values. A value is computed in the outermost block that has its operands. That
 * block may be outside the enclosing loops but not outside an enclosing `if`, unless the code after the `if` or its other side needs the value
 * too. Equal values are thus computed once, and loop-invariant values are computed before their loop. A value that depends on the invocation
 * opens a piece, a loop over the vectors of a workgroup.
 */
export class Writer {
  readonly graph: Graph;
  readonly root: Block = { kind: "root", statements: [], depth: 1, isOpen: true };
  /** The function of WebAssembly with the local variables. It has one parameter, the address of the descriptor. */
  readonly code: FunctionBuilder;
  /** Address of the scratch memory. */
  readonly scratch: Node;
  /** Index of the first invocation of a vector. */
  readonly lane: Node;
  /** `strip` + l is the word of lane l in the current strip. `done` has the done masks of the strip's words. */
  readonly strip: Node;
  readonly done: Node;
  /** Address of the list of active words, if the next pieces run strip by strip. */
  list?: Node;
  block: Block = this.root;
  /** The open loop over the vectors of a workgroup. */
  piece?: StatementOf<"lanes">;
  workgroupSize = 0;
  /** Number of active invocations of the workgroup. */
  invocations!: () => Node;
  /** Writes the first statements of a new piece. */
  begins!: () => void;
  /** Bytes of scratch memory that are reserved so far. */
  scratchBytes = 0;
  readonly #counter: Local<"i32">;
  /** Addresses of spilled values, relative to the scratch memory. Later pieces reload the values. */
  readonly #spills = new Map<Node, number>();
  /** The closed blocks that compute a value, for values that several blocks compute. */
  readonly #closed = new Map<Node, readonly Block[]>();

  constructor(name: string, graph: Graph, scratch: Node) {
    this.code = new FunctionBuilder(name, 1);
    this.graph = graph;
    this.scratch = scratch;
    this.#counter = this.code.local("i32");
    this.lane = graph.node("lane", "i32", [], { divisor: graph.lanes.length, isOfVector: true });
    this.strip = graph.node("strip", "i32", [], { isOfVector: true });
    this.done = graph.node("done", "v128", [], { isOfVector: true });
    // Spills need the scratch address in every block, but no statement has it as an operand.
    this.place(scratch);
  }

  /** Reserves scratch memory. @returns its offset in bytes from the beginning of the scratch memory. */
  take(bytes: number): number {
    const at = this.scratchBytes;
    const vector = 4 * this.graph.lanes.length;
    this.scratchBytes += vector * Math.ceil(bytes / vector);
    if (this.scratchBytes > SCRATCH_MOST)
      throw new Error(`the shader's variables take more than ${SCRATCH_MOST} bytes`);
    return at;
  }

  /** Reserves scratch memory for each vector of a workgroup. @param bytes size for one vector. */
  takeForVectors(bytes: number): number {
    return this.take(bytes * Math.ceil(this.workgroupSize / this.graph.lanes.length));
  }

  /** The current value of a local variable. @param isOfVector whether the value may differ between vectors. */
  get(local: Local, isOfVector = false): Node {
    return this.compute("get", local.type, [], { local, isOfVector });
  }

  set(local: Local, value: Node): void {
    const stored = local.type === "v128" ? this.graph.vector(value) : value;
    this.place(stored);
    this.add({ kind: "set", local, value: stored });
  }

  /** Computes an impure value in the current block, because the operation may have another result later. */
  compute(op: string, type: ValueType, args: readonly Node[], given: Parameters<Graph["node"]>[3] = {}): Node {
    for (const arg of args) this.place(arg);
    const node = this.graph.fresh(op, type, args, { ...given, isPure: false });
    this.add({ kind: "compute", node });
    node.home = this.block;
    return node;
  }

  add(statement: Statement): void {
    this.block.statements.push(statement);
  }

  /** Fills or copies bytes of memory. @param from the byte, or the address of the source. */
  bulk(kind: "fill" | "copy", to: Node, from: Node, bytes: number): void {
    const args = [to, from, this.graph.i32(bytes)];
    for (const arg of args) this.place(arg);
    this.add({ kind, args });
  }

  /** Opens a piece, unless one is open. */
  open(): void {
    if (this.piece !== undefined) return;
    const end = this.invocations();
    this.place(end);
    const whole = this.list && this.#wholeStrips(this.list, end);
    if (whole !== undefined) this.place(whole);
    const strips = whole && { list: this.list!, whole };
    const body = this.#enter("lanes");
    this.piece = { kind: "lanes", body, counter: this.#counter, end, strips };
    for (const node of [this.lane, this.strip, this.done]) node.home = body;
    this.begins();
  }

  #wholeStrips = (list: Node, end: Node): Node => this.graph.node("whole_strips", "i32", [list, end]);

  /** Makes the next pieces run strip by strip. @param list address of the list of active words. */
  runByStrips(list: Node): void {
    this.list = list;
    // The strips are counted here, before loops and branches with pieces.
    this.place(this.#wholeStrips(list, this.invocations()));
  }

  /** Closes the open piece and adds its loop to the enclosing block, unless the piece is empty. */
  close(): void {
    const { piece } = this;
    if (piece === undefined) return;
    this.#leave(piece.body);
    this.piece = undefined;
    if (piece.body.statements.length > 0) this.add(piece);
  }

  /** Writes statements in a new nested block, or appends them to one. A piece that opens in the block closes with the block. */
  nested(block: Block | "loop" | "if", write: () => void): Block {
    const isOutside = this.piece === undefined;
    const inner = this.#enter(block);
    write();
    if (isOutside) this.close();
    this.#leave(inner);
    return inner;
  }

  /** Writes a loop. @param body writes the body, and returns the condition of another pass. */
  loop(body: () => Node): void {
    let condition = this.scratch;
    const block = this.nested("loop", () => {
      condition = body();
    });
    this.add({ kind: "loop", body: block, condition });
  }

  #enter(block: Block | Block["kind"]): Block {
    if (typeof block === "string") {
      this.block = { kind: block, parent: this.block, statements: [], depth: this.block.depth + 1, isOpen: true };
    } else {
      block.isOpen = true;
      this.block = block;
    }
    return this.block;
  }

  #leave(block: Block): void {
    if (this.block !== block) throw new Error("blocks are not nested");
    block.isOpen = false;
    this.block = block.parent!;
  }

  /** Ensures that a value is computed before the next statement. */
  place(node: Node): void {
    if (node.op === "offset") {
      this.place(node.args[0]);
      return;
    }
    if (isInline(node) || node.home?.isOpen) return;
    if (isOfPiece(node)) {
      this.open();
      return;
    }
    // A piece of a closed block may not have run.
    const wasRun = node.home?.kind === "lanes" && node.home.parent?.isOpen === true;
    if (node.home !== undefined && (!node.isPure || (wasRun && node.type === "v128"))) {
      this.#reload(node);
      return;
    }
    const isLoaded = isSplatOfLoad(node);
    const args = isLoaded ? node.args[0].args : node.args;
    for (let i = 0; i < args.length; i++) this.place(args[i]);
    const statement = { kind: "compute", node, isLoaded } as const;
    if (node.home !== undefined) this.#computeOnce(statement, args, node.home);
    else {
      node.home = this.#homeFor(node);
      node.home.statements.push(statement);
    }
  }

  /**
   * Computes a value that closed blocks compute. If the code after a closed block or the other side of its branch needs the value too, the value
   * is computed once, before the closed block.
   */
  #computeOnce(statement: StatementOf<"compute">, args: readonly Node[], earlier: Block): void {
    const { node } = statement;
    const operands = args.map((arg) => (arg.op === "offset" ? arg.args[0] : arg));
    const home = this.#homeFor(node);
    const isOtherSide = areSides(earlier, home) && operands.every((operand) => operand.home !== home);
    const block = isOtherSide ? this.#homeFor(node, undefined, home.parent) : home;
    const { statements } = block;
    const places = operands
      .filter((operand) => operand.home === block && !isOfPiece(operand))
      .map((operand) => indexOf(statements, operand));
    let at = statements.length;
    const others = [...(this.#closed.get(node) ?? []), earlier].filter((closed) => {
      const index = indexOfBlock(block, closed);
      if (index < 0 || places.some((place) => place < 0 || place >= index)) return true;
      closed.statements.splice(indexOf(closed.statements, node), 1);
      at = Math.min(at, index);
      return false;
    });
    this.#closed.set(node, others);
    statements.splice(at, 0, statement);
    node.home = block;
  }

  /** Spills a value in an earlier piece and reloads it here. A scalar that is the same for all vectors is still in its variable. */
  #reload(node: Node): void {
    if (node.type === "v128" || node.isOfVector) {
      let address = this.#spills.get(node);
      if (address === undefined) {
        address = this.takeForVectors(4 * this.graph.lanes.length);
        this.#spills.set(node, address);
        const { statements } = node.home!;
        const at = indexOf(statements, node);
        if (at < 0) throw new Error("a value of an inner block is wanted outside");
        statements.splice(at + 1, 0, { kind: "keep", node, address });
      }
      this.open();
      this.add({ kind: "reload", node, address });
    }
    node.home = this.block;
  }

  /**
   * Splits an address into a base, a constant offset, which the load or store adds, and a vector if it is one. The sum of the base's terms
   * starts with the terms of the outermost block, so inner loops compute few additions.
   */
  address(node: Node): { readonly base: Node; readonly offset: number; readonly vector?: Node } {
    if (node.op === "offset") {
      const { base, offset } = this.address(node.args[0]);
      return { base: this.graph.offset(base, node.lanes!), offset };
    }
    const { graph } = this;
    if (node.isOfVector) this.open();
    const known = new Map<Node, Block>();
    const terms = termsOf(graph, node, (each) => this.#homeFor(each, known).depth);
    const constant = terms.get(CONSTANT)?.value ?? 0;
    const vector = terms.get(LANES);
    for (const key of [CONSTANT, LANES]) terms.delete(key);
    const sorted = [...terms].toSorted(([a], [b]) => a - b).map(([, term]) => term);
    const offset = constant & (OFFSET_MOST - 1);
    const [first = graph.i32(0), ...others] = sorted;
    const begin = graph.operation("add", first, graph.i32(constant - offset));
    return { base: others.reduce((total, term) => graph.node("add", "i32", [total, term]), begin), offset, vector };
  }

  /** The block that computes a value, or that `place` would choose for it now. @param known the results so far. */
  #homeFor(node: Node, known?: Map<Node, Block>, from = this.block): Block {
    if (isInline(node)) return this.root;
    if (node.home?.isOpen) return node.home;
    const answer = known?.get(node);
    if (answer !== undefined) return answer;
    let block = from;
    while (block.kind === "loop" || block.kind === "lanes") {
      let i = 0;
      while (i < node.args.length && this.#homeFor(node.args[i], known, from) !== block) i++;
      if (i < node.args.length) break;
      block = block.parent!;
    }
    known?.set(node, block);
    return block;
  }
}

/** Whether the emitter pushes a value anew at each use, so that the value needs no statement. */
export const isInline = ({ op }: Node): boolean => op === "const" || op === "words" || op === "parameter";

/** Whether a value is a word of memory in all lanes that no scalar has yet. */
const isSplatOfLoad = ({ op, args }: Node): boolean =>
  op === "splat" && args[0].op === "load" && args[0].isPure && args[0].home?.isOpen !== true;

/** Whether the loop of a piece sets a value before each run of the piece's body. */
const isOfPiece = ({ op }: Node): boolean => op === "lane" || op === "strip" || op === "done";

/** Terms of a sum. The key is the depth of the outermost block that can compute the term, CONSTANT, or LANES for a vector. */
type Terms = Map<number, Node>;

const CONSTANT = -1;
const LANES = Number.POSITIVE_INFINITY;

/**
 * Splits an integer or a vector of integers into terms for different blocks: (x + t)·w becomes x·w + t·w, and x·w is computed before the
 * loop that changes t. (splat(a) + v)·b becomes the scalar a·b and the vector v·b.
 * @param depthOf gives the depth of the outermost block that can compute a scalar.
 */
function termsOf(graph: Graph, node: Node, depthOf: (node: Node) => number): Terms {
  const { op, args } = node;
  if (isSplat(node)) return termsOf(graph, args[0], depthOf);
  if (op === "add") return sum(graph, termsOf(graph, args[0], depthOf), termsOf(graph, args[1], depthOf));
  const scaled = op === "mul" || op === "shl" ? scaledTerms(graph, node, op, depthOf) : undefined;
  return scaled ?? new Map([[keyOf(node, depthOf), node]]);
}

const isSplat = ({ op, args }: Node): boolean => op === "splat" && args[0].type === "i32";

function keyOf(part: Node, depthOf: (node: Node) => number): number {
  if (isConstant(part)) return CONSTANT;
  return part.type === "v128" ? LANES : depthOf(part);
}

/** The terms of a product or shift; undefined if it is one term. */
function scaledTerms(
  graph: Graph,
  { type, args: [a, b] }: Node,
  name: "mul" | "shl",
  depthOf: (node: Node) => number,
): Terms | undefined {
  const isShift = name === "shl";
  if (isShift && !isConstant(b) && (type !== "v128" || b.type !== "i32")) return undefined;
  const factors = [a, b].map((factor) => (isSplat(factor) ? factor.args[0] : factor));
  const isInOrder = isShift || keyOf(factors[0], depthOf) >= keyOf(factors[1], depthOf);
  const [of, by] = isInOrder ? factors : factors.toReversed();
  const terms = termsOf(graph, of, depthOf);
  if (terms.size === 1 || by.type === "v128") return undefined;
  const key = keyOf(by, depthOf);
  const scaled = [...terms].map(([each, term]) => [Math.max(each, key), graph.operation(name, term, by)] as const);
  return sum(graph, new Map(), scaled);
}

/** Adds terms to the terms of equal keys. */
function sum(graph: Graph, sums: Terms, terms: Iterable<readonly [key: number, term: Node]>): Terms {
  for (const [key, term] of terms) {
    const before = sums.get(key);
    sums.set(key, before === undefined ? term : graph.operation("add", before, term));
  }
  return sums;
}

/** Index of the statement that computes or reloads a value; -1 if there is none. */
const indexOf = (statements: readonly Statement[], node: Node): number =>
  statements.findIndex((each) => (each.kind === "compute" || each.kind === "reload") && each.node === node);

/** Index of the statement of a block that contains another block; -1 if there is none. A statement that is being written is the next one. */
function indexOfBlock(block: Block, other: Block): number {
  if (other.parent === undefined) return -1;
  if (other.parent !== block) return indexOfBlock(block, other.parent);
  const index = block.statements.findLastIndex((each) => blocksOf(each).includes(other));
  return index < 0 ? block.statements.length : index;
}

/** Whether two blocks are the sides of a branch that is being written. */
const areSides = (a: Block, b: Block): boolean =>
  a.parent !== undefined && a.parent === b.parent && indexOfBlock(a.parent, a) === a.parent.statements.length;
