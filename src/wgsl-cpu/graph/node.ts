/** Types of WebAssembly values: an i32 or f32 is common to all invocations of a workgroup, a v128 has the values of four invocations. */
export type WasmType = "i32" | "f32" | "v128";

/** A local variable of the function. */
export interface Local {
  readonly type: WasmType;
  index: number;
}

/** A value. Equal operations of equal values are one node. A boolean is 0 or 1 in an i32, and all zeros or all ones in a lane. */
export interface Node {
  readonly id: number;
  /** Name of an operation, or "const", "offset", "lane" (the first invocation of the vector), "get", "load", "gather", … (emit/) */
  readonly op: string;
  readonly type: WasmType;
  readonly args: readonly Node[];
  /** Value of a constant: a 32-bit word as a signed integer, or an f32 number. */
  readonly value: number;
  /**
   * Constants that an "offset" node adds to its argument in the lanes. It becomes a vector late, because it shows which addresses are
   * consecutive.
   */
  readonly lanes?: readonly number[];
  /** Variable that a "get" node reads. */
  readonly local?: Local;
  /** A power of two that divides an integer. */
  readonly divisor: number;
  /** Whether the value may be computed again at another place. Other values are computed where the shader's text has them. */
  readonly isPure: boolean;
  /** Whether the value is known to differ from 0. */
  readonly isNotZero: boolean;
  /** Whether the value may differ between vectors, even if it is a scalar. */
  readonly isOfVector: boolean;
  /** Distinguishes nodes with equal operations and arguments. */
  readonly version: number;
  /** Number of operations that compute the value, up to COST_MOST. */
  readonly cost: number;
  /** The next node with the same hash. */
  readonly alike: Node | undefined;
  /** The block that computes it. */
  home?: Block;
  /** Address in the scratch memory that keeps the value for later pieces. */
  spill?: { readonly address: number };
}

/**
 * Statements in their order. `kind` says which statement has the block as its body: "lanes" is the loop over the vectors of a workgroup.
 */
export interface Block {
  readonly kind: "root" | "loop" | "if" | "lanes";
  readonly parent?: Block;
  readonly statements: Statement[];
  isOpen: boolean;
}

export type Statement =
  | { readonly kind: "compute"; readonly node: Node }
  | { readonly kind: "set"; readonly local: Local; readonly value: Node }
  | { readonly kind: "if"; readonly condition: Node; readonly yes: Block; readonly otherwise?: Block }
  /** Runs the body once, and again while the condition holds. */
  | { readonly kind: "loop"; readonly body: Block; condition?: Node }
  /** Runs the body for all vectors of a workgroup below `end`. The last vector may have fewer than four invocations. */
  | {
      readonly kind: "lanes";
      readonly body: Block;
      readonly counter: Local;
      readonly end: Node;
      readonly strips?: Strips;
    }
  | {
      readonly kind: "store";
      readonly address: Node;
      readonly offset: number;
      readonly value: Node;
      readonly mask?: Node;
      /** Whether other invocations than the vector's use the memory, so that lanes without an invocation must not write. */
      readonly isShared: boolean;
    }
  /** Stores one word for each lane at the lane's own address. `address` has the arguments of a `spread` node (lower/memory.ts). */
  | {
      readonly kind: "scatter";
      readonly address: readonly Node[];
      readonly offset: number;
      readonly value: Node;
      readonly mask?: Node;
    }
  /**
   * Stores a value for later pieces, or loads the value of an earlier piece. The address counts from the scratch memory's and has a place
   * for each vector.
   */
  | { readonly kind: "keep" | "reload"; readonly node: Node; readonly address: number }
  | { readonly kind: "clear"; readonly address: Node; readonly bytes: number }
  | { readonly kind: "copy"; readonly to: Node; readonly from: Node; readonly bytes: number };

/**
 * The active words of frames that the invocations of a workgroup work on (wgsl/common/active-frames/words). The lanes of a vector whose words
 * are consecutive are a strip. The body of a piece runs for one strip after the other.
 */
export interface Strips {
  /** Address of the list's pair of the first invocation: its word, and the done lanes of the word. */
  readonly list: Node;
  /** Number of the first invocations that make full strips without a done lane. */
  readonly whole: Node;
  /** The strips of the loop: all, only the whole strips, or only the others. */
  readonly part: "all" | "whole" | "others";
}

/** Operations that read memory. */
const READS: ReadonlySet<string> = new Set(["load", "vload", "gather", "spread"]);

export const readsMemory = ({ op }: Node): boolean => READS.has(op);
export const isConstant = ({ op }: Node): boolean => op === "const";
export const isZero = (node: Node): boolean => isConstant(node) && Object.is(node.value, 0);
