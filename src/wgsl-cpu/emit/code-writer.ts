import type { Block, Local, Node } from "../graph/node.ts";
import type { Bytes } from "./bytes.ts";

/** A function's code under construction: the part of an `Emitter` that emitters of single instructions use. */
export interface CodeWriter extends Bytes {
  /** Address of memory that lanes outside a mask may read. */
  readonly scratch: Node;
  /** Mask of the lanes that have an invocation and belong to the strip, where some do not. */
  tail?: Local;
  /** Whether the lanes outside the mask may hold values of other strips. */
  readonly isInStrips: boolean;
  /** Whether accesses test if the addresses of the lanes are consecutive. @param together the node of the test. */
  tests(together: Node): boolean;
  /** Leaves the value of a node on the stack. */
  value(node: Node): void;
  /** The statements of a block. */
  block(block: Block): void;
  /** A local variable for the instructions of one node, one for each name. */
  temporary(name: string, type: Local["type"]): Local;
}
