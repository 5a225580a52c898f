/** Types of WebAssembly values: i32 and f32 are the same for all invocations of a workgroup, v128 holds those of four. */
export type WasmType = "i32" | "f32" | "v128";

/** A local variable of the function. */
export interface Local {
  readonly type: WasmType;
  index: number;
}

/** A value, made once for equal operations of equal values. Booleans are 0 or 1 in an i32, all zeros or ones in a lane. */
export interface Node {
  readonly id: number;
  /** Name of an operation, or "const", "offset", "lane" (the first invocation of the vector), "get", "load", "gather", … (emit/) */
  readonly op: string;
  readonly type: WasmType;
  readonly args: readonly Node[];
  /** Of a constant: the 32-bit word as signed integer, or the f32 number. */
  readonly value: number;
  /** "offset": what is added to the argument in each lane. Kept from vectors as long as possible: neighbours in memory are found by it. */
  readonly lanes?: readonly number[];
  /** Of "get". */
  readonly local?: Local;
  /** A power of two that divides an integer. */
  readonly divisor: number;
  /** Can be computed anew wherever it is wanted. Others are computed where they stand. */
  readonly isPure: boolean;
  /** Not 0, known by who made it. */
  readonly isNotZero: boolean;
  /** Differs from vector to vector, though it may be the same in the lanes of one. */
  readonly isOfVector: boolean;
  /** Tells it from others that are equal otherwise. */
  readonly version: number;
  /** Operations to compute it, up to a bound. */
  readonly cost: number;
  /** Made before, of the same hash. */
  readonly alike: Node | undefined;
  /** The block that computes it. */
  home?: Block;
  /** Where it is kept for later pieces. */
  spill?: { readonly address: number };
}

/** Statements in their order. `kind` says what they are the body of: "lanes" of the loop over the vectors of a workgroup. */
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
  /** Repeated while the condition holds, asked after each time. */
  | { readonly kind: "loop"; readonly body: Block; condition?: Node }
  /** For all vectors of a workgroup below `end`, of which the last may be a part. */
  | { readonly kind: "lanes"; readonly body: Block; readonly counter: Local; readonly end: Node }
  | {
      readonly kind: "store";
      readonly address: Node;
      readonly offset: number;
      readonly value: Node;
      readonly mask?: Node;
    }
  /** Keeps a value for later pieces, or takes one of an earlier piece, at a place for each vector: an address from the scratch memory's on. */
  | { readonly kind: "keep" | "reload"; readonly node: Node; readonly address: number }
  | { readonly kind: "clear"; readonly address: Node; readonly bytes: number }
  | { readonly kind: "copy"; readonly to: Node; readonly from: Node; readonly bytes: number };

export const isConstant = ({ op }: Node): boolean => op === "const";
export const isZero = (node: Node): boolean => isConstant(node) && Object.is(node.value, 0);
