import { isConsecutive } from "../emit/uses.ts";
import { dependsOn } from "../pieces/bounds.ts";
import type { Machine } from "./machine.ts";
import { U32 } from "./types.ts";
import { type Binding, scalar, type Value } from "./values.ts";

/** Bytes from a word in the list to the done lanes of the word. */
const DONE_BYTES = 4;

/**
 * The value of `active_word` or `active_done` (wgsl/common/active-frames/words) for consecutive slots. The words of four slots are known at
 * run time only, but they are nearly always consecutive. Pieces therefore run strip by strip, and the words of a strip are consecutive.
 * @param given the argument of the call.
 * @param valueFor lowers the function for one slot.
 * @returns undefined for another function, and where the lanes' values follow from the slots alone.
 */
export function stripValue(
  { graph, writer, hasBarriers }: Machine,
  name: string,
  given: Binding | undefined,
  valueFor: (slot: Value) => Value,
): Value | undefined {
  if ((name !== "active_word" && name !== "active_done") || given?.kind !== "scalar" || hasBarriers) return undefined;
  const slots = given.node;
  const addressWords = graph.operation("mul", slots, graph.i32(4));
  if (!isConsecutive(addressWords) || slots.lanes![0] !== 0) return undefined;
  const first = graph.operation("sub", slots.args[0], writer.lane);
  if (dependsOn(first, writer.lane)) return undefined;
  const value = valueFor(scalar(U32, first));
  const loaded = value.kind === "scalar" ? value.node : undefined;
  if (loaded?.op !== "load") return undefined;
  const offset = loaded.value - (name === "active_done" ? DONE_BYTES : 0);
  const list = graph.operation("add", loaded.args[0], graph.i32(offset));
  if (writer.list === undefined && writer.piece === undefined) writer.runByStrips(list);
  if (writer.list !== list) return undefined;
  return scalar(U32, name === "active_word" ? graph.offset(writer.strip, [0, 1, 2, 3]) : writer.done);
}
