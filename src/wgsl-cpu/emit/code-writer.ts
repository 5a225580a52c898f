import type { Local, Node } from "../graph/node.ts";
import type { Bytes } from "./bytes.ts";

/** A function's code while it is written: the part of an `Emitter` that single instructions use. */
export interface CodeWriter extends Bytes {
  /** Address of memory that lanes outside a mask may read. */
  readonly scratch: Node;
  /** The mask of the lanes that exist, in a vector that is not whole. */
  readonly tail?: Local;
  /** Leaves a value on the stack. */
  value(node: Node): void;
  /** A local variable for a short time, one for each name. */
  temporary(name: string, type: Local["type"]): Local;
}
