import type { Graph } from "../graph/graph.ts";
import { type Block, isConstant, type Local, type Node, type Statement, type WasmType } from "../graph/node.ts";

/** Operations above which a value is kept for later pieces rather than computed again. */
const CHEAP = 40;
/** Addresses have offsets up to here in the instruction: no buffer stands below it, so that no sum wraps. */
const OFFSET_MOST = 65_536;

/** The loop over the vectors of a workgroup that is open. */
interface Piece {
  readonly block: Block;
  readonly end: Node;
}

/**
 * Writes statements into nested blocks, and computes values where they are wanted: in the outermost block that has their operands, out of
 * loops but never out of an `if`. So equal values are computed once, and those that do not change in a loop before it. What is wanted of
 * single invocations opens a piece: the loop over the vectors of a workgroup.
 */
export class Writer {
  readonly graph: Graph;
  readonly root: Block = { kind: "root", statements: [], isOpen: true };
  readonly locals: Local[] = [];
  /** Address of what kernels compute with. */
  readonly scratch: Node;
  /** The first invocation of a vector. */
  readonly lane: Node;
  block: Block = this.root;
  piece?: Piece;
  /** How many of the invocations of a workgroup there are. */
  invocations!: () => Node;
  /** What each vector begins with. */
  begins!: () => void;
  readonly #counter: Local;
  readonly #workgroupSize: number;
  #scratchBytes = 0;

  constructor(graph: Graph, scratch: Node, workgroupSize: number) {
    this.graph = graph;
    this.scratch = scratch;
    this.#workgroupSize = workgroupSize;
    this.#counter = this.local("i32");
    this.lane = graph.node("lane", "i32", [], { divisor: 4 });
  }

  /** Bytes that are taken of the scratch memory. */
  get scratchBytes(): number {
    return this.#scratchBytes;
  }

  /** Takes scratch memory. @returns where it is, from its beginning. */
  take(bytes: number): number {
    const at = this.#scratchBytes;
    this.#scratchBytes += 16 * Math.ceil(bytes / 16);
    return at;
  }

  /** Takes so many bytes for each vector of a workgroup. */
  takeForVectors(bytes: number): number {
    return this.take(bytes * Math.ceil(this.#workgroupSize / 4));
  }

  local(type: WasmType): Local {
    const local = { type, index: this.locals.length + 1 };
    this.locals.push(local);
    return local;
  }

  /** The value that a local variable has here. @param isOfVector whether it differs from vector to vector. */
  get(local: Local, isOfVector = false): Node {
    return this.compute("get", local.type, [], { local, isOfVector });
  }

  set(local: Local, value: Node): void {
    const stored = local.type === "v128" ? this.graph.vector(value) : value;
    this.place(stored);
    this.add({ kind: "set", local, value: stored });
  }

  /** A value that is computed here and now, since it may be another later. */
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

  /** Begins the loop over the vectors of the workgroup, unless it is open. */
  open(): void {
    if (this.piece !== undefined) return;
    const end = this.invocations();
    this.place(end);
    this.piece = { block: this.enter("lanes"), end };
    this.lane.home = this.piece.block;
    this.begins();
  }

  /** Ends it. */
  close(): void {
    if (this.piece === undefined) return;
    const { block, end } = this.piece;
    if (this.block !== block) throw new Error("a piece ends inside a branch");
    this.leave();
    this.piece = undefined;
    if (block.statements.length > 0) this.add({ kind: "lanes", body: block, counter: this.#counter, end });
  }

  /** Statements of a block of their own. A piece that is begun inside ends with it. */
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

  /** Goes on with a block that was left, which stands in the current one. */
  resume(block: Block, write: () => void): void {
    block.isOpen = true;
    this.block = block;
    this.within(block, write);
  }

  /** Makes sure that a value is computed before what is written next. */
  place(node: Node): void {
    if (node.op === "offset") {
      this.place(node.args[0]);
      return;
    }
    if (isInline(node) || node.home?.isOpen) return;
    if (node.op === "lane") {
      this.open();
      return;
    }
    // A piece of another branch has not been run.
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

  /** A value of an earlier piece. Scalars that are the same for all vectors are still in their variables. */
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

  /** An address as what is added to it in the instruction, and the rest. */
  address(node: Node): { readonly base: Node; readonly offset: number } {
    if (node.op === "add" && node.type === "i32" && isConstant(node.args[1])) {
      const offset = node.args[1].value;
      if (offset > 0 && offset < OFFSET_MOST) return { base: node.args[0], offset };
    }
    return { base: node, offset: 0 };
  }
}

/** Values that stand in the instructions that use them. */
export const isInline = ({ op }: Node): boolean => op === "const" || op === "words" || op === "parameter";

function homeOf(node: Node): Block | undefined {
  return node.op === "offset" ? homeOf(node.args[0]) : node.home;
}
