import type { Graph, Node } from "./graph.ts";
import { WgslError } from "./syntax.ts";

/*
 * Uniformity: which values are the same in the four lanes of a vector, and which are the same in all vectors of a workgroup. A node follows its
 * operands in both: it is a scalar if its lanes are equal, and `isOfVector` says that it may differ between vectors. The values that a loop
 * gives a variable are known only after its body. A pass over the shader therefore assumes that they are like the variable's value before the
 * loop, and marks the variable if they are not. Passes repeat until a pass marks nothing.
 */

/** Whether lanes may have different values. Such a condition is a mask of lanes. Any other condition is a branch. */
export const isVarying = ({ type }: Node): boolean => type === "v128";

/** Whether the addresses of the four lanes are consecutive words. */
export const isConsecutive = ({ op, lanes }: Node): boolean =>
  op === "offset" && lanes!.every((lane, l) => lane === lanes![0] + 4 * l);

/**
 * The order in which lanes have consecutive words, and the lane of the first word; undefined for other addresses. An exchange between
 * invocations, as in a transform, has such addresses.
 */
export function permutation({
  op,
  lanes = [],
}: Node): { readonly first: number; readonly words: number[] } | undefined {
  if (op !== "offset") return undefined;
  const sorted = lanes.toSorted((a, b) => a - b);
  if (sorted.some((lane, i) => lane !== sorted[0] + 4 * i)) return undefined;
  return { first: lanes.indexOf(sorted[0]), words: lanes.map((lane) => (lane - sorted[0]) / 4) };
}

/** Representation of the stored values of a variable: a scalar, a scalar plus constant offsets of the lanes, or a vector. */
export type Form = "scalar" | "vector" | readonly number[];

/**
 * The form that represents all of the values.
 * @param isOutside whether the values are live across pieces. Only memory holds values that differ between vectors across pieces.
 */
export function commonForm(values: readonly Node[], isOutside: boolean): Form {
  if (isOutside && values.some((node) => node.isOfVector)) return "vector";
  if (!values.some(isVarying)) return "scalar";
  const [first] = values;
  const isAlike = ({ op, lanes }: Node) => op === "offset" && lanes!.every((lane, l) => lane === first.lanes?.[l]);
  return first.op === "offset" && values.every(isAlike) ? first.lanes! : "vector";
}

/** A reason why lanes are inactive: a condition that is false in them, or a flag that is set in them. */
export interface Reason {
  readonly condition?: Node;
  readonly flag?: { readonly node?: Node };
  /** Nesting depth of the code in which the lanes are active again. */
  readonly outside: number;
}

/**
 * The mask of an assignment to a variable that was declared at a nesting depth; undefined for all lanes. A condition or flag around the
 * variable's scope is left out, because lanes that are inactive in the whole scope do not read the variable.
 */
export function activeLanes(graph: Graph, inactive: readonly Reason[], depth: number): Node | undefined {
  let active: Node | undefined;
  for (const { condition, flag, outside } of inactive) {
    if (depth > outside) continue;
    const node = flag?.node === undefined ? condition : graph.not(flag.node);
    if (node !== undefined && isVarying(node)) active = graph.both(active, node);
  }
  return active;
}

/** Most passes over a shader. */
const ROUNDS = 40;

/** Facts of earlier passes over the shader by stable keys. Passes repeat until a pass finds no new fact. */
export class Marks {
  /** Scalars that loops store as vectors, because a narrower form cannot represent their values. */
  readonly varying = new Set<string>();
  /** Scalars of variables whose values in a loop may differ between vectors. */
  readonly ofVector = new Set<string>();
  /** Variables with an array that is indexed at run time. They stand in memory. */
  readonly inMemory = new Set<string>();
  /** Branches and loops that have to be inside a piece, which runs them for one vector after the other. */
  readonly inPiece = new Set<string>();
  /** Loops that are not unrolled, because a loop inside them is not unrolled. */
  readonly repeated = new Set<string>();
  #isNew = false;

  add(kind: "varying" | "ofVector" | "inMemory" | "inPiece" | "repeated", key: string): void {
    if (this[kind].has(key)) return;
    this[kind].add(key);
    this.#isNew = true;
    // A varying value may differ between vectors, which only a further pass would find.
    if (kind === "varying") this.ofVector.add(key);
  }

  /** The form in which a loop stores a variable. @param initial the value before the loop. */
  formOf(key: string, initial: Node, isOutside: boolean): Form {
    return this.varying.has(key) ? "vector" : commonForm([initial], isOutside);
  }

  /** Whether the form represents a value that the loop gives the variable. If not, the next pass stores a vector. */
  fits(key: string, form: Form, value: Node, isOutside: boolean): boolean {
    const fits = form === "vector" || `${commonForm([value], isOutside)}` === `${form}`;
    if (!fits) this.add("varying", key);
    return fits;
  }

  /** Runs passes until one adds no mark, and returns its result. @param line of the shader's error if there is no such pass. */
  settled<T>(line: number, pass: () => T): T {
    for (let round = 0; round < ROUNDS; round++) {
      this.#isNew = false;
      try {
        const result = pass();
        if (!this.#isNew) return result;
      } catch (error) {
        if (!(error instanceof Restart)) throw error;
      }
    }
    throw new WgslError(line, `the marks of the shader's variables are not settled after ${ROUNDS} passes`);
  }
}

/** Thrown to end a pass early. */
export class Restart {}
