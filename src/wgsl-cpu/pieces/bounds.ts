import type { Node } from "../graph/node.ts";
import type { Machine } from "../lower/machine.ts";

/**
 * The number of active invocations after a return on the condition `slot >= count`, where the invocations' slots are consecutive. Undefined
 * for a condition of another form.
 */
export function boundOf({ graph, writer }: Machine, condition: Node): Node | undefined {
  if (condition.op !== "ge_u") return undefined;
  const [vector, limit] = condition.args;
  const [splat, lanes] = vector.args;
  if (vector.op !== "add" || splat?.op !== "splat" || lanes?.op !== "words" || limit.op !== "splat") return undefined;
  if (!lanes.lanes!.every((lane, l) => lane === l)) return undefined;
  const [base] = splat.args;
  const [count] = limit.args;
  const first = graph.operation("sub", base, writer.lane);
  if (dependsOn(first, writer.lane) || dependsOn(count, writer.lane)) return undefined;
  const rest = graph.operation("sub", count, first);
  return graph.select(graph.operation("lt_u", first, count), rest, graph.i32(0));
}

/** Whether `on` is the node itself or one of its direct or indirect operands. */
export function dependsOn(node: Node, on: Node): boolean {
  return node === on || node.args.some((arg) => dependsOn(arg, on));
}
