import type { Block, Statement } from "./node.ts";

/** Accesses of vectors to memory in loops, one word at a time because the lanes' addresses are not known to be consecutive. */
export function wordAccessesInLoops(root: Block): number {
  return countIn(root, false, false);
}

function countIn({ statements }: Block, isInLanes: boolean, isInLoop: boolean): number {
  let count = 0;
  for (const statement of statements) {
    if (isInLanes && isInLoop && isByWord(statement)) count++;
    if (statement.kind === "if") {
      count += countIn(statement.yes, isInLanes, isInLoop);
      if (statement.otherwise !== undefined) count += countIn(statement.otherwise, isInLanes, isInLoop);
    } else if (statement.kind === "lanes") count += countIn(statement.body, true, isInLoop);
    else if (statement.kind === "loop") count += countIn(statement.body, isInLanes, true);
  }
  return count;
}

function isByWord(statement: Statement): boolean {
  if (statement.kind === "scatter") return true;
  return statement.kind === "compute" && (statement.node.op === "gather" || statement.node.op === "spread");
}
