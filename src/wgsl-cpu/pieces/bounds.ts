import type { Node } from "../graph/node.ts";
import type { Writer } from "../schedule/writer.ts";

/**
 * The number of active invocations after a return on the condition `slot >= count`, where the invocations' slots are consecutive. Undefined
 * for a condition of another form.
 */
export function boundOf(writer: Writer, condition: Node): Node | undefined {
  if (condition.op !== "ge_u") return undefined;
  const { graph } = writer;
  const [vector, limit] = condition.args;
  const [splat, lanes] = vector.args;
  if (vector.op !== "add" || splat?.op !== "splat" || lanes?.op !== "words" || limit.op !== "splat") return undefined;
  if (!lanes.lanes!.every((lane, l) => lane === l)) return undefined;
  const first = firstOf(writer, splat.args[0]);
  const [count] = limit.args;
  if (first === undefined || count.isOfVector) return undefined;
  const rest = graph.operation("sub", count, first);
  return graph.select(graph.operation("lt_u", first, count), rest, graph.i32(0));
}

/** The first of the workgroup's consecutive slots, given the first slot of a vector; undefined if it differs between vectors. */
export function firstOf({ graph, lane }: Writer, base: Node): Node | undefined {
  const first = graph.operation("sub", base, lane);
  return first.isOfVector ? undefined : first;
}
