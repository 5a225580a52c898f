import type { Block, Node, Statement } from "../graph/node.ts";

/** The nested blocks of a statement. */
export function blocksOf(statement: Statement): Block[] {
  if (statement.kind === "if")
    return statement.otherwise === undefined ? [statement.yes] : [statement.yes, statement.otherwise];
  return statement.kind === "loop" || statement.kind === "lanes" ? [statement.body] : [];
}

/** Visits the statements of a block in order, each before its nested statements. */
export function eachStatement({ statements }: Pick<Block, "statements">, visit: (statement: Statement) => void): void {
  for (const statement of statements) {
    visit(statement);
    for (const block of blocksOf(statement)) eachStatement(block, visit);
  }
}

type Statements = Pick<Block, "statements">;

/** Most statements of code that is emitted twice. */
export const LARGE = 3000;
/** Least number of accesses with a common test that make a copy of their code worthwhile. */
const ACCESSES = 8;

/** Number of statements of a block, including nested statements. */
export function sizeOf(block: Statements): number {
  let size = 0;
  eachStatement(block, () => size++);
  return size;
}

/** Whether code is worth a copy for lanes that access consecutive addresses, if a test holds. */
export function gainsBy(test: Node, block: Statements): boolean {
  let accesses = 0;
  eachStatement(block, (statement) => {
    if (hasTest(statement, test)) accesses++;
  });
  return accesses >= ACCESSES && sizeOf(block) <= LARGE;
}

function hasTest(statement: Statement, test: Node): boolean {
  if (statement.kind === "scatter") return statement.address[1] === test;
  const { op, args } = statement.kind === "compute" ? statement.node : test;
  return op === "spread" && args[1] === test;
}
