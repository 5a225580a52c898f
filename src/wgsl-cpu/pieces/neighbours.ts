import { blocksOf, eachStatement } from "../emit/uses.ts";
import type { Graph } from "../graph/graph.ts";
import type { Block, Node, Statement } from "../graph/node.ts";

/** Most statements of code that is emitted twice. */
export const LARGE = 3000;
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
    const copy = new Copy(graph, statement.node).block(rest, block);
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

/** Number of statements of a block, including nested statements. */
export function sizeOf(block: Block): number {
  let size = 0;
  eachStatement(block, () => size++);
  return size;
}

interface Scope {
  readonly copies: Map<Node, Node>;
  readonly outer?: Scope;
}

/** Copies blocks. In the copies, the accesses with a test of consecutive addresses are vector loads and stores. */
class Copy {
  readonly #graph: Graph;
  readonly #together: Node;
  /** Copies of the nodes that the current block and its enclosing blocks compute. */
  #copies: Scope = { copies: new Map() };

  constructor(graph: Graph, together: Node) {
    this.#graph = graph;
    this.#together = together;
  }

  block({ kind, statements }: Block, parent: Block, end?: () => void): Block {
    const made: Block = { kind, parent, statements: [], isOpen: false };
    const outer = this.#copies;
    this.#copies = { copies: new Map(), outer };
    for (const statement of statements) made.statements.push(...this.#statement(statement, made));
    end?.();
    this.#copies = outer;
    return made;
  }

  #statement(statement: Statement, block: Block): readonly Statement[] {
    const node = (given: Node) => this.#node(given);
    const mask = "mask" in statement && statement.mask !== undefined ? node(statement.mask) : undefined;
    switch (statement.kind) {
      case "compute":
        return this.#compute(statement.node);
      case "set":
        return [{ ...statement, value: node(statement.value) }];
      case "if": {
        const { condition, yes, otherwise } = statement;
        return [
          {
            kind: "if",
            condition: node(condition),
            yes: this.block(yes, block),
            otherwise: otherwise && this.block(otherwise, block),
          },
        ];
      }
      case "loop": {
        let condition: Node | undefined;
        const body = this.block(statement.body, block, () => {
          condition = node(statement.condition!);
        });
        return [{ kind: "loop", body, condition }];
      }
      case "store":
        return [{ ...statement, address: node(statement.address), value: node(statement.value), mask }];
      case "scatter": {
        const { address, offset } = statement;
        const value = node(statement.value);
        if (!isWithTest(statement, this.#together)) return [{ ...statement, address: address.map(node), value, mask }];
        const [added, neighbours] = this.#neighbours(address);
        return [added, { kind: "store", address: neighbours, offset, value, isShared: true }];
      }
      case "clear":
        return [{ ...statement, address: node(statement.address) }];
      case "copy":
        return [{ ...statement, to: node(statement.to), from: node(statement.from) }];
      default:
        throw new Error(`${statement.kind} stands after a test for consecutive addresses`);
    }
  }

  /** The consecutive addresses of an access, and the statement that computes the first. */
  #neighbours([base, , , first]: readonly Node[]): readonly [Statement, Node] {
    const args = [base, first].map((arg) => this.#node(arg));
    const node = this.#graph.fresh("add", "i32", args, {});
    return [{ kind: "compute", node }, this.#graph.offset(node, [0, 4, 8, 12])];
  }

  #compute(given: Node): readonly Statement[] {
    const { op, type, value, isPure } = given;
    const isVector = isUnmaskedSpread(given, this.#together);
    const [added, ...address] = isVector ? this.#neighbours(given.args) : [];
    const copy = isVector
      ? this.#graph.fresh("vload", "v128", address, { value, isPure })
      : this.#graph.fresh(
          op,
          type,
          given.args.map((arg) => this.#node(arg)),
          given,
        );
    this.#copies.copies.set(given, copy);
    const statement: Statement = { kind: "compute", node: copy };
    return added === undefined ? [statement] : [added, statement];
  }

  /** The copy of a value, or the value itself if it is computed before the copied block. */
  #node(given: Node): Node {
    for (let scope: Scope | undefined = this.#copies; scope !== undefined; scope = scope.outer) {
      const copy = scope.copies.get(given);
      if (copy !== undefined) return copy;
    }
    return given.op === "offset" ? this.#graph.offset(this.#node(given.args[0]), given.lanes!) : given;
  }
}

/** Whether a node loads a word for each lane without a mask: with a mask the address of an inactive lane may be outside of the memory. */
const isUnmaskedSpread = ({ op, args }: Node, test: Node): boolean =>
  op === "spread" && args[1] === test && args.length === UNMASKED;
const UNMASKED = 7;
