import type { Graph } from "../graph/graph.ts";
import { multipleOf } from "../graph/multiples.ts";
import type { Block, Node } from "../graph/node.ts";

interface Row {
  readonly factor: number;
  readonly address: Node;
}

/** Rows of a buffer whose addresses differ by multiples of one value. */
export class Rows {
  readonly #graph: Graph;
  /** The last of such rows, for each block. */
  readonly #last = new WeakMap<Block, Map<string, Row>>();

  constructor(graph: Graph) {
    this.#graph = graph;
  }

  /**
   * The address of a row that follows another row of the block: the other row's address plus their distance. It takes one addition and no
   * variable around the loop, where the rows' own products would be computed before the loop and wait for it in memory.
   * @param terms the terms of the address, the outermost first.
   * @param constant a constant that is added to them.
   * @param base the sum of the terms and the constant.
   * @returns `base` if no such row stands before it in the block.
   */
  address(block: Block, terms: readonly Node[], constant: number, base: Node): Node {
    // The terms of the outer blocks: an address without a term of the innermost block is computed outside of it.
    const summands = terms.slice(0, -1).flatMap(summandsOf);
    const multiple = summands.find((each) => multipleOf(each) !== undefined);
    if (multiple === undefined) return base;
    const { of, factor } = multipleOf(multiple)!;
    const others = [...summands.filter((each) => each !== multiple), terms.at(-1)!].map(({ id }) => id);
    const key = [of.id, constant, ...others.toSorted((a, b) => a - b)].join(" ");
    const rows = this.#last.get(block) ?? new Map<string, Row>();
    this.#last.set(block, rows);
    const before = rows.get(key);
    const distance = before === undefined ? 0 : factor - before.factor;
    const graph = this.#graph;
    const address =
      before === undefined || distance <= 0
        ? base
        : graph.node("add", "i32", [before.address, graph.operation("mul", of, graph.i32(distance))]);
    rows.set(key, { factor, address });
    return address;
  }
}

const summandsOf = (node: Node): Node[] => (node.op === "add" ? node.args.flatMap(summandsOf) : [node]);
