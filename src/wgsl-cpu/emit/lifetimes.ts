import type { Block, Node, Statement } from "../graph/node.ts";
import { blocksOf, valuesOf } from "./uses.ts";

/**
 * The live range of a vector: from its first computation to its last computation or use. `from` and `to` are numbers of statements in the
 * order of the function's code.
 */
export interface Lifetime {
  readonly node: Node;
  readonly from: number;
  to: number;
}

/** A block that encloses a statement. For a loop, `to` is the number at which the loop ends. */
interface Around {
  readonly block: Block;
  to?: number;
}

interface Kept {
  readonly lifetime: Lifetime;
  /** Blocks that enclose the statement that computes the vector, the outermost first. */
  around: readonly Around[];
  /** Loops that use the vector but do not enclose its computation. The vector is live until they end. */
  readonly repeated: Set<Around>;
}

/**
 * Lifetimes of the vectors that need a local variable, in the order of their first statements. A vector that a loop uses but does not
 * compute is live until the loop ends.
 * @param singles values without a variable. The only instruction that uses such a value computes it in place.
 * @throws Error if a block uses a vector that its computation does not reach, which is a bug of the `Writer`.
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
    // This statement writes the variable too, so the lifetime includes it even without a later use.
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

/** Whether a block may use a vector of another block, which must enclose it. */
const reaches = ({ around: made }: Kept, around: readonly Around[]): boolean =>
  around[made.length - 1]?.block === made[made.length - 1].block;
