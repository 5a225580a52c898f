import type { Graph } from "../graph/graph.ts";
import type { Node } from "../graph/node.ts";
import type { Slot } from "./values.ts";

/** Why some lanes do not take part: a condition, or a flag that is set in them. */
interface Entry {
  readonly condition?: Node;
  readonly flag?: Slot;
  /** How deep the code is in which they take part again. */
  readonly outside: number;
}

/** Which lanes take part. Conditions that are the same in all lanes are branches and stand not here. */
export class Masks {
  readonly #graph: Graph;
  readonly #entries: Entry[] = [];

  constructor(graph: Graph) {
    this.#graph = graph;
  }

  with<T>(entry: Entry, body: () => T): T {
    this.#entries.push(entry);
    try {
      return body();
    } finally {
      this.#entries.pop();
    }
  }

  /** The lanes whose value of a variable declared at a depth is to be changed; undefined: all. Lanes that are done with its scope do not matter. */
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
