import type { Node } from "../graph/node.ts";
import type { CodeWriter } from "./code-writer.ts";

/** Emits code that sets a region of memory to zero. */
export function emitClear(emitter: CodeWriter, address: Node, bytes: number): void {
  emitter.value(address);
  emitter.i32(0);
  emitter.i32(bytes);
  emitter.byte(0xfc, 0x0b, 0);
}

/** Emits a copy between two regions of memory. */
export function emitCopy(emitter: CodeWriter, to: Node, from: Node, bytes: number): void {
  emitter.value(to);
  emitter.value(from);
  emitter.i32(bytes);
  emitter.byte(0xfc, 0x0a, 0, 0);
}
