import type { Block, Node } from "../graph/node.ts";

/** Least number of such values for which a loop runs inside of a piece. */
const MANY = 16;

/**
 * Whether a loop around pieces computes many vectors again in each iteration that depend on the invocations alone. Inside of a piece the loop
 * would compute them once for each vector.
 */
export function repeatsMany(loop: Block): boolean {
  let repeated = 0;
  for (const statement of loop.statements) {
    if (statement.kind !== "lanes") continue;
    const { body } = statement;
    const same = new Set<Node>();
    const isSame = (node: Node): boolean => {
      if (node.op === "offset") return isSame(node.args[0]);
      return node.op === "lane" || same.has(node) || (node.home !== body && node.home !== loop);
    };
    for (const each of body.statements) {
      if (each.kind !== "compute" || !each.node.isPure || !each.node.args.every(isSame)) continue;
      same.add(each.node);
      if (each.node.type === "v128") repeated++;
    }
  }
  return repeated >= MANY;
}
