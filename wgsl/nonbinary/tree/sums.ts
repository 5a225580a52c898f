import type { TwinCall } from "../../../src/gpu/kernel.ts";
import { part } from "../../../src/gpu/part.ts";

export const sumsPart = part("nonbinary/tree/sums", new URL("./sums.wgsl", import.meta.url));

/** Words of workgroup memory that it declares. */
export function sumsWords({ Q, P, ROWS }: TwinCall["constants"]): number {
  return ROWS * (Q + groupsOf(P)) + 1;
}

/** Groups of symbols for finding a least value in two steps. */
export function groupsOf(p: number): number {
  return 2 ** Math.floor(p / 2);
}

/** What the tables and messages say of edges. Twin of sums.wgsl. */
export class EdgeSums {
  readonly #call: Pick<TwinCall, "constants">;
  readonly #edges: ArrayLike<number>;
  readonly #multiples: ArrayLike<number>;
  readonly #llr: ArrayLike<number>;
  readonly #messages: ArrayLike<number>;

  /** @param buffers edges, multiples, channel_llr and messages. */
  constructor(call: Pick<TwinCall, "constants">, buffers: readonly ArrayLike<number>[]) {
    this.#call = call;
    [this.#edges, this.#multiples, this.#llr, this.#messages] = buffers;
  }

  variable(e: number): number {
    return this.#edges[e * this.#edgeWords];
  }

  /** Whether an edge is the first of its variable. */
  isFirst(e: number): boolean {
    return this.#edges[e * this.#edgeWords + 2] === e;
  }

  product(e: number, a: number): number {
    return this.#multiples[this.#edges[e * this.#edgeWords + 1] * this.#call.constants.Q + a];
  }

  quotient(e: number, x: number): number {
    const { Q } = this.#call.constants;
    return this.#multiples[(Q + this.#edges[e * this.#edgeWords + 1]) * Q + x];
  }

  /** The message of an edge's variable about a symbol to the check, or, over all edges, its posterior. */
  sum(e: number, a: number, slot: number, heard: number | undefined, which: "others" | "all"): number {
    const { Q, N, VARIABLE_DEGREE } = this.#call.constants;
    let sum = this.#llr[(slot * N + this.variable(e)) * Q + a];
    for (let k = 0; k < VARIABLE_DEGREE && heard !== undefined; k++) {
      const other = this.#edges[e * this.#edgeWords + 2 + k];
      if (which === "all" || other !== e) sum = Math.fround(sum + this.#messages[heard + other * Q + a]);
    }
    return sum;
  }

  /** The likeliest symbol of an edge's variable, the lowest of equals. */
  decision(e: number, slot: number, heard: number): number {
    let best = 0;
    let least = Number.POSITIVE_INFINITY;
    for (let a = 0; a < this.#call.constants.Q; a++) {
      const sum = this.sum(e, a, slot, heard, "all");
      if (sum < least) [best, least] = [a, sum];
    }
    return best;
  }

  get #edgeWords(): number {
    return 2 + this.#call.constants.VARIABLE_DEGREE;
  }
}

/** Where the messages of an iteration begin. */
export function messagesOf({ Q, EDGES }: TwinCall["constants"], slot: number, iteration: number): number {
  return (2 * slot + (iteration & 1)) * (EDGES + 1) * Q;
}
