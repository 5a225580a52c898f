import { type Block, blocksOf, type Node, type Statement } from "../graph/node.ts";

/** Index of the statement that computes or reloads a value; -1 if there is none. */
export const indexOf = (statements: readonly Statement[], node: Node): number =>
  statements.findIndex((each) => (each.kind === "compute" || each.kind === "reload") && each.node === node);

/** Index of the statement of a block that contains another block; -1 if there is none. A statement that is being written is the next one. */
export function indexOfBlock(block: Block, other: Block): number {
  if (other.parent === undefined) return -1;
  if (other.parent !== block) return indexOfBlock(block, other.parent);
  const index = block.statements.findLastIndex((each) => blocksOf(each).includes(other));
  return index < 0 ? block.statements.length : index;
}

/** Whether two blocks are the sides of a branch that is being written. */
export const areSides = (a: Block, b: Block): boolean =>
  a.parent !== undefined && a.parent === b.parent && indexOfBlock(a.parent, a) === a.parent.statements.length;
