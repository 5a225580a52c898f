import type { Node } from "./node.ts";
import type { OperationName } from "./operations.ts";

/** The part of a `Graph` that simplifications use to make nodes. */
export interface NodeMaker {
  /** A constant 32-bit integer. */
  i32(value: number): Node;
  /** An operation on scalars or vectors, simplified. */
  operation(name: OperationName, a: Node, b?: Node): Node;
  /** A scalar base plus a constant for each lane. */
  offset(base: Node, lanes: readonly number[]): Node;
  /** A constant vector of four words. */
  words(lanes: readonly number[]): Node;
  /** The upper 32 bits of the unsigned 64-bit products of two vectors' lanes. */
  highWords(a: Node, b: Node): Node;
}
