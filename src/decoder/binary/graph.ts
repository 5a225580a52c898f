/** The checks that form a layer: a block row of the base matrix, or block rows that share no block column. */
export type LayerRule = "none" | "rows" | "merged";

/** The rule that forms layers. */
export interface Layering {
  readonly rule: LayerRule;
  /** Order in which block rows, or the checks of an unstructured code, are visited; ascending if left out. */
  readonly order?: Uint32Array;
}

/**
 * Checks of equal degree that a decoder updates together: a block row of the base matrix, a part of one, or the checks of
 * one degree in a layer of an unstructured code. Check t of it, t = 0 … count − 1, has the messages
 * message + k·count + t, k = 0 … degree − 1.
 */
export interface CheckGroup {
  readonly layer: number;
  readonly count: number;
  /** Edges of each check to core variables, without the edge to its degree-1 variable. */
  readonly degree: number;
  /** First message of the group. */
  readonly message: number;
  /** Number of check 0. */
  readonly check: number;
  /**
   * Index of the degree-1 variable of check 0; the variables of checks 1, 2, … follow. Undefined if the checks have
   * none.
   */
  readonly degreeOne?: number;
  /** Whether a frame is done without regard to these checks; false if left out. */
  readonly isUntested?: true;
  /** First circulant: entry k of all checks is `entries` number entry + k. */
  readonly entry: number;
  /** Row of the block for each check t; t itself if left out. */
  readonly indices?: Uint32Array;
}

/**
 * The graph of a binary code for decoders, in the storage of two papers. A quasi-cyclic code keeps its base matrix:
 * `entries` and the groups hold shift, column and position, the three parts of the CV-QKD paper's H_compact. An
 * unstructured code has the EQML paper's seven arrays (section 2.1) in another form: rowdegree and rowsum are `degree`
 * and `message` of the groups, and colnum is `messageVariable` (checks of equal degree side by side, so that neighbours
 * in a dispatch read neighbours in memory); coldegree and colsum are `start` of the variable lists. `edges` of the
 * lists is both V2C and C2V: one permutation is enough, because messages are kept once, in the order of the checks
 * (variable-lists.ts).
 *
 * Variables are renumbered: core variables first, block column after block column, then the degree-1 variables that are
 * the only one of their check. A degree-1 variable's message to its check is always the channel's, so it stays out of
 * the messages and out of the sums (CV-QKD ensembles, 5G's extension).
 */
export interface BinaryGraph {
  readonly variables: number;
  /** Number of core variables: all but the separated degree-1 variables. */
  readonly core: number;
  readonly checks: number;
  /** Edges of the Tanner graph, including the edges to degree-1 variables. */
  readonly edges: number;
  /** Messages that are kept: one for each edge to a core variable. */
  readonly messages: number;
  /** Z; 1 for an unstructured code. */
  readonly liftingSize: number;
  readonly groups: readonly CheckGroup[];
  /** Block column's first variable and shift of each circulant, two words each. Empty for an unstructured code. */
  readonly entries: Uint32Array;
  /** Variable of each message of an unstructured code; `messageVariables` computes the list for any graph. */
  readonly messageVariable?: Uint32Array;
  /** Code symbol of each variable. */
  readonly symbol: Uint32Array;
  /** Row of H of each check. */
  readonly row: Uint32Array;
  /** Index of the message in the place of a circulant's missing one, which has no edge. */
  readonly absent?: number;
  /** Layers, in order 0 … layers − 1. */
  readonly layers: number;
}

/** Variable of each message: the circulants of a quasi-cyclic code expanded. */
export function messageVariables({
  messageVariable,
  messages,
  groups,
  entries,
  liftingSize: z,
}: BinaryGraph): Uint32Array {
  if (messageVariable !== undefined) return messageVariable;
  const variables = new Uint32Array(messages);
  for (const { count, degree, message, entry, indices } of groups) {
    for (let k = 0; k < degree; k++) {
      const [first, shift] = [entries[2 * (entry + k)], entries[2 * (entry + k) + 1]];
      for (let t = 0; t < count; t++) variables[message + k * count + t] = first + (((indices?.[t] ?? t) + shift) % z);
    }
  }
  return variables;
}
