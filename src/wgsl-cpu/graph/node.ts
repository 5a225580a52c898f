import type { ValueType } from "../wasm/code.ts";
import type { Local } from "../wasm/function.ts";
import type { OperationName } from "./operations.ts";

export type { Local };

/** The methods of a `Graph` by which simplifications make nodes. */
export interface NodeMaker {
  readonly lanes: readonly number[];
  i32(value: number): Node;
  operation(name: OperationName, a: Node, b?: Node): Node;
  offset(base: Node, lanes: readonly number[]): Node;
  words(lanes: readonly number[]): Node;
  highWords(a: Node, b: Node): Node;
}

/** Types of WebAssembly values. An i32 or f32 is a uniform value of a vector's invocations, a v128 is a varying value with a lane for each. */
export type WasmType = ValueType;

/** A value. Equal pure operations are one node. A uniform boolean is 0 or 1. A lane of a varying boolean is all zeros or all ones. */
export interface Node {
  readonly id: number;
  /** Name of an operation, or "const", "offset", "lane" (the first invocation of the vector), "get", "load", … (emit/) */
  readonly op: string;
  readonly type: WasmType;
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
   * body runs strip by strip (emit/strips.ts).
   */
  | { kind: "lanes"; body: Block; counter: Local<"i32">; end: Node; strips?: Strips }
  /**
   * Stores a value at one address, or one word for each lane. `address` has the arguments of a "load" (lower/memory.ts). Other vectors use
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
export const isZero = (node: Node): boolean => isConstant(node) && Object.is(node.value, 0);
