import { blocksOf, eachStatement, valuesOf } from "../emit/uses.ts";
import type { Block, Local, Node, Statement } from "../graph/node.ts";

/** Removes unused values, and assignments to variables without a read. @param scratch address of the scratch memory, which spills use. */
export function removeUnused(root: Block, scratch: Node): void {
  const assigned = new Map<Local, Node[]>();
  const waiting = [scratch];
  eachStatement(root, (statement) => {
    if (statement.kind === "set") {
      const values = assigned.get(statement.local);
      if (values === undefined) assigned.set(statement.local, [statement.value]);
      else values.push(statement.value);
    } else if (statement.kind === "compute") {
      if (statement.node.op === "atomic") waiting.push(statement.node);
    } else waiting.push(...valuesOf(statement));
  });
  const used = new Set<Node>();
  const read = new Set<Local>();
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    if (used.has(node)) continue;
    used.add(node);
    waiting.push(...node.args);
    const { local } = node;
    if (local === undefined || read.has(local)) continue;
    read.add(local);
    waiting.push(...(assigned.get(local) ?? []));
  }
  keep(root, (statement) => {
    if (statement.kind === "compute") return used.has(statement.node);
    return statement.kind !== "set" || read.has(statement.local);
  });
}

function keep({ statements }: Block, isUsed: (statement: Statement) => boolean): void {
  const left = statements.filter(isUsed);
  statements.splice(0, statements.length, ...left);
  for (const statement of left) for (const block of blocksOf(statement)) keep(block, isUsed);
}
