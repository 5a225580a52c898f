import type { Node } from "../graph/node.ts";
import type { Machine } from "../lower/machine.ts";

/**
 * The number of active invocations if invocations from some index on return by `slot >= count`, where the slots are consecutive. Undefined
 * for other conditions.
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

/** Whether a value is computed of another. */
export function dependsOn(node: Node, on: Node): boolean {
  return node === on || node.args.some((arg) => dependsOn(arg, on));
}
