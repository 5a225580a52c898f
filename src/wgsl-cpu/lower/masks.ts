import type { Graph } from "../graph/graph.ts";
import type { Node } from "../graph/node.ts";
import type { Slot } from "./values.ts";

/** A reason why lanes are inactive: a condition that is false in them, or a flag that is set in them. */
interface Entry {
  readonly condition?: Node;
  readonly flag?: Slot;
  /** Nesting depth of the code in which the lanes are active again. */
  readonly outside: number;
}

/** The active lanes. Only varying conditions and flags make a lane inactive: a uniform condition is a branch. */
export class Masks {
  readonly #graph: Graph;
  readonly #entries: Entry[] = [];

  constructor(graph: Graph) {
    this.#graph = graph;
  }

  with<T>(entry: Entry, body: () => T): T {
    this.#entries.push(entry);
    const result = body();
    this.#entries.pop();
    return result;
  }

  /**
   * The mask of an assignment to a variable that was declared at a nesting depth; undefined for all lanes. A condition or flag around the
   * variable's scope is left out, because lanes that are inactive in the whole scope do not read the variable.
   */
  active(depth = -1): Node | undefined {
    let active: Node | undefined;
    for (const { condition, flag, outside } of this.#entries) {
      if (depth > outside) continue;
      const node = flag?.node === undefined ? condition : this.#graph.not(flag.node);
      if (node?.type === "v128") active = this.#graph.both(active, node);
    }
    return active;
  }
}
