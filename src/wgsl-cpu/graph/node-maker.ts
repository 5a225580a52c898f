import type { Node } from "./node.ts";
import type { OperationName } from "./operations.ts";

/** Makes nodes of a function: the part of its graph that simplifications use. */
export interface NodeMaker {
  /** A 32-bit integer. */
  i32(value: number): Node;
  /** An operation of scalars or vectors in its simplest form. */
  operation(name: OperationName, a: Node, b?: Node): Node;
  /** A scalar base plus a constant for each lane. */
  offset(base: Node, lanes: readonly number[]): Node;
  /** A constant vector of four words. */
  words(lanes: readonly number[]): Node;
  /** Upper words of the products of two vectors. */
  highWords(a: Node, b: Node): Node;
}
