import type { Block, Local, Node } from "../graph/node.ts";
import type { Bytes } from "./bytes.ts";

/** The part of an `Emitter` that emits the code of one node or statement. */
export interface CodeWriter extends Bytes {
  /** Address of the scratch memory. Inactive lanes may read from this address. */
  readonly scratch: Node;
  /** Mask of the lanes that have an invocation and belong to the current strip. Undefined where all four lanes are known to. */
  tail?: Local;
  /** Whether the code is in a loop over strips, where lanes outside the mask may hold values of other strips. */
  readonly isInStrips: boolean;
  /** Tests for consecutive lane addresses that hold in the code. */
  readonly together: ReadonlySet<Node>;
  /** Leaves the value of a node on the stack. */
  value(node: Node): void;
  /** Emits the statements of a block. */
  block(block: Block): void;
  /** A local variable that is live only within the code of one node. Equal names share a variable. */
  temporary(name: string, type: Local["type"]): Local;
}
