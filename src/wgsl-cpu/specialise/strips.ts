import type { Node } from "../graph/node.ts";
import { firstOf } from "../pieces/bounds.ts";
import type { Writer } from "../schedule/writer.ts";
import { isConsecutive } from "../uniformity.ts";

/** Bytes from a word in the list to the done lanes of the word. */
const DONE_BYTES = 4;

/**
 * The value of `active_word` or `active_done` (wgsl/common/active-frames/words) for consecutive slots. The words of four slots are known at
 * run time only, but they are nearly always consecutive. Pieces therefore run strip by strip, and the words of a strip are consecutive.
 * @param valueFor lowers the function for one slot.
 * @returns undefined for another function, and where the lanes' values follow from the slots alone.
 */
export function stripValue(
  writer: Writer,
  name: string,
  slots: Node,
  valueFor: (slot: Node) => { readonly kind: string; readonly node?: Node },
): Node | undefined {
  const { graph } = writer;
  if (name !== "active_word" && name !== "active_done") return undefined;
  const addressWords = graph.operation("mul", slots, graph.i32(4));
  if (!isConsecutive(addressWords) || slots.lanes![0] !== 0) return undefined;
  const first = firstOf(writer, slots.args[0]);
  const loaded = first && valueFor(first).node;
  if (loaded?.op !== "load") return undefined;
  const offset = loaded.value - (name === "active_done" ? DONE_BYTES : 0);
  const list = graph.operation("add", loaded.args[0], graph.i32(offset));
  if (writer.list === undefined && writer.piece === undefined) writer.runByStrips(list);
  if (writer.list !== list) return undefined;
  return name === "active_word" ? graph.offset(writer.strip, graph.lanes) : writer.done;
}
