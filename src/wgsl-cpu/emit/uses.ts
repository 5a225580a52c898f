import { type Block, type Node, readsMemory, type Statement } from "../graph/node.ts";

/** Operations whose code pushes an operand more than once. */
const REPEATING = new Set([
  "lanewise",
  "gather",
  "spread",
  "lane_address",
  "atomic",
  "vload_kept",
  "min_s",
  "min_u",
  "max_s",
  "max_u",
  "abs_s",
  "fmin",
  "fmax",
  "whole_strips",
]);

interface Use {
  count: number;
  block?: Block;
}

/**
 * Values that need no variable. A single instruction uses such a value, in the block that computes it. The value is pure and does not read
 * memory.
 */
export function singleUses(root: Block): ReadonlySet<Node> {
  const uses = new Map<Node, Use>();
  const computed = new Map<Node, Use>();
  const note = (all: Map<Node, Use>, node: Node, block: Block, times = 1): void => {
    if (node.op === "offset") {
      note(all, node.args[0], block, 2);
      return;
    }
    const use = all.get(node);
    if (use === undefined) all.set(node, { count: times, block });
    else use.count += times;
  };
  const visit = (block: Block): void => {
    for (const statement of block.statements) {
      if (statement.kind === "compute") {
        note(computed, statement.node, block);
        const times = REPEATING.has(statement.node.op) ? 2 : 1;
        for (const arg of statement.node.args) note(uses, arg, block, times);
      } else {
        const times = statement.kind === "set" || statement.kind === "if" ? 1 : 2;
        for (const node of valuesOf(statement))
          note(uses, node, statement.kind === "loop" ? statement.body : block, times);
        for (const inner of blocksOf(statement)) visit(inner);
      }
    }
  };
  visit(root);
  return new Set(
    [...uses].flatMap(([node, { count, block }]) => {
      const made = computed.get(node);
      const isHere = count === 1 && made?.count === 1 && made.block === block;
      return isHere && node.isPure && !readsMemory(node) ? [node] : [];
    }),
  );
}

/** Values that a statement uses as operands. The operands of nested statements are not included. */
export function valuesOf(statement: Statement): Node[] {
  switch (statement.kind) {
    case "set":
      return [statement.value];
    case "if":
      return [statement.condition];
    case "loop":
      return statement.condition === undefined ? [] : [statement.condition];
    case "lanes":
      return statement.strips === undefined
        ? [statement.end]
        : [statement.end, statement.strips.list, statement.strips.whole];
    case "store":
      return [statement.address, statement.value, ...(statement.mask === undefined ? [] : [statement.mask])];
    case "scatter":
      return [...statement.address, statement.value, ...(statement.mask === undefined ? [] : [statement.mask])];
    case "keep":
    case "reload":
      return [statement.node];
    case "clear":
      return [statement.address];
    case "copy":
      return [statement.to, statement.from];
    default:
      return [];
  }
}

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
