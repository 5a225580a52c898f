import type { Block, Statement } from "../graph/node.ts";

/** The nested blocks of a statement. */
export function blocksOf(statement: Statement): Block[] {
  if (statement.kind === "if")
    return statement.otherwise === undefined ? [statement.yes] : [statement.yes, statement.otherwise];
  return statement.kind === "loop" || statement.kind === "lanes" ? [statement.body] : [];
}

/** Visits the statements of a block in order, each before its nested statements. */
export function eachStatement({ statements }: Block, visit: (statement: Statement) => void): void {
  for (const statement of statements) {
    visit(statement);
    for (const block of blocksOf(statement)) eachStatement(block, visit);
  }
}
