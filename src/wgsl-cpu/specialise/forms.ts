import { type Block, blocksOf, isConstant, type Node, type Statement } from "../graph/node.ts";
import { isConsecutive } from "../uniformity.ts";

/** Most statements of code that is emitted twice. */
export const LARGE = 3000;
/** Least number of accesses with a common test that make a copy of their code worthwhile. An access in a loop counts LOOP times. */
const ACCESSES = 8;
const LOOP = 2;

/**
 * The number of active invocations of all pieces in a block, if the value is computed before the block. Without an active invocation the block
 * has no effect.
 */
export function endOf({ statements }: Block): Node | undefined {
  const ends = new Set<Node>();
  const isComputed = (end: Node) =>
    sizeOf(statements, (statement) => statement.kind === "compute" && statement.node === end) > 0;
  sizeOf(statements, (statement) => statement.kind === "lanes" && ends.add(statement.end).size > 0);
  const [end] = ends;
  return ends.size === 1 && !isConstant(end) && !isComputed(end) ? end : undefined;
}

/** Number of statements that meet a condition, including nested statements. @param loop weight of the statements of a loop's body. */
export function sizeOf(
  statements: readonly Statement[],
  counts: (statement: Statement) => boolean = () => true,
  loop = 1,
): number {
  let size = 0;
  for (const statement of statements) {
    if (counts(statement)) size++;
    const blocks = blocksOf(statement);
    const weight = statement.kind === "loop" ? loop : 1;
    for (let i = 0; i < blocks.length; i++) size += weight * sizeOf(blocks[i].statements, counts, loop);
  }
  return size;
}

/** The arguments of the address of a load or store; empty for another statement. */
function addressOf(statement: Statement): readonly Node[] {
  if (statement.kind === "store") return statement.address;
  return statement.kind === "compute" && statement.node.op === "load" ? statement.node.args : [];
}

/** Whether a statement accesses memory word by word, because the lanes' addresses are not known to be consecutive. */
export function isByWord(statement: Statement): boolean {
  const [first, test] = addressOf(statement);
  return test !== undefined || (statement.kind === "compute" && first?.op === "offset" && !isConsecutive(first));
}

/**
 * Emits statements one by one. Code with many accesses to addresses that are not known to be consecutive is emitted twice: for lanes with
 * consecutive addresses, where the accesses are vector loads and stores, and for others, where they are lane by lane.
 * @param either emits the statements behind a test of the addresses in both forms.
 */
export function inForms(
  statements: readonly Statement[],
  emit: (statement: Statement) => void,
  either: (test: Node, rest: readonly Statement[]) => void,
): void {
  for (const [i, statement] of statements.entries()) {
    if (statement.kind !== "compute" || statement.node.op !== "all_true") emit(statement);
    else {
      const rest = statements.slice(i + 1);
      if (gainsBy(statement.node, rest)) {
        either(statement.node, rest);
        return;
      }
    }
  }
}

/** Whether statements are worth a copy for lanes that access consecutive addresses, as a test says. */
const gainsBy = (test: Node, statements: readonly Statement[]): boolean =>
  sizeOf(statements, (statement) => addressOf(statement)[1] === test, LOOP) >= ACCESSES && sizeOf(statements) <= LARGE;
