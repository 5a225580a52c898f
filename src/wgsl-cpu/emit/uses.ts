import type { Block, Node, Statement } from "../graph/node.ts";

/** Most statements of code that is emitted twice. */
export const LARGE = 3000;
/** Least number of accesses with a common test that make a copy of their code worthwhile. */
const ACCESSES = 8;

/** The nested blocks of a statement. */
export function blocksOf(statement: Statement): Block[] {
  if (statement.kind === "if")
    return statement.otherwise === undefined ? [statement.yes] : [statement.yes, statement.otherwise];
  return statement.kind === "loop" || statement.kind === "lanes" ? [statement.body] : [];
}

/** Number of statements that meet a condition, including nested statements. */
export function sizeOf(
  statements: readonly Statement[],
  counts: (statement: Statement) => boolean = () => true,
): number {
  let size = 0;
  for (const statement of statements) {
    if (counts(statement)) size++;
    for (const block of blocksOf(statement)) size += sizeOf(block.statements, counts);
  }
  return size;
}

/** Whether a statement accesses memory word by word, because the lanes' addresses are not known to be consecutive. */
export const isByWord = (statement: Statement): boolean =>
  statement.kind === "scatter" ||
  (statement.kind === "compute" && (statement.node.op === "gather" || statement.node.op === "spread"));

/** Whether statements are worth a copy for lanes that access consecutive addresses, as a test says. */
export function gainsBy(test: Node, statements: readonly Statement[]): boolean {
  const hasTest = (statement: Statement) => {
    if (statement.kind === "scatter") return statement.address[1] === test;
    return statement.kind === "compute" && statement.node.op === "spread" && statement.node.args[1] === test;
  };
  return sizeOf(statements, hasTest) >= ACCESSES && sizeOf(statements) <= LARGE;
}
