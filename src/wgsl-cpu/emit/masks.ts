import type { Local, Node } from "../graph/node.ts";
import type { CodeWriter } from "./code-writer.ts";

/** A local variable with the mask of the active lanes, or undefined if all lanes are active. */
export function activeMask(emitter: CodeWriter, mask?: Node): Local | undefined {
  if (mask === undefined) return emitter.tail;
  const active = emitter.temporary("active", "v128");
  emitter.value(mask);
  if (emitter.tail !== undefined) {
    emitter.get(emitter.tail);
    emitter.vector(0x4e);
  }
  emitter.set(active);
  return active;
}

export function ifAny(emitter: CodeWriter, active: Local): void {
  emitter.get(active);
  emitter.vector(0x53);
  emitter.byte(0x04, 0x40);
}

export function ifLane(emitter: CodeWriter, active: Local, lane: number): void {
  emitter.get(active);
  emitter.vector(0x1b, lane);
  emitter.byte(0x04, 0x40);
}

/** Stores a vector at consecutive words, in the active lanes. @param address pushes the address of the first word. */
export function emitVectorStore(
  emitter: CodeWriter,
  address: () => void,
  offset: number,
  value: Node,
  active?: Local,
): void {
  address();
  emitter.value(value);
  if (active !== undefined) {
    address();
    emitter.load("v128", offset);
    emitter.get(active);
    emitter.vector(0x52);
  }
  emitter.store("v128", offset);
}
