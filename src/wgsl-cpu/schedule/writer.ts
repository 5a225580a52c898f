import type { Graph } from "../graph/graph.ts";
import type { Block, Local, Node, Statement, Strips, WasmType } from "../graph/node.ts";
import { CONSTANT, termsOf } from "./terms.ts";

/** Most operations of a vector that a later piece computes again. A costlier vector is kept in memory. */
const CHEAP = 40;
/** Largest constant offset in an instruction. No buffer stands below this address, so that no sum wraps. */
const OFFSET_MOST = 65_536;

/** An open loop over the vectors of a workgroup. */
interface Piece {
  readonly block: Block;
  readonly end: Node;
  readonly strips?: Strips;
}

/**
 * Writes statements into nested blocks and decides where values are computed. A value is computed in the outermost block that has its
 * operands, which may be outside of loops but not outside of an `if`. Equal values are thus computed once, and loop-invariant values are
 * computed before their loop. A value that depends on the invocation opens a piece, a loop over the vectors of a workgroup.
 */
export class Writer {
  readonly graph: Graph;
  readonly root: Block = { kind: "root", statements: [], isOpen: true };
  readonly locals: Local[] = [];
  /** Address of the scratch memory. */
  readonly scratch: Node;
  /** Index of the first invocation of a vector. */
  readonly lane: Node;
  /** The word of the first lane of a strip, less the lane's number; and the done lanes of the strip's words. */
  readonly strip: Node;
  readonly done: Node;
  /** Address of the list of active words, if the next pieces run strip by strip. */
  list?: Node;
  block: Block = this.root;
  piece?: Piece;
  /** Number of active invocations of the workgroup. */
  invocations!: () => Node;
  /** Writes the first statements of a new piece. */
  begins!: () => void;
  readonly #counter: Local;
  readonly #workgroupSize: number;
  #scratchBytes = 0;

  constructor(graph: Graph, scratch: Node, workgroupSize: number) {
    this.graph = graph;
    this.scratch = scratch;
    this.#workgroupSize = workgroupSize;
    this.#counter = this.local("i32");
    this.lane = graph.node("lane", "i32", [], { divisor: 4, isOfVector: true });
    this.strip = graph.node("strip", "i32", [], { isOfVector: true });
    this.done = graph.node("done", "v128", [], { isOfVector: true });
    // Kept values need it in every block, and no statement names it.
    this.place(scratch);
  }

  /** Bytes of scratch memory that values take. */
  get scratchBytes(): number {
    return this.#scratchBytes;
  }

  /** Reserves scratch memory. @returns its offset in bytes from the beginning of the scratch memory. */
  take(bytes: number): number {
    const at = this.#scratchBytes;
    this.#scratchBytes += 16 * Math.ceil(bytes / 16);
    return at;
  }

  /** Reserves this number of bytes for each vector of a workgroup. */
  takeForVectors(bytes: number): number {
    return this.take(bytes * Math.ceil(this.#workgroupSize / 4));
  }

  local(type: WasmType): Local {
    const local = { type, index: this.locals.length + 1 };
    this.locals.push(local);
    return local;
  }

  /** The present value of a local variable. @param isOfVector whether the value differs between vectors. */
  get(local: Local, isOfVector = false, divisor = 1): Node {
    return this.compute("get", local.type, [], { local, isOfVector, divisor });
  }

  set(local: Local, value: Node): void {
    const stored = local.type === "v128" ? this.graph.vector(value) : value;
    this.place(stored);
    this.add({ kind: "set", local, value: stored });
  }

  /** A value that is computed at this place, because it may differ at a later place. */
  compute(op: string, type: WasmType, args: readonly Node[], given: Parameters<Graph["node"]>[3] = {}): Node {
    for (const arg of args) this.place(arg);
    const node = this.graph.node(op, type, args, { ...given, isPure: false });
    this.add({ kind: "compute", node });
    node.home = this.block;
    return node;
  }

  add(statement: Statement): void {
    this.block.statements.push(statement);
  }

  /** Begins a loop over the vectors of the workgroup, unless one is open. */
  open(): void {
    if (this.piece !== undefined) return;
    const end = this.invocations();
    this.place(end);
    const strips = this.#strips(end);
    this.piece = { block: this.enter("lanes"), end, strips };
    for (const node of [this.lane, this.strip, this.done]) node.home = this.piece.block;
    this.begins();
  }

  /** Lets the next pieces run strip by strip. @param list address of the list of active words. */
  runByStrips(list: Node): void {
    this.list = list;
    const end = this.invocations();
    this.place(end);
    this.#strips(end);
  }

  #strips(end: Node): Strips | undefined {
    const { list } = this;
    if (list === undefined) return undefined;
    const whole = this.graph.node("whole_strips", "i32", [list, end]);
    for (const node of [list, whole]) this.place(node);
    return { list, whole, part: "all" };
  }

  /** Ends the open piece. */
  close(): void {
    if (this.piece === undefined) return;
    const { block, end, strips } = this.piece;
    if (this.block !== block) throw new Error("a piece ends inside a branch");
    this.leave();
    this.piece = undefined;
    if (block.statements.length > 0) this.add({ kind: "lanes", body: block, counter: this.#counter, end, strips });
  }

  /** Writes the statements of a nested block. A piece that begins inside ends with the block. */
  within(block: Block, write: () => void): void {
    const isOutside = this.piece === undefined;
    write();
    if (isOutside) this.close();
    if (this.block !== block) throw new Error("blocks are not nested");
    this.leave();
  }

  enter(kind: Block["kind"]): Block {
    this.block = { kind, parent: this.block, statements: [], isOpen: true };
    return this.block;
  }

  leave(): void {
    this.block.isOpen = false;
    this.block = this.block.parent!;
  }

  /** Appends statements to a nested block of the current block. */
  resume(block: Block, write: () => void): void {
    block.isOpen = true;
    this.block = block;
    this.within(block, write);
  }

  /**
   * Computes a value in a block around the current one, unless it is computed already or an operand is computed further inside. A value
   * that differs between vectors is computed in the open piece.
   */
  placeIn(block: Block, node: Node): void {
    if (node.home !== undefined || !block.isOpen) return;
    const { piece } = this;
    const isInPiece = piece !== undefined && isInside(block, piece.block);
    const target = node.isOfVector && !isInPiece ? piece?.block : block;
    if (target === undefined || target === this.block || !canStandIn(target, node)) return;
    const { block: current } = this;
    this.block = target;
    this.place(node);
    this.block = current;
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
    // A piece in another branch may not have run.
    const wasRun = node.home?.kind === "lanes" && node.home.parent?.isOpen === true;
    const isDear = wasRun && node.cost > CHEAP && node.type === "v128";
    if (node.home !== undefined && (!node.isPure || isDear)) {
      this.#reload(node);
      return;
    }
    for (const arg of node.args) this.place(arg);
    let block = this.block;
    while (block.kind === "loop" || block.kind === "lanes") {
      if (node.args.some((arg) => homeOf(arg) === block)) break;
      block = block.parent!;
    }
    block.statements.push({ kind: "compute", node });
    node.home = block;
  }

  /** Makes a value of an earlier piece usable. Scalars that are common to all vectors are still in their variables. */
  #reload(node: Node): void {
    if (node.type === "v128" || node.isOfVector) {
      if (node.spill === undefined) {
        const address = this.takeForVectors(16);
        node.spill = { address };
        const { statements } = node.home!;
        const at = statements.findIndex((each) => each.kind === "compute" && each.node === node);
        if (at < 0) throw new Error("a value of an inner block is wanted outside");
        statements.splice(at + 1, 0, { kind: "keep", node, address });
      }
      this.open();
      this.add({ kind: "reload", node, address: node.spill.address });
    }
    node.home = this.block;
  }

  /**
   * An address as a base and a constant offset, which the instruction adds. The base's terms are added from the outermost block inwards, so
   * that few are added in inner loops.
   */
  address(node: Node): { readonly base: Node; readonly offset: number } {
    if (node.op === "offset") {
      const { base, offset } = this.address(node.args[0]);
      return { base: this.graph.offset(base, node.lanes!), offset };
    }
    if (node.type !== "i32") return { base: node, offset: 0 };
    const { graph } = this;
    if (node.isOfVector) this.open();
    const known = new Map<Node, Block>();
    const terms = new Map(termsOf(graph, node, (each) => depthOf(this.#homeFor(each, known))));
    const constant = terms.get(CONSTANT)?.value ?? 0;
    terms.delete(CONSTANT);
    const sorted = [...terms].toSorted(([a], [b]) => a - b).map(([, term]) => term);
    for (const term of sorted) this.place(term);
    const offset = constant & (OFFSET_MOST - 1);
    const [first = graph.i32(0), ...others] = sorted;
    const begin = graph.operation("add", first, graph.i32(constant - offset));
    return { base: others.reduce((total, term) => graph.node("add", "i32", [total, term]), begin), offset };
  }

  /** The block that computes a value, or would if the value were placed now. @param known answers so far. */
  #homeFor(node: Node, known: Map<Node, Block>): Block {
    if (isInline(node)) return this.root;
    if (node.home?.isOpen) return node.home;
    const answer = known.get(node);
    if (answer !== undefined) return answer;
    const homes = new Set(node.args.map((arg) => this.#homeFor(arg, known)));
    let block = this.block;
    while ((block.kind === "loop" || block.kind === "lanes") && !homes.has(block)) block = block.parent!;
    known.set(node, block);
    return block;
  }
}

/**
 * Whether a block around the current one can compute a value: all operands are computed there or outside of it.
 * @param known the answers so far, because values share operands.
 */
function canStandIn(block: Block, node: Node, known = new Map<Node, boolean>()): boolean {
  if (isInline(node) || isOfPiece(node)) return true;
  if (node.op !== "offset" && node.home?.isOpen) return isInside(block, node.home);
  const answer = known.get(node);
  if (answer !== undefined) return answer;
  const isKept = node.home !== undefined && (!node.isPure || node.spill !== undefined);
  const can = !isKept && node.args.every((arg) => canStandIn(block, arg, known));
  known.set(node, can);
  return can;
}

function isInside(block: Block, outer: Block): boolean {
  return block === outer || (block.parent !== undefined && isInside(block.parent, outer));
}

/** Number of blocks around a block. */
function depthOf(block: Block | undefined): number {
  return block === undefined ? 0 : 1 + depthOf(block.parent);
}

/** Whether a value stands in each instruction that uses it. */
export const isInline = ({ op }: Node): boolean => op === "const" || op === "words" || op === "parameter";

/** Whether a value is given to each run of a piece's body. */
export const isOfPiece = ({ op }: Node): boolean => op === "lane" || op === "strip" || op === "done";

function homeOf(node: Node): Block | undefined {
  return node.op === "offset" ? homeOf(node.args[0]) : node.home;
}
