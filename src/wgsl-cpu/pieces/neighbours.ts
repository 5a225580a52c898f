import { blocksOf } from "../emit/uses.ts";
import type { Graph } from "../graph/graph.ts";
import type { Block, Node, Statement } from "../graph/node.ts";
import { Copy, isUnmaskedSpread, LARGE, sizeOf } from "./whole-strips.ts";

/** Least number of accesses with a common test that make a copy of their code worthwhile. */
const ACCESSES = 8;

/**
 * Splits code whose lanes access addresses that are not known to be consecutive: the code after a test for consecutive addresses runs as
 * a copy with vector loads and stores where the test holds, else as the original, which accesses lane by lane.
 */
export function specialiseNeighbours(graph: Graph, block: Block): void {
  const { statements } = block;
  // A loop's condition uses values of the loop's body itself, which a branch around them would hide.
  for (const [i, statement] of block.kind === "loop" ? [] : statements.entries()) {
    if (statement.kind !== "compute" || statement.node.op !== "all_true") continue;
    const rest: Block = { kind: "if", parent: block, statements: statements.slice(i + 1), isOpen: false };
    if (accesses(rest, statement.node) < ACCESSES || sizeOf(rest) > LARGE) continue;
    const copy = new Copy(graph, rest, block, [], statement.node).made;
    statements.splice(i + 1, rest.statements.length, {
      kind: "if",
      condition: statement.node,
      yes: copy,
      otherwise: rest,
    });
    break;
  }
  for (const statement of statements) for (const inner of blocksOf(statement)) specialiseNeighbours(graph, inner);
}

/** Number of accesses in a block that share a test. */
function accesses({ statements }: Block, test: Node): number {
  let count = 0;
  for (const statement of statements) {
    if (isWithTest(statement, test)) count++;
    for (const inner of blocksOf(statement)) count += accesses(inner, test);
  }
  return count;
}

const isWithTest = (statement: Statement, test: Node): boolean =>
  statement.kind === "scatter"
    ? statement.address[1] === test && statement.mask === undefined
    : statement.kind === "compute" && isUnmaskedSpread(statement.node, test);
