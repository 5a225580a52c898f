/** Which checks make a layer: block rows of the base matrix, or as many of them as share no block column. */
export type LayerRule = "none" | "rows" | "merged";

/** How checks become layers. */
export interface Layering {
  readonly rule: LayerRule;
  /** In which order block rows, or the checks of an unstructured code, are looked at; ascending if left out. */
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
  /** Edges of each check to core variables; the one to its degree-1 variable comes beside. */
  readonly degree: number;
  /** First message of the group. */
  readonly message: number;
  /** Number of check 0. */
  readonly check: number;
  /** Variable number of the degree-1 variable of check 0; those of the others follow. Undefined if the checks have none. */
  readonly degreeOne?: number;
  /** First circulant: entry k of all checks is `entries` number entry + k. */
  readonly entry: number;
  /** Row of its block that check t is; t itself if left out. */
  readonly indices?: Uint32Array;
}

/**
 * A binary code as decoders see it, in the storage of two papers. Quasi-cyclic codes keep their base matrix: `entries` and
 * the groups hold shift, column and position, the three parts of the CV-QKD paper's H_compact. For others there are the EQML
 * paper's seven arrays (section 2.1) in another form: rowdegree and rowsum are `degree` and `message` of the groups,
 * colnum is `messageVariable` (checks of equal degree side by side, so that neighbours in a dispatch read neighbours in
 * memory); coldegree and colsum are `start` of the variable lists, and V2C and C2V their `edges`, the one permutation
 * that is needed, as messages are kept once, in the order of the checks (variable-lists.ts).
 * Variables are renumbered: core variables first, block column after block column, then
 * degree-1 variables: those that are their check's only such. The message of one to its check is the channel's for
 * ever, so it stays out of the messages and out of the sums (CV-QKD ensembles, 5G's extension).
 */
export interface BinaryGraph {
  readonly variables: number;
  /** Variables but those of degree 1 that are kept apart. */
  readonly core: number;
  readonly checks: number;
  /** Edges of the Tanner graph, those to degree-1 variables included. */
  readonly edges: number;
  /** Messages that are kept: one for each edge to a core variable. */
  readonly messages: number;
  /** Z; 1 for an unstructured code. */
  readonly liftingSize: number;
  readonly groups: readonly CheckGroup[];
  /** Block column's first variable and shift of each circulant, two words each. Empty for an unstructured code. */
  readonly entries: Uint32Array;
  /** Variable of each message of an unstructured code; `messageVariables` gives those of every graph. */
  readonly messageVariable?: Uint32Array;
  /** Code symbol that each variable is. */
  readonly symbol: Uint32Array;
  /** Row of H that each check is. */
  readonly row: Uint32Array;
  /** Message that stands for a one that a circulant lacks: there is no such edge. */
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
