import type { Block, Statement } from "../graph/node.ts";
import { blocksOf } from "./uses.ts";

/** Number of vector accesses in loops that access memory word by word, because the lanes' addresses are not known to be consecutive. */
export function wordAccessesInLoops(root: Block): number {
  return countIn(root, false, false);
}

function countIn({ statements }: Block, isInLanes: boolean, isInLoop: boolean): number {
  let count = 0;
  for (const statement of statements) {
    if (isInLanes && isInLoop && isByWord(statement)) count++;
    for (const block of blocksOf(statement)) {
      count += countIn(block, isInLanes || block.kind === "lanes", isInLoop || block.kind === "loop");
    }
  }
  return count;
}

function isByWord(statement: Statement): boolean {
  if (statement.kind === "scatter") return true;
  return statement.kind === "compute" && (statement.node.op === "gather" || statement.node.op === "spread");
}
