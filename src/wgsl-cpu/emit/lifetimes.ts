import type { Block, Node, Statement } from "../graph/node.ts";
import { blocksOf, valuesOf } from "./uses.ts";

/** The statements from the first that computes a vector to the last that computes or uses it, numbered in the order of the function's code. */
export interface Lifetime {
  readonly node: Node;
  readonly from: number;
  to: number;
}

/** A block around a statement. A loop has the number of its last statement. */
interface Around {
  readonly block: Block;
  to?: number;
}

interface Kept {
  readonly lifetime: Lifetime;
  /** Blocks around the statement that computes the vector. */
  around: readonly Around[];
  /** Loops that repeat a use of the vector, which is computed before them. */
  readonly repeated: Set<Around>;
}

/**
 * Lifetimes of the vectors that need a local variable, in the order of their beginnings. A vector that a loop uses and does not compute
 * lives until the loop ends.
 * @param singles values without a variable, which stand in the one instruction that uses them.
 * @throws Error if a vector is used in a block that its computation does not reach: a mistake of the writer that placed it.
 */
export function lifetimesOf(root: Block, singles: ReadonlySet<Node>): Lifetime[] {
  const walk = new Walk(singles);
  walk.block(root, [{ block: root }]);
  for (const { lifetime, repeated } of walk.kept.values()) {
    for (const { to = 0 } of repeated) lifetime.to = Math.max(lifetime.to, to);
  }
  return [...walk.kept.values()].map(({ lifetime }) => lifetime);
}

class Walk {
  readonly kept = new Map<Node, Kept>();
  readonly #singles: ReadonlySet<Node>;
  #now = 0;

  constructor(singles: ReadonlySet<Node>) {
    this.#singles = singles;
  }

  block({ statements }: Block, around: readonly Around[]): void {
    for (const statement of statements) this.#statement(statement, around);
  }

  #statement(statement: Statement, around: readonly Around[]): void {
    this.#now++;
    if (statement.kind === "compute") {
      if (this.#singles.has(statement.node)) return;
      for (const arg of statement.node.args) this.#use(arg, around);
      this.#make(statement.node, around);
    } else if (statement.kind === "reload") this.#make(statement.node, around);
    else if (statement.kind === "loop" || statement.kind === "lanes") {
      const loop: Around = { block: statement.body };
      this.block(statement.body, [...around, loop]);
      this.#now++;
      // The condition or the end of a loop is evaluated after each iteration.
      for (const node of valuesOf(statement)) this.#use(node, [...around, loop]);
      loop.to = this.#now;
    } else {
      for (const node of valuesOf(statement)) this.#use(node, around);
      for (const block of blocksOf(statement)) this.block(block, [...around, { block }]);
    }
  }

  #make(node: Node, around: readonly Around[]): void {
    if (node.type !== "v128") return;
    const known = this.kept.get(node);
    if (known === undefined) {
      const lifetime = { node, from: this.#now, to: this.#now };
      this.kept.set(node, { lifetime, around, repeated: new Set() });
      return;
    }
    // This statement writes the variable too, even if nothing uses the value after it.
    known.lifetime.to = this.#now;
    if (!reaches(known, around)) known.around = around;
  }

  #use(node: Node, around: readonly Around[]): void {
    if (node.op === "offset" || this.#singles.has(node)) {
      for (const arg of node.args) this.#use(arg, around);
      return;
    }
    if (node.type !== "v128" || node.op === "words" || node.op === "done") return;
    const kept = this.kept.get(node);
    if (kept === undefined || !reaches(kept, around)) throw new Error(`${node.op} is used where it is not computed`);
    kept.lifetime.to = this.#now;
    const loop = around.slice(kept.around.length).find(({ block }) => block.kind === "loop" || block.kind === "lanes");
    if (loop !== undefined) kept.repeated.add(loop);
  }
}

/** Whether a block may use a vector that another block computes: the computing block is around the using one. */
const reaches = ({ around: made }: Kept, around: readonly Around[]): boolean =>
  around[made.length - 1]?.block === made[made.length - 1].block;
